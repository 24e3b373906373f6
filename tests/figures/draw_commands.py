"""Runs command lines of scripts/plot in one process, which imports matplotlib once: tests start it
with the Python that has it. Standard input: a JSON object a line, {"arguments", "folder",
"environment"}; standard output: {"code", "said"} for each."""

import contextlib
import io
import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
sys.dont_write_bytecode = True

from figures import command  # noqa: E402

for line in sys.stdin:
    task = json.loads(line)
    os.chdir(task["folder"])
    before = dict(os.environ)
    os.environ.update(task["environment"])
    with contextlib.redirect_stderr(io.StringIO()) as said:
        code = command.main(task["arguments"], "")
    os.environ.clear()
    os.environ.update(before)
    print(json.dumps({"code": code, "said": said.getvalue()}), flush=True)
