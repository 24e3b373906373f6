"""The command line of scripts/plot, and whole figures of each kind."""

import argparse
import dataclasses
import pathlib
import sys
import textwrap

from figures import kernels as kernel_files
from figures.archives import read_archive
from figures.errors import Refusal, invalid, usage

KINDS = ("roofline", "sweep", "curve", "compare", "drift")
ONLY = {"kernels": ("roofline",), "all_ceilings": ("roofline",), "levels": ("roofline", "compare"),
        "precisions": ("roofline", "compare"), "x_range": ("roofline", "compare"),
        "scope": ("roofline", "sweep", "compare", "drift")}  # options that go with these kinds


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise usage(f"{message}; see scripts/plot --help")


def listed(text):
    return [part.strip() for part in text.split(",") if part.strip()]


def x_range(text):
    try:
        low, high = (float(end) for end in text.split(":"))
    except ValueError:
        low = high = 0.0
    if not 0 < low < high < 1e30 or low < 1e-30:
        raise usage(f"--x-range {text}: must be two intensities like 0.01:1000")
    return low, high


def options(arguments, description):
    parser = Parser(prog="plot", description=description,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archives", metavar="ARCHIVE", nargs="+")
    parser.add_argument("-o", dest="out", metavar="FILE", help="FILE.svg, FILE.png or FILE.pdf")
    parser.add_argument("--kind", choices=KINDS, help="roofline unless given; compare where there "
                                                      "are several archives")
    parser.add_argument("--kernels", metavar="FILE", help="kernels under the roofline: output of "
                        "ridgeline place --format json, or any file that ridgeline place reads")
    parser.add_argument("--scope", default="", help="chip, all, core, ...: the whole device "
                                                    "unless given")
    parser.add_argument("--levels", type=listed, default=[], metavar="L1,DRAM")
    parser.add_argument("--precisions", type=listed, default=[], metavar="fp64,fp32")
    parser.add_argument("--x-range", type=str, metavar="A:B", help="intensities, FLOP/B")
    parser.add_argument("--theme", default="light", help="light, dark, or paper (no title)")
    parser.add_argument("--title")
    parser.add_argument("--all-ceilings", action="store_true",
                        help="every lower ceiling, not only the few that tell most")
    parser.add_argument("--thumbnails", action="store_true",
                        help="writes a small .png beside each archive, for a gallery")
    chosen = parser.parse_args(arguments)
    if not chosen.thumbnails and not chosen.out:
        raise usage("-o FILE is missing; see scripts/plot --help")
    if chosen.thumbnails and chosen.out:
        raise usage("--thumbnails writes beside the archives, so -o has no meaning with it")
    if chosen.out and not chosen.out.lower().endswith((".svg", ".png", ".pdf")):
        raise usage(f"-o {chosen.out}: the name must end in .svg, .png or .pdf")
    chosen.kind = chosen.kind or ("compare" if len(chosen.archives) > 1 else "roofline")
    if chosen.kind in ("roofline", "sweep", "curve") and len(chosen.archives) > 1 and \
            not chosen.thumbnails:
        raise usage(f"--kind {chosen.kind} takes one archive, not {len(chosen.archives)}")
    for option, kinds in ONLY.items():
        if getattr(chosen, option) and (chosen.kind not in kinds or chosen.thumbnails):
            raise usage(f"--{option.replace('_', '-')} goes with --kind {' or '.join(kinds)}"
                        + (", not with --thumbnails" if chosen.thumbnails else ""))
    chosen.x_range = x_range(chosen.x_range) if chosen.x_range else None
    return chosen


def roofline(chosen, shown, theme):
    from figures.drawing import canvas
    from figures.kinds.roofline import draw_roofline
    placed = kernel_files.read_kernels(chosen.kernels, shown[0], chosen.scope) \
        if chosen.kernels else ()
    figure, (axis,) = canvas.new_figure(theme)
    return figure, draw_roofline(axis, shown[0], kernels=placed, scope=chosen.scope, theme=theme,
                                 levels=chosen.levels, precisions=chosen.precisions,
                                 x_range=chosen.x_range, every=chosen.all_ceilings)


def sweep(chosen, shown, theme):
    from figures.drawing import canvas
    from figures.kinds.sweep import draw_sweep, has_latency
    two = has_latency(shown[0], chosen.scope)
    figure, axes = canvas.new_figure(theme, panels=2 if two else 1, height=5.6 if two else 4.2,
                                     ratios=[3, 2] if two else None)
    return figure, draw_sweep(axes[0], shown[0], scope=chosen.scope, theme=theme,
                              latency_axis=axes[1] if two else None)


def curve(chosen, shown, theme):
    from figures.drawing import canvas
    from figures.kinds.curve import draw_curve, panels_of
    panels = panels_of(shown[0])
    figure, axes = canvas.new_figure(theme, panels=len(panels), height=2.7 * len(panels))
    drawn = [draw_curve(axis, shown[0], panel=place, theme=theme)
             for place, axis in enumerate(axes)]
    drawn[0].key = [entry for one in drawn for entry in one.key]
    return figure, drawn[0]


def compare(chosen, shown, theme):
    from figures.drawing import canvas
    from figures.kinds.compare import draw_compare
    figure, axes = canvas.new_figure(theme, panels=2, height=6.6, ratios=[5, 2])
    return figure, draw_compare(axes[0], shown, ratio_axis=axes[1], levels=chosen.levels,
                                precisions=chosen.precisions, scope=chosen.scope,
                                x_range=chosen.x_range, theme=theme)


def drift(chosen, shown, theme):
    from figures.drawing import canvas
    from figures.kinds.drift import draw_drift
    figure, (axis,) = canvas.new_figure(theme, height=4.2)
    return figure, draw_drift(axis, shown, scope=chosen.scope, theme=theme)


MAKERS = {"roofline": roofline, "sweep": sweep, "curve": curve, "compare": compare, "drift": drift}
TITLES = {"roofline": "", "sweep": ": sweep over working sets", "curve": ": curves",
          "compare": "", "drift": ": drift"}


def title_of(chosen, shown):
    from figures.drawing import canvas
    names = [canvas.name_of(archive) for archive in shown]
    if chosen.title is not None:
        return chosen.title
    joined = " against ".join(names) if len(names) <= 3 else \
        f"{names[0]} against {len(names) - 1} others"
    return (joined if chosen.kind == "compare" else names[0] + TITLES[chosen.kind])


def footer_of(shown):
    """Citations of published archives, whole, each source once."""
    from figures.drawing import lettering
    cited = {}
    for archive in shown:
        if archive["provenance"] == "published":
            for source in archive.get("citation", "").split("; "):
                cited.setdefault(source.strip(), None)
    text = lettering.drawable("published: " + "; ".join(filter(None, cited)), 4000)
    return textwrap.wrap(text, 125) if any(cited) else []


def subtitle_of(chosen, shown):
    from figures import model
    from figures.drawing import canvas
    if len(shown) == 1:
        scope = ""
        if chosen.kind == "roofline":
            scope = model.roofline_of(shown[0], chosen.scope).scope
        return canvas.describe(shown[0], scope)
    marks = [canvas.provenance_words(archive) for archive in shown]
    marks = [mark if marks.count(mark) == len(shown) else f"{marks.count(mark)} of them {mark}"
             for mark in sorted(set(marks) - {""})]
    dates = sorted(str(archive.get("created", ""))[:10] for archive in shown)
    span = dates[0] if dates[0] == dates[-1] else f"{dates[0]} to {dates[-1]}"
    return " · ".join([f"{len(shown)} archives", canvas.lettering.drawable(span)] + marks)


def draw(chosen, shown):
    """The whole figure that the options ask for."""
    from figures.drawing import canvas, style
    theme = style.theme_of(chosen.theme)
    theme = dataclasses.replace(theme, title=theme.title or chosen.title is not None)
    figure, drawn = MAKERS[chosen.kind](chosen, shown, theme)
    canvas.add_title(figure, theme, title_of(chosen, shown), subtitle_of(chosen, shown))
    canvas.add_key(figure, theme, drawn.key, footer_of(shown))
    canvas.watermark(figure, theme, shown)
    return figure


def write_thumbnails(chosen):
    from figures.drawing import canvas
    from figures.kinds.thumbnails import thumbnail
    for path in chosen.archives:
        figure = thumbnail(read_archive(path), chosen.theme)
        canvas.save(figure, str(pathlib.Path(path).with_suffix(".png")), dpi=100, colors=64)


def run(arguments, description):
    chosen = options(arguments, description)
    try:
        write(chosen)
    except (ArithmeticError, LookupError, TypeError, ValueError, RecursionError) as error:
        line = " ".join(str(error).split())[:200]
        raise invalid(", ".join(chosen.archives)[:300], "has something that can't be drawn "
                      f"({type(error).__name__}: {line}); `ridgeline validate` may tell what") \
            from None


def write(chosen):
    from figures.drawing import canvas
    with canvas.settings():
        if chosen.thumbnails:
            write_thumbnails(chosen)
            return
        shown = [read_archive(path) for path in chosen.archives]
        canvas.save(draw(chosen, shown), chosen.out)


def refusal_of(action):
    """The exit code of an action, with one line on stderr where it is refused."""
    try:
        action()
    except Refusal as refusal:
        line = " ".join(str(refusal).split())
        print(f"plot: {line[:600]}", file=sys.stderr)
        return refusal.code
    except KeyboardInterrupt:
        return 130
    return 0


def wrong_usage(arguments, description):
    """Whether the options are wrong, as an exit code; asks for no matplotlib."""
    return refusal_of(lambda: options(arguments, description))


def main(arguments, description):
    return refusal_of(lambda: run(arguments, description))
