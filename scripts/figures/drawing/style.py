"""Colours and sizes. Hues after Okabe and Ito, "Color Universal Design" (2008), darkened where a
thin line on white would be hard to see; nothing is said by colour alone: lines are labelled,
dashes and marker shapes tell kinds and verdicts apart. Font sizes in points, none below 7."""

from dataclasses import dataclass, field

from figures.errors import usage

SMALL, NORMAL, LARGE = 7.0, 8.0, 11.0

ON_WHITE = {"blue": "#0072B2", "sky": "#1E88C7", "green": "#007D5B", "orange": "#B97800",
            "red": "#C44E00", "pink": "#A6477F", "olive": "#7A7000", "ink": "#1A1A1A",
            "grey": "#5A5A5A", "violet": "#5B4FA8"}
ON_BLACK = {"blue": "#58A9E0", "sky": "#86CDF5", "green": "#2DC49A", "orange": "#F0B040",
            "red": "#FF8440", "pink": "#E690BD", "olive": "#D6CC55", "ink": "#F0F0F0",
            "grey": "#B4B4B4", "violet": "#A9A0F0"}


@dataclass
class Theme:
    back: str = "#FFFFFF"
    ink: str = "#1A1A1A"
    faint: str = "#5A5A5A"
    grid: str = "#D9D9D9"
    minor: str = "#EFEFEF"
    hues: dict = field(default_factory=lambda: ON_WHITE)
    title: bool = True        # a paper has its caption


THEMES = {"light": Theme(),
          "dark": Theme("#15181C", "#F0F0F0", "#B4B4B4", "#3A3F45", "#24282D", ON_BLACK),
          "paper": Theme(grid="#CFCFCF", minor="#F3F3F3", title=False)}

LEVEL_HUES = {"L1": "blue", "shared": "violet", "L2": "green", "L3": "orange", "L4": "olive",
              "HBM": "pink", "DRAM": "red"}
PRECISION_HUES = {"fp64": "ink", "fp32": "pink", "tf32": "olive", "fp16": "sky", "bf16": "green",
                  "fp8": "violet", "fp4": "orange", "int8": "red", "int32": "blue"}
OVERLAY = ["blue", "red", "green", "pink", "orange", "violet"]
DASHES = ["-", (0, (5, 1.5)), (0, (3, 1.2, 1, 1.2)), (0, (1, 1)), (0, (7, 1.5, 1, 1.5, 1, 1.5))]

# By the verdicts of `ridgeline place`: hue and marker.
VERDICTS = {"above-roof": ("red", "X"), "on-bandwidth-roof": ("blue", "o"),
            "on-compute-roof": ("green", "s"), "at-ridge": ("violet", "D"),
            "under-secondary-ceiling": ("orange", "v"), "between-ceilings": ("pink", "^"),
            "latency-bound": ("grey", "P"), "not-timed": ("olive", "h"),
            "no-ceiling": ("ink", "d"), "not-collected": ("sky", "p")}

# What plain matplotlib settings have to be while a figure is drawn and saved.
SETTINGS = {"svg.fonttype": "none", "svg.hashsalt": "ridgeline", "pdf.fonttype": 42,
            "font.family": ["DejaVu Sans"], "text.hinting": "none", "text.hinting_factor": 1,
            "text.usetex": False, "axes.unicode_minus": False, "path.simplify": True,
            "text.parse_math": False}


def theme_of(name):
    if isinstance(name, Theme):
        return name
    if name not in THEMES:
        raise usage(f"there is no theme '{name}'; there are: {', '.join(THEMES)}")
    return THEMES[name]


def level_hue(theme, level):
    return theme.hues[LEVEL_HUES.get(level.split("@")[0], "grey")]


def precision_hue(theme, precision):
    key = precision.split("->")[0].replace("mxf", "fp").replace("nvf", "fp")
    return theme.hues[PRECISION_HUES.get(key, "grey")]
