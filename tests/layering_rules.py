"""The house rules that can be read off the sources: who includes whom, through which file each
outside library enters, and how large files and functions may be. Pure functions from texts to
complaints; layering_test.py runs them on the tree and on injected violations, and
`python3 layering_rules.py ROOT` prints the tree's complaints."""

import fnmatch
import pathlib
import posixpath
import re
import subprocess
import sys

CPP = (".cpp", ".hpp", ".inl", ".cu", ".cuh")
SCRIPTS = (".py", ".cmake", ".sh", ".js", ".css")
TOP_LEVEL = {"CMakeLists.txt", "CMakePresets.json", "README.md", "CONTRIBUTING.md", "CHANGELOG.md",
             "LICENSE", "bench", "ceilings", "docs", "kernels", "results", "scripts", "tests"}

# Which of the other rooms a room may include.
ROOMS = {"kernels": set(), "ceilings": set(), "bench": {"kernels", "ceilings"},
         "tests": {"kernels", "ceilings", "bench"}}
GENERATED = {"build_facts.hpp"}

# Outside libraries: how their headers are recognised, and the files that may name them.
DOORS = {
    "Boost": (r"boost/", ["bench/options.cpp"]),
    "hwloc": (r"hwloc", ["bench/devices/topology.cpp", "bench/devices/pinning.cpp"]),
    "Google Benchmark": (r"benchmark/", ["bench/fixtures/*", "bench/runner.cpp"]),
    "nlohmann/json": (r"nlohmann/", ["ceilings/archive*.cpp", "ceilings/archive_json*.hpp",
                                     "ceilings/import_*.cpp", "ceilings/export_*.cpp",
                                     "bench/journal.cpp",
                                     "bench/devices/simulated*.cpp", "bench/machine_text.cpp",
                                     "bench/*table*.cpp", "tests/*"]),
    "GoogleTest": (r"g(test|mock)/", ["tests/*"]),
    "CUDA": (r"(cuda|cublas|cooperative_groups|mma\.h)", ["kernels/cuda/*",
                                                          "tests/codegen_cuda/*.cu*",
                                                          "bench/devices/cuda*.cpp",
                                                          "tests/fake_cuda/fake_*.cpp"]),
    "NVML": (r"nvml", ["bench/devices/nvml.cpp"]),
}
CUDA_TYPE = re.compile(r"\b(cuda[A-Z]\w*|CU[a-z]\w*|__global__|__device__|__half2?|__nv_\w+)\b")
PRIVATE_PATH = re.compile(r"(?<![\w.$}~])/(home|root|work|Users|tmp/build)[/-][\w.]")

# What could turn a name in an archive into part of the page, or load something.
PAGE_RISK = re.compile(r"\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write\w*|eval|Function"
                       r"|XMLHttpRequest|WebSocket|import)\b|\bfetch\(|https?://")

FILE_LINES, TEST_LINES, FUNCTION_LINES, COLUMNS = 250, 400, 60, 100


def suffix(path):
    return posixpath.splitext(path)[1]


def code_only(text):
    """The text with comments and the insides of literals blanked out; line breaks stay."""
    pattern = re.compile(
        r'R"([^()\s\\]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])\'(?:\\.|[^\'\\\n])+\''
        r"|//[^\n]*|/\*.*?\*/", re.S)
    blank = lambda match: re.sub(r"[^\n]", " ", match.group())
    # An include's name stands in quotes, and is wanted.
    return pattern.sub(lambda m: m.group() if re.search(
        r"# *include *$", text[max(0, m.start() - 20):m.start()]) else blank(m), text)


def includes(code):
    """(line, quoted?, name) of every include."""
    for number, line in enumerate(code.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line)
        if match:
            yield number, match.group(1) == '"', match.group(2)


def include_complaints(path, code, paths):
    room = path.split("/")[0]
    for number, quoted, name in includes(code):
        where = f"{path}:{number}"
        if quoted:
            beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
            target = name if name in paths else beside
            if name in GENERATED:
                continue
            if target not in paths:
                yield f'{where}: includes "{name}", which is no file of this project'
            elif target.split("/")[0] not in ROOMS[room] | {room}:
                yield f'{where}: {room}/ may not include "{name}"'
        for library, (header, doors) in DOORS.items():
            if re.match(header, name) and not quoted and \
                    not any(fnmatch.fnmatch(path, door) for door in doors):
                yield f"{where}: {library} enters only through {', '.join(doors)}"


def text_complaints(path, code, text):
    room = path.split("/")[0]
    if not re.match(r"//|/\*", text):
        yield f"{path}:1: does not open with a comment on what it is for"
    cuda = any(fnmatch.fnmatch(path, door) for door in DOORS["CUDA"][1])
    for number, line in enumerate(code.splitlines(), 1):
        if not cuda and CUDA_TYPE.search(line):
            yield f"{path}:{number}: CUDA's {CUDA_TYPE.search(line).group()} outside its files"
        if room in ("bench", "ceilings") and re.match(r"\s*#\s*(if|ifdef|ifndef|elif)\b", line):
            yield f"{path}:{number}: no switches by #if in {room}/; the build picks files"


TRANSPARENT = re.compile(r"(template\s*<.*>\s*)?(inline\s+|typedef\s+|constexpr\s+)*"
                         r"(namespace|class|struct|union|enum|extern)\b", re.S)


def functions(code):
    """(first line, last line) of each block with a parameter list that stands in no other such
    block: functions with their heads, lambdas at namespace scope. Initialisers are no functions."""
    code = re.sub(r"(?m)^\s*#.*$", lambda match: " " * len(match.group()), code)
    kinds = []  # of the open blocks
    head = parentheses = first = 0
    for match in re.finditer(r"[{}();]", code):
        token, at = match.group(), match.start()
        parentheses += (token == "(") - (token == ")")
        if token in "()" or (token == ";" and parentheses):
            continue
        if token == "{":
            text = code[head:at].strip()
            if "function" in kinds or parentheses:
                kinds.append("inner")
            elif TRANSPARENT.match(text):
                kinds.append("transparent")
            elif "(" in text and not text.endswith("="):
                kinds.append("function")
                first = code.count("\n", 0, at - len(code[head:at].lstrip())) + 1
            else:
                kinds.append("initialiser")
        elif token == "}" and kinds and kinds.pop() == "function":
            yield first, code.count("\n", 0, at) + 1
        if not parentheses:
            head = match.end()


def size_complaints(path, code, text):
    lines = text.splitlines()
    limit = TEST_LINES if path.startswith("tests/") else FILE_LINES
    if len(lines) > limit:
        yield f"{path}: {len(lines)} lines; at most {limit}: split it"
    for number, line in enumerate(lines, 1):
        if len(line) > COLUMNS:
            yield f"{path}:{number}: {len(line)} columns; at most {COLUMNS}"
        if "\t" in line:
            yield f"{path}:{number}: a tab"
    if suffix(path) in CPP:
        for first, last in functions(code):
            if last - first + 1 > FUNCTION_LINES:
                yield f"{path}:{first}: a function of {last - first + 1} lines; at most " \
                      f"{FUNCTION_LINES}"


def page_complaints(path, text):
    for number, line in enumerate(text.splitlines(), 1):
        risk = PAGE_RISK.search(re.sub(r"^\s*//.*|\s//\s.*", "", line))
        if risk:
            yield f"{path}:{number}: {risk.group()} in the page, which shows text and loads nothing"


def complaints(files):
    """Everything wrong with a tree, given as {path: text}; paths are relative to its root."""
    found = []
    for path, text in sorted(files.items()):
        top = path.split("/")[0]
        if top not in TOP_LEVEL and not top.startswith("."):
            found.append(f"{path}: {top} is not of the top level's few entries")
        for number, line in enumerate(text.splitlines(), 1):
            if PRIVATE_PATH.search(line):
                found.append(f"{path}:{number}: a path of one machine: "
                             f"{PRIVATE_PATH.search(line).group()}...")
        is_cpp = suffix(path) in CPP and top in ROOMS
        code = code_only(text) if is_cpp else ""
        if is_cpp:
            found += include_complaints(path, code, files)
            found += text_complaints(path, code, text)
        if path.startswith("bench/page/") and suffix(path) == ".js":
            found += page_complaints(path, text)
        if is_cpp or suffix(path) in SCRIPTS or text.startswith("#!"):
            found += size_complaints(path, code, text)
        if (suffix(path) in (".cmake", ".json") or top.startswith("CMake") or
                path.endswith("CMakeLists.txt")) and "march=native" in re.sub(r"#.*", "", text):
            found.append(f"{path}: never built for the building machine: it may run elsewhere")
    return found


def read_tree(root):
    """{path: text} of what is or would be tracked; everything but builds where git has no say."""
    root = pathlib.Path(root)
    listed = subprocess.run(
        ["git", "-c", f"safe.directory={root}", "-C", str(root), "ls-files", "-z", "--cached",
         "--others", "--exclude-standard"], capture_output=True, check=False)
    if listed.returncode == 0 and (root / ".git").exists():
        paths = {name for name in listed.stdout.decode().split("\0") if name}
    else:
        paths = {str(path.relative_to(root)) for path in root.rglob("*")
                 if path.relative_to(root).parts[0] not in (".git", "build")
                 and "__pycache__" not in path.parts}
    return {path: (root / path).read_text(encoding="utf-8", errors="replace")
            for path in paths if (root / path).is_file()}


if __name__ == "__main__":
    COMPLAINTS = complaints(read_tree(sys.argv[1]))
    print("\n".join(COMPLAINTS), end="\n" if COMPLAINTS else "")
    sys.exit(bool(COMPLAINTS))
