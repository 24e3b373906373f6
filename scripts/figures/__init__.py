"""Figures from archives, for papers and slides: functions that draw on a matplotlib axis of your
own (docs/figures.md). scripts/plot makes whole figures with them."""

from figures.archives import read_archive
from figures.kernels import read_kernels

__all__ = ["read_archive", "read_kernels", "draw_roofline", "draw_sweep", "draw_curve",
           "draw_compare", "draw_drift", "thumbnail"]

HOMES = {"draw_roofline": "roofline", "draw_sweep": "sweep", "draw_curve": "curve",
         "draw_compare": "compare", "draw_drift": "drift", "thumbnail": "thumbnails"}


def __getattr__(name):
    """The drawing functions, imported when first used: only these need matplotlib."""
    if name not in HOMES:
        raise AttributeError(f"module 'figures' has no attribute '{name}'")
    import importlib
    return getattr(importlib.import_module("figures.kinds." + HOMES[name]), name)
