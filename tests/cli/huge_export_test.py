"""A large Nsight Compute export: memory stays bounded."""

import json
import sys

import pytest

from running import RIDGELINE, ROOT, clean_environment
from huge_export import rows

PROBE = """
import resource, subprocess, sys
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
sys.stdout.write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss) + "\\n")
sys.stdout.flush()
sys.stdout.buffer.write(done.stdout)
sys.stderr.buffer.write(done.stderr)
sys.exit(done.returncode)
"""


@pytest.mark.skipif("sanitize" in str(RIDGELINE) or "asan" in str(RIDGELINE),
                    reason="sanitizers need memory of their own")
def test_memory_of_a_large_export(run, tmp_path):
    small, large = tmp_path / "small.csv", tmp_path / "large.csv"
    small.write_text("".join(rows(10)))
    large.write_text("".join(rows(4000)))
    archive = ROOT / "tests/data/archives/simulated-h200-like.json"
    used = {}
    for file in (small, large):
        done = run("-c", PROBE, RIDGELINE, "place", "--on", archive, file, "--format", "json",
                   program=sys.executable, environment=clean_environment())
        assert done.returncode == 0, done.stderr
        kibibytes, _, document = done.stdout.partition("\n")
        assert json.loads(document)
        used[file] = int(kibibytes) * 1024
    # The document grows with the launches, too: what bounds the 80 MB one at 300 MB is 3.7 bytes
    # for each of the file's.
    assert used[large] - used[small] < 8 * large.stat().st_size, used

