"""Reads archives (results/schema.json): samples and sweeps from the file itself, the parts that
figures use checked; the roofline from `ridgeline show`, which says what is a line."""

import json
import math

from figures.errors import invalid
from figures.program import document_of, program, too_old


def require(good, path, where, what):
    if not good:
        raise invalid(path, f"{where}: {what}; `ridgeline validate` tells more")


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) \
        and math.isfinite(value) and value >= 0


SAMPLE_TEXTS = ("family", "stage", "status", "scope", "level", "path", "precision", "accumulate")


def check_sample(sample, path, where):
    check_texts(sample, SAMPLE_TEXTS, path, where)
    for key in ("work", "shape"):
        part = sample.get(key, {})
        require(isinstance(part, dict) and all(map(number, part.values())), path,
                f"{where}.{key}", "must be an object of numbers")
    require(number(sample.get("working_set", 0)), path, f"{where}.working_set", "must be a number")
    repetitions = sample.get("repetitions")
    require(isinstance(repetitions, list), path, f"{where}.repetitions", "must be a list")
    for place, one in enumerate(repetitions):
        require(isinstance(one, dict) and number(one.get("seconds")) and number(one.get("passes")),
                path, f"{where}.repetitions[{place}]", "must have seconds and passes")


def check_device(device, path):
    require(isinstance(device, dict), path, "device", "must be an object")
    for key in ("class", "model", "unit_name"):
        require(isinstance(device.get(key, ""), str), path, f"device.{key}", "must be text")
    require(number(device.get("units", 0)), path, "device.units", "must be a number")
    levels = device.get("levels", [])
    require(isinstance(levels, list), path, "device.levels", "must be a list")
    for place, level in enumerate(levels):
        require(isinstance(level, dict) and number(level.get("bytes", 0)) and
                isinstance(level.get("name"), str), path, f"device.levels[{place}]",
                "must have a name and bytes")


def check_texts(entry, keys, path, where):
    require(isinstance(entry, dict), path, where, "must be an object")
    for key in keys:
        require(isinstance(entry.get(key, ""), str), path, f"{where}.{key}", "must be text")


def check(archive, path):
    require(isinstance(archive, dict), path, "(root)", "is no archive, which is a JSON object")
    schema = archive.get("schema")
    require(isinstance(schema, str), path, "schema", "is missing, so this is no archive")
    require(schema.split(".")[0] == "1", path, "schema", f"version {schema[:12]} is not known")
    require(archive.get("provenance") in ("measured", "published", "simulated"), path,
            "provenance", "must be measured, published or simulated")
    check_device(archive.get("device"), path)
    check_texts(archive.get("tool", {}), ("name", "version"), path, "tool")
    check_texts(archive, ("created", "profile", "citation"), path, "(root)")
    for key in ("samples", "levels", "empirical"):
        require(isinstance(archive.setdefault(key, []), list), path, key, "must be a list")
    for place, sample in enumerate(archive["samples"]):
        check_sample(sample, path, f"samples[{place}]")
    for key, numbers in (("levels", ("first", "knee", "bandwidth", "latency", "latency_knee")),
                         ("empirical", ("intensity", "rate"))):
        for place, entry in enumerate(archive[key]):
            check_texts(entry, ("name", "variant", "scope", "level"), path, f"{key}[{place}]")
            require(all(number(entry.get(n, 0)) for n in numbers) and
                    (key == "levels" or {"intensity", "rate"} <= set(entry)),
                    path, f"{key}[{place}]", f"must have numbers: {', '.join(numbers)}")


def bytes_of(path):
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except OSError as error:
        raise invalid(path, f"cannot be read: {error.strerror}") from None


def read_archive(path):
    """The archive as a dictionary, checked; its own path under "path", and what `ridgeline show`
    says of it under "roofline"."""
    try:
        archive = json.loads(bytes_of(path).decode("utf-8"))
    except UnicodeDecodeError as error:
        raise invalid(path, f"byte {error.start} is not UTF-8") from None
    except json.JSONDecodeError as error:
        raise invalid(path, f"line {error.lineno}, column {error.colno}: no JSON: {error.msg}; "
                            "is it an archive?") from None
    except RecursionError:
        raise invalid(path, "is nested too deeply to be an archive") from None
    check(archive, path)
    archive["path"] = str(path)
    archive["roofline"] = document_of(path, "show", path)
    if "lines" not in archive["roofline"]:
        raise too_old(program())
    return archive


def device_name(archive):
    device = archive["device"]
    return device.get("model") or device.get("class") or "unknown device"


def sample_rate(sample, repetition):
    """B/s or operations/s of one repetition."""
    work = sample.get("work", {})
    amount = work.get("bytes_read", 0) + work.get("bytes_written", 0) \
        if sample.get("family") == "bandwidth" else work.get("operations", 0)
    return repetition["passes"] * amount / repetition["seconds"] if repetition["seconds"] else 0
