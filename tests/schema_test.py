"""results/schema.json against archives that are right and archives that are broken.

The same broken ones (data/archives/faults.json) are given to the program's own reader in
archive_test.cpp, so that the two agree.
"""

import copy
import json
import pathlib

import jsonschema
import pytest

TESTS = pathlib.Path(__file__).resolve().parent
ARCHIVES = TESTS / "data" / "archives"
RESULTS = TESTS.parent / "results"


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


SCHEMA = load(RESULTS / "schema.json")
GOOD = load(ARCHIVES / "schema-1.0.json")
FAULTS = load(ARCHIVES / "faults.json")
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def kept_archives():
    """Archives of released versions, and all measured or published ones in the tree."""
    kept = sorted(ARCHIVES.glob("schema-*.json"))
    return kept + [path for path in sorted(RESULTS.rglob("*.json")) if path.name != "schema.json"]


def edited(document, fault):
    document = copy.deepcopy(document)
    steps = fault["at"].split("/")[1:]
    place = document
    for step in steps[:-1]:
        place = place[int(step) if isinstance(place, list) else step]
    last = int(steps[-1]) if isinstance(place, list) else steps[-1]
    if fault.get("remove"):
        del place[last]
    else:
        place[last] = fault["value"]
    return document


def test_the_schema_itself_is_valid():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", kept_archives(), ids=lambda path: path.name)
def test_archives_are_valid(path):
    assert [error.message for error in VALIDATOR.iter_errors(load(path))] == []


@pytest.mark.parametrize("fault", FAULTS["edits"], ids=lambda fault: fault["what"])
def test_broken_archives(fault):
    assert VALIDATOR.is_valid(edited(GOOD, fault)) != fault["schema"]


def test_most_faults_are_seen():
    seen = sum(fault["schema"] for fault in FAULTS["edits"])
    assert seen >= len(FAULTS["edits"]) - 5


def objects_of(schema, name="archive"):
    """Every object description in the schema, with the name of its definition."""
    yield name, schema
    for key, definition in schema.get("$defs", {}).items():
        yield key, definition


def test_fields_are_described_and_open():
    for name, schema in objects_of(SCHEMA):
        assert schema.get("additionalProperties", True) is True, name
        for field, description in schema.get("properties", {}).items():
            assert description.get("description") or "$ref" in description, f"{name}.{field}"


def test_every_field_of_an_archive_is_in_the_schema():
    """What the program writes has no field that the schema does not describe."""
    closed = copy.deepcopy(SCHEMA)
    for _, schema in objects_of(closed):
        if "properties" in schema:
            schema["additionalProperties"] = False
    validator = jsonschema.Draft202012Validator(closed)
    for path in kept_archives():
        assert [error.message for error in validator.iter_errors(load(path))] == [], path.name


def test_a_newer_minor_version_may_add_fields():
    newer = copy.deepcopy(GOOD)
    newer["schema"] = "1.7"
    newer["weather"] = {"rain": True}
    newer["samples"][0]["repetitions"][0]["temperature"] = 41.5
    assert VALIDATOR.is_valid(newer)
