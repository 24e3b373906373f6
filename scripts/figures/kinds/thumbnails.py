"""A small picture of an archive's roofs for a gallery: 480 x 320 pixels, few labels."""

from figures.drawing import canvas, lettering, style
from figures.kinds import roofline

WIDTH, HEIGHT = 4.8, 3.2  # inches at 100 dots per inch


def thumbnail(archive, theme="light"):
    """A figure with the roofs of the archive's levels and precisions."""
    theme = style.theme_of(theme)
    figure, (axis,) = canvas.new_figure(theme, WIDTH, 2.3, top=HEIGHT - 2.3 - canvas.BOTTOM)
    roofline.draw_roofline(axis, archive, theme=theme, plain=True)
    mark = canvas.provenance_words(archive).split(",")[0].replace(" figures", "")
    title = canvas.shorten(lettering.drawable(canvas.name_of(archive)), 210, style.NORMAL, "bold")
    canvas.note(figure, 12, 16, title, style.NORMAL, theme.ink, "bold")
    if mark:
        canvas.note(figure, WIDTH * 72 - 14, 16, mark, style.SMALL, theme.faint, align="right")
    canvas.watermark(figure, theme, [archive])
    return figure
