"""Kernels placed under a roofline: read from `ridgeline place --format json`, or made by calling
the program on any file of kernels that it reads."""

import json

from figures.archives import bytes_of, number
from figures.errors import invalid
from figures.program import document_of

TEXTS = ("name", "verdict", "bound_by")


def placed(path):
    """The document, if the file is the output of `ridgeline place`; else None."""
    try:
        document = json.loads(bytes_of(path).decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    if not isinstance(document, dict) or "archive" not in document:
        return None
    kernels = document.get("kernels")
    return document if isinstance(kernels, list) and all(
        isinstance(k, dict) and "verdict" in k for k in kernels) else None


def read_kernels(path, archive, scope=""):
    """The placed kernels of a file, longest running first."""
    place = ("place", "--on", archive["path"], path, *(("--scope", scope) if scope else ()))
    kernels = (placed(path) or document_of(path, *place))["kernels"]
    for order, kernel in enumerate(kernels):
        for key, value in kernel.items():
            good = value is None or isinstance(value, (str, bool, list)) or number(value)
            if not good or (key in TEXTS and not isinstance(value, (str, type(None)))):
                raise invalid(path, f"kernels[{order}].{key}: is not what ridgeline place writes")
    return sorted(kernels, key=lambda kernel: -(kernel.get("seconds") or 0))
