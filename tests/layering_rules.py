"""The house rules that can be read off the sources: who includes whom, through which file each
outside library enters, how folders are filled, and how large files and functions may be. Pure
functions from texts to complaints; layering_test.py runs them on the tree and on injected
violations, and `python3 layering_rules.py ROOT` prints the tree's complaints."""

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
# Made while building: its header stands in quotes and is no file of the tree.
GENERATED = {"build_facts.hpp"}

# Inside a room: no folder of a row includes one that comes after it in the row.
ARROWS = {"ceilings": ("archive", "roofline", "place", "import"),
          "bench": ("devices", "plan", "run", "commands"),
          "bench/devices": ("gpu", "nvidia")}

# Outside libraries: how their headers are recognised, and the files that may name them.
DOORS = {
    "Boost": (r"boost/", ["bench/cli/*"]),
    "hwloc": (r"hwloc", ["bench/devices/topology/*.cpp"]),
    "Google Benchmark": (r"benchmark/", ["bench/fixtures/*", "bench/run/runner.cpp"]),
    "nlohmann/json": (r"nlohmann/", [
        "ceilings/archive/json/*", "ceilings/import/*", "ceilings/export/*",
        "bench/devices/simulated/*.cpp", "bench/print/*", "bench/report/*", "bench/run/*.cpp",
        "tests/*"]),
    "utfcpp": (r"utf8(\.h|cpp/|/)", ["ceilings/text/*.cpp"]),
    "GoogleTest": (r"g(test|mock)/", ["tests/*"]),
    "CUDA": (r"(cuda|cublas|cooperative_groups|mma\.h)", [
        "kernels/cuda/*", "tests/codegen_cuda/*.cu*", "bench/devices/nvidia/*.cpp",
        "tests/fake_cuda/fake_*.cpp"]),
    "NVML": (r"nvml", ["bench/devices/nvidia/nvml.cpp"]),
    "instructions": (r"(\w*mmintrin|x86intrin|arm_\w+|cpuid)\.h", [
        "kernels/cpu/*", "kernels/isa/*", "bench/devices/identity/*", "tests/codegen/*",
        "tests/kernels/cpu/*"]),
    "the system": (r"((sys|linux|asm)/.*|fcntl|unistd|dlfcn|poll|pwd|langinfo|sched|time|pthread"
                   r"|signal|glob)\.h", [
        "kernels/isa/*.cpp", "kernels/cuda/build/*.cpp", "ceilings/archive/json/*.cpp",
        "ceilings/import/reading/*.cpp", "bench/*.cpp", "tests/*"]),
}
# All else is the standard library's. Of that, kernels take what knows no system.
STANDARD = r"[a-z_]+|c[a-z]+"
STANDARD_OF_KERNELS = set(
    "algorithm array bit chrono cmath concepts cstddef cstdint cstring initializer_list limits "
    "numbers numeric span stdexcept string string_view tuple type_traits utility variant "
    "vector".split())

# Units without a header of their own: main, commands and kernel tables, which a list names, the
# backends' parts of kernels/registry.hpp, a program of the build's, and alternatives, of which the
# build picks one. The header of a room's main unit may be the room's face, a folder above.
HEADERLESS = ("bench/main.cpp", "bench/commands/*.cpp", "kernels/cpu/registry.cpp",
              "kernels/cuda/registry.cpp", "kernels/cuda/build/*.cpp", "kernels/cpu/x86/*.cpp",
              "kernels/cpu/aarch64/*.cpp", "kernels/cpu/portable/*.cpp", "kernels/isa/isa_*.cpp",
              "kernels/cpu/clock/chain_*.cpp", "bench/devices/identity/cpuid_*.cpp", "*/none.cpp")
# What a folder has of these is no code that somebody has to find the way in.
DATA = ("results/*", "docs/*", "tests/data/*", "tests/goldens/*", "tests/machines/*")
# Each is in a namespace of its own, and their types are named after one grammar.
KERNEL_TABLES = ("kernels/cpu/x86/*", "kernels/cpu/aarch64/*", "kernels/cpu/portable/*",
                 "kernels/cuda/*.cu")

# What is any GPU's says nothing of a vendor, not even in a comment.
ANY_VENDORS = ("bench/devices/gpu/*", "kernels/gpu/*")
VENDOR = re.compile(r"cuda|nvidia|nvml|cublas|nvcc", re.I)
CUDA_TYPE = re.compile(r"\b(cuda[A-Z]\w*|CU[a-z]\w*|__global__|__device__|__half2?|__nv_\w+)\b")
PRIVATE_PATH = re.compile(r"(?<![\w.$}~])/(home|root|work|Users|tmp/build)[/-][\w.]")

# What could turn a name in an archive into part of the page, or load something.
PAGE = "bench/report/page/"
PAGE_RISK = re.compile(r"\b(innerHTML|outerHTML|insertAdjacentHTML|document\.write\w*|eval|Function"
                       r"|XMLHttpRequest|WebSocket|import)\b|\bfetch\(|https?://")

FILE_LINES, FOLDER_FILES, FOLDERS_DEEP, FUNCTION_LINES, COLUMNS = 400, 14, 3, 60, 100


def suffix(path):
    return posixpath.splitext(path)[1]


def stem(path):
    return posixpath.splitext(posixpath.basename(path))[0]


def parent(path):
    return posixpath.basename(posixpath.dirname(path))


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


def matches(path, patterns):
    return any(fnmatch.fnmatch(path, pattern) for pattern in patterns)


def included(path, code, paths):
    """(line, file of this project) of every include of one."""
    for number, quoted, name in includes(code):
        beside = posixpath.normpath(posixpath.join(posixpath.dirname(path), name))
        target = name if name in paths else beside
        if quoted and target in paths:
            yield number, target


def against_the_arrow(path, target):
    for parent, row in ARROWS.items():
        ranks = [row.index(folder) for folder in
                 (file[len(parent) + 1:].split("/")[0] for file in (path, target)
                  if file.startswith(parent + "/")) if folder in row]
        if len(ranks) == 2 and ranks[0] < ranks[1]:
            return parent, row
    return None


def include_complaints(path, code, paths):
    room = path.split("/")[0]
    found = {number: target for number, target in included(path, code, paths)}
    for number, quoted, name in includes(code):
        where = f"{path}:{number}"
        if not quoted:
            yield from outside_complaints(where, path, name)
        elif name in GENERATED:
            continue
        elif number not in found:
            yield f'{where}: includes "{name}", which is no file of this project'
        elif found[number].split("/")[0] not in ROOMS[room] | {room}:
            yield f'{where}: {room}/ may not include "{name}"'
        elif against_the_arrow(path, found[number]):
            parent, row = against_the_arrow(path, found[number])
            yield f'{where}: "{name}" is against the arrow of {parent}/: {" <- ".join(row)}'


def outside_complaints(where, path, name):
    for library, (header, doors) in DOORS.items():
        if re.match(header, name):
            if not matches(path, doors):
                yield f"{where}: {library} enters only through {', '.join(doors)}"
            return
    if not re.fullmatch(STANDARD, name):
        yield f"{where}: <{name}> is of no library that this project takes"
    elif path.startswith("kernels/") and name not in STANDARD_OF_KERNELS and \
            not path.startswith("kernels/cuda/"):
        yield f"{where}: <{name}> is more of the standard library than kernels take"


def cycle_complaints(edges):
    """Groups of folders that include each other, by whatever way; edges: {folder: {folder}}."""
    def reached(start):
        seen, todo = set(), [start]
        while todo:
            for folder in edges.get(todo.pop(), ()):
                if folder not in seen:
                    seen.add(folder)
                    todo.append(folder)
        return seen
    reach = {folder: reached(folder) for folder in edges}
    groups = {frozenset(other for other in seen if folder in reach.get(other, ()))
              for folder, seen in reach.items()}
    for group in sorted(map(sorted, groups)):
        if len(group) > 1:
            yield f"{', '.join(group)}: these folders include each other"


def folder_complaints(paths):
    """Too many files, or too deep; units without their header."""
    folders = {}
    for path in paths:
        if path.split("/")[0] in {*ROOMS, "scripts"} and not matches(path, DATA):
            folders.setdefault(posixpath.dirname(path), []).append(path)
    for folder, files in sorted(folders.items()):
        if len(files) > FOLDER_FILES:
            yield f"{folder}: {len(files)} files in this folder; at most {FOLDER_FILES}"
        # Tests mirror the rooms, one folder further down.
        if len(folder.split("/")) - 1 > FOLDERS_DEEP + folder.startswith("tests/"):
            yield f"{folder}: more than {FOLDERS_DEEP} folders below a room"
    for path in sorted(paths):
        face = posixpath.dirname(path) + ".hpp" if stem(path) == parent(path) else ""
        if suffix(path) == ".cpp" and not path.startswith(("tests/", "docs/")) and \
                not matches(path, HEADERLESS) and not {path[:-4] + ".hpp", face} & paths:
            yield f"{path}: a unit without a header of its name"


TYPE = re.compile(r"^(?:template\s*<[^;{]*>\s*)?(?:class|struct|union|enum(?: class)?)\s+"
                  r"(?:alignas\([^)]*\)\s*)?(\w+)(?:\s+final)?\s*(?::[^:;{][^;{]*)?\{", re.M)


def type_complaints(codes):
    """Names of types that two files define; a program has one definition of each."""
    defined = {}
    for path, code in sorted(codes.items()):
        if not path.startswith("tests/") and not matches(path, KERNEL_TABLES):
            for name in TYPE.findall(code):
                defined.setdefault(name, []).append(path)
    for name, paths in sorted(defined.items()):
        if len(paths) > 1:
            yield f"{paths[1]}: {name} is a type of {paths[0]} already"


def text_complaints(path, code, text):
    room = path.split("/")[0]
    if not re.match(r"//|/\*", text):
        yield f"{path}:1: does not open with a comment on what it is for"
    if matches(path, ANY_VENDORS):
        for number, line in enumerate(text.splitlines(), 1):
            if VENDOR.search(line):
                yield f"{path}:{number}: {VENDOR.search(line).group()} where any GPU's code lies"
    cuda = matches(path, DOORS["CUDA"][1])
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
    if len(lines) > FILE_LINES:
        yield f"{path}: {len(lines)} lines; at most {FILE_LINES}"
    for number, line in enumerate(lines, 1):
        if len(line) > COLUMNS:
            yield f"{path}:{number}: {len(line)} columns; at most {COLUMNS}"
        if "\t" in line:
            yield f"{path}:{number}: a tab"
    if code is not None:
        for first, last in functions(code):
            if last - first + 1 > FUNCTION_LINES:
                yield f"{path}:{first}: a function of {last - first + 1} lines; at most " \
                      f"{FUNCTION_LINES}"


def page_complaints(path, text):
    for number, line in enumerate(text.splitlines(), 1):
        risk = PAGE_RISK.search(re.sub(r"^\s*//.*|\s//\s.*", "", line))
        if risk:
            yield f"{path}:{number}: {risk.group()} in the page, which shows text and loads nothing"


def file_complaints(path, text, code, paths):
    """What is wrong with one file by itself; code: its C++ without comments, None elsewhere."""
    top = path.split("/")[0]
    if top not in TOP_LEVEL and not top.startswith("."):
        yield f"{path}: {top} is not of the top level's few entries"
    for number, line in enumerate(text.splitlines(), 1):
        if PRIVATE_PATH.search(line):
            yield f"{path}:{number}: a path of one machine: {PRIVATE_PATH.search(line).group()}..."
    if code is not None:
        yield from include_complaints(path, code, paths)
        yield from text_complaints(path, code, text)
    if path.startswith(PAGE) and suffix(path) == ".js":
        yield from page_complaints(path, text)
    if code is not None or suffix(path) in SCRIPTS or text.startswith("#!"):
        yield from size_complaints(path, code, text)
    if (suffix(path) in (".cmake", ".json") or top.startswith("CMake") or
            path.endswith("CMakeLists.txt")) and "march=native" in re.sub(r"#.*", "", text):
        yield f"{path}: never built for the building machine: it may run elsewhere"


def complaints(files):
    """Everything wrong with a tree, given as {path: text}; paths are relative to its root."""
    codes = {path: code_only(text) for path, text in files.items()
             if suffix(path) in CPP and path.split("/")[0] in ROOMS}
    found = []
    edges = {}
    for path, text in sorted(files.items()):
        found += file_complaints(path, text, codes.get(path), files)
        for _, target in included(path, codes.get(path, ""), files):
            edges.setdefault(posixpath.dirname(path), set()).add(posixpath.dirname(target))
    found += folder_complaints(set(files))
    found += cycle_complaints(edges)
    found += type_complaints(codes)
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
