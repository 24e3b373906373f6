"""The house rules of layering_rules.py hold for this tree, and each of them notices when it is
broken: a small sound tree is changed in one place at a time."""

import pathlib

import layering_rules as rules
import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent


def test_the_tree_keeps_the_rules():
    files = rules.read_tree(ROOT)
    for room in rules.ROOMS:
        assert any(path.startswith(room + "/") and path.endswith(".cpp") for path in files), room
    found = rules.complaints(files)
    assert not found, "\n" + "\n".join(found)


SOUND = {
    "kernels/kernel.hpp": "// What a kernel is.\n#include <span>\nstruct GpuBackend;\n",
    "kernels/cpu/memory/read.inl": "// Bodies.\nint body() { return 0; }\n",
    "kernels/cpu/x86/sse.cpp": '// SSE.\n#include <immintrin.h>\n#include "../memory/read.inl"\n'
                               "struct Bits {\n  int of;\n};\n",
    "kernels/cpu/x86/avx.cpp": "// AVX.\nstruct Bits {\n  int of;\n};\n",
    "kernels/cuda/memory/read.cu": "// CUDA.\n#include <cuda_runtime.h>\ncudaError_t f();\n",
    "ceilings/roofline.hpp": "// The face.\nstruct Roofline {\n  int roofs;\n};\n",
    "ceilings/stats.cpp": '// Statistics.\n#include "stats.hpp"\n#include <vector>\n',
    "ceilings/stats.hpp": "// Statistics.\n",
    "ceilings/archive/json/read.cpp": '// JSON.\n#include "read.hpp"\n'
                                      "#include <nlohmann/json.hpp>\n",
    "ceilings/archive/json/read.hpp": '// JSON.\n#include "ceilings/roofline.hpp"\n',
    "ceilings/roofline/attainable.hpp": '// Roofs.\n#include "ceilings/roofline.hpp"\n',
    "ceilings/place/place.hpp": "// Places.\nstruct Fit {\n};\n",
    "ceilings/import/any.hpp": "// Imports.\nstruct Fit;  // place.hpp\n",
    "bench/main.cpp": "// Begins.\n",
    "bench/cli/options.cpp": '// Arguments.\n#include <boost/program_options.hpp>\n'
                             '#include "options.hpp"\n',
    "bench/cli/options.hpp": "// Arguments.\n",
    "bench/commands/plan.cpp": '// Plans.\n#include "bench/cli/options.hpp"\n',
    "bench/run/runner.cpp": '// Runs.\n#include <benchmark/benchmark.h>\n#include "runner.hpp"\n'
                            '#include "ceilings/stats.hpp"\n#include "kernels/kernel.hpp"\n',
    "bench/run/runner.hpp": '// Of cudaMalloc, "__global__" and #if only words.\n'
                            'inline const char* k = "cudaMalloc";\n',
    "bench/devices/topology/topology.cpp": '// Finds.\n#include <hwloc.h>\n'
                                           '#include "topology.hpp"\n',
    "bench/devices/topology/topology.hpp": "// Finds.\n",
    "bench/devices/gpu/timing/timer.hpp": "// Times.\n",
    "bench/devices/nvidia/runtime.cpp": '// GPU.\n#include <cuda_runtime.h>\n'
                                        '#include "runtime.hpp"\n',
    "bench/devices/nvidia/runtime.hpp": "// GPU.\n",
    "bench/devices/nvidia/none.cpp": '// No GPU.\n#include "runtime.hpp"\n',
    "bench/build/build_info.cpp": '// Facts.\n#include "build_facts.hpp"\n'
                                  '#include "build_info.hpp"\n',
    "bench/build/build_info.hpp": "// Facts.\n",
    "tests/ceilings/stats_test.cpp": '// Tests.\n#include <gtest/gtest.h>\n'
                                     '#include "ceilings/stats.hpp"\n'
                                     '#include "tests/ceilings/support.hpp"\n',
    "tests/ceilings/support.hpp": "// Help for tests.\nstruct Fit {\n};\n",
    "scripts/build": "#!/bin/sh\ncmake .\n",
    "bench/report/page/chart.js": "// Names are text, never innerHTML.\n"
                                  "place.textContent = name;\n",
    "CMakeLists.txt": "project(ridgeline)\n",
    "kernels/CMakeLists.txt": "# Never -march=native.\n",
    "README.md": "Read /sys/devices, write results/.\n",
    ".gitignore": "/build/\n",
}


def test_a_sound_tree_has_nothing_to_complain_of():
    assert rules.complaints(SOUND) == []


def body(lines, head="int f(int a,\n      int b) {\n"):
    return head + "  a += b;\n" * (lines - head.count("\n") - 1) + "}\n"


BROKEN = {
    "kernels include ceilings": ("kernels/kernel.hpp", '#include "ceilings/stats.hpp"\n'),
    "kernels include bench": ("kernels/cpu/memory/read.inl",
                              '#include "../../../bench/run/runner.hpp"\n'),
    "kernels take files": ("kernels/kernel.hpp", "#include <fstream>\n"),
    "kernels take threads": ("kernels/cpu/x86/sse.cpp", "#include <thread>\n"),
    "ceilings include kernels": ("ceilings/stats.hpp", '#include "kernels/kernel.hpp"\n'),
    "ceilings include bench": ("ceilings/stats.cpp", '#  include "bench/cli/options.hpp"\n'),
    "bench includes tests": ("bench/run/runner.cpp", '#include "tests/ceilings/support.hpp"\n'),
    "includes nothing known": ("bench/run/runner.cpp", '#include "ceilings/statistics.hpp"\n'),
    "a library nobody knows": ("ceilings/stats.hpp", "#include <fmt/format.h>\n"),
    "the old C headers": ("ceilings/stats.hpp", "#include <math.h>\n"),
    "archives look up roofs": ("ceilings/archive/json/read.cpp",
                               '#include "ceilings/roofline/attainable.hpp"\n'),
    "roofs look up importers": ("ceilings/roofline/attainable.hpp",
                                '#include "ceilings/import/any.hpp"\n'),
    "any GPU's part looks up NVIDIA's": ("bench/devices/gpu/timing/timer.hpp",
                                         '#include "bench/devices/nvidia/runtime.hpp"\n'),
    "devices look up the run": ("bench/devices/topology/topology.cpp",
                                '#include "bench/run/runner.hpp"\n'),
    "names as markup": ("bench/report/page/chart.js", "place.innerHTML = name;\n"),
    "the page loads": ("bench/report/page/chart.js", 'fetch("data.json");\n'),
    "the page links": ("bench/report/page/chart.js", 'const home = "https://example.org";\n'),
    "the page runs text": ("bench/report/page/chart.js", "const f = new Function(name);\n"),
    "wide lines in the page": ("bench/report/page/chart.js", "x = 1;" + " " * 100 + "y = 1;\n"),
    "Boost elsewhere": ("bench/run/runner.cpp", "#include <boost/program_options.hpp>\n"),
    "hwloc elsewhere": ("bench/devices/nvidia/runtime.cpp", "#include <hwloc/cudart.h>\n"),
    "Google Benchmark elsewhere": ("ceilings/stats.hpp", "#include <benchmark/benchmark.h>\n"),
    "json elsewhere": ("bench/run/runner.hpp", "#include <nlohmann/json_fwd.hpp>\n"),
    "utfcpp elsewhere": ("ceilings/stats.cpp", "#include <utf8.h>\n"),
    "GoogleTest elsewhere": ("bench/run/runner.hpp", "#include <gmock/gmock.h>\n"),
    "CUDA header elsewhere": ("bench/devices/topology/topology.cpp", "#include <cuda.h>\n"),
    "CUDA header in any GPU's part": ("bench/devices/gpu/timing/timer.hpp",
                                      "#include <cuda_runtime_api.h>\n"),
    "a vendor's name in any GPU's part": ("bench/devices/gpu/timing/timer.hpp",
                                          "// As NVML says.\n"),
    "NVML elsewhere": ("bench/devices/nvidia/runtime.cpp", "#include <nvml.h>\n"),
    "instructions elsewhere": ("bench/run/runner.cpp", "#include <immintrin.h>\n"),
    "the system in the model": ("ceilings/stats.cpp", "#include <unistd.h>\n"),
    "the system in a header": ("bench/run/runner.hpp", "#include <sys/mman.h>\n"),
    "CUDA type elsewhere": ("bench/run/runner.hpp", "inline void f(cudaStream_t stream);\n"),
    "CUDA driver type elsewhere": ("kernels/kernel.hpp", "CUdevice device();\n"),
    "feature switch in bench": ("bench/run/runner.hpp", "#ifdef HAVE_CUDA\n"),
    "feature switch in ceilings": ("ceilings/stats.hpp", "  # if 1\n"),
    "one name, two types": ("ceilings/stats.hpp", "struct Roofline final : Base {\n};\n"),
    "one name, a type and an enumeration": ("ceilings/stats.hpp",
                                            "enum class Roofline { kOne };\n"),
    "long line": ("ceilings/stats.hpp", "// " + "x" * 98 + "\n"),
    "tab": ("ceilings/stats.hpp", "\tint x;\n"),
    "tab in a script": ("scripts/build", "\tcmake .\n"),
    "long file": ("ceilings/stats.hpp", "//\n" * 400),
    "long script": ("scripts/build", "#\n" * 400),
    "long test": ("tests/ceilings/stats_test.cpp", "//\n" * 400),
    "long function": ("ceilings/stats.hpp", "namespace a {\n" + body(61) + "}\n"),
    "long method": ("ceilings/stats.hpp", "class A final : public B {\n" + body(61) + "};\n"),
    "long constructor": ("ceilings/stats.hpp", body(61, "A::A(int a) : a_(a), b_(1) {\n")),
    "long function of a template": ("ceilings/stats.hpp",
                                    body(61, "template <class T = void>\nauto f(T a) -> int {\n")),
    "native build of kernels": ("kernels/CMakeLists.txt", "set(flags -march=native)  # fast\n"),
    "private path": ("README.md", "See /" + "home/someone/results.\n"),
    "private path in a comment": ("ceilings/stats.hpp", "// from /" + "work/main\n"),
    "native build": ("CMakeLists.txt", "add_compile_options(-march=native)\n"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_violation_is_noticed(name):
    path, added = BROKEN[name]
    found = rules.complaints(SOUND | {path: SOUND[path] + added})
    if len(found) > 1:  # in gpu/ a vendor's header is a vendor's name, too
        found = [complaint for complaint in found if "any GPU's code lies" not in complaint]
    assert len(found) == 1 and found[0].startswith(path), found


def files_in(folder, count, text="// One of many.\n"):
    return {f"{folder}/{number}.hpp": text for number in range(count)}


ADDED = {  # the files that break a rule by being there, and where the complaint begins
    "no opening comment": ({"bench/new.hpp": "#pragma once\n// Too late.\n"}, "bench/new.hpp:1"),
    "a new top-level entry": ({"cmake/find.cmake": "# Finds.\n"}, "cmake/find.cmake: cmake is not"),
    "a full folder": (files_in("bench/plan", 15), "bench/plan: 15 files"),
    "a full folder of scripts": ({f"scripts/peers/{n}.py": "" for n in range(15)},
                                 "scripts/peers: 15 files"),
    "a full folder of tests": (files_in("tests/kernels", 15), "tests/kernels: 15 files"),
    "a deep folder": (files_in("bench/devices/gpu/links/far", 1),
                      "bench/devices/gpu/links/far: more than 3 folders"),
    "a unit without its header": ({"ceilings/names.cpp": "// Says.\n"},
                                  "ceilings/names.cpp: a unit"),
    "a header of another name": (
        {"ceilings/says.cpp": "// Says.\n", "ceilings/names.hpp": "// Names.\n"},
        "ceilings/says.cpp: a unit"),
    "folders that include each other": (
        {"ceilings/samples/a.hpp": '// A.\n#include "ceilings/limits/b.hpp"\n',
         "ceilings/limits/b.hpp": '// B.\n#include "ceilings/samples/a.hpp"\n'},
        "ceilings/limits, ceilings/samples: these folders"),
    "a ring of folders": (
        {"ceilings/one/a.hpp": '// A.\n#include "ceilings/two/b.hpp"\n',
         "ceilings/two/b.hpp": '// B.\n#include "ceilings/two/deep/c.hpp"\n',
         "ceilings/two/deep/c.hpp": '// C.\n#include "ceilings/one/d.hpp"\n',
         "ceilings/one/d.hpp": "// D.\n"},
        "ceilings/one, ceilings/two, ceilings/two/deep: these folders"),
}


@pytest.mark.parametrize("name", ADDED)
def test_a_file_that_breaks_a_rule_is_noticed(name):
    added, beginning = ADDED[name]
    found = rules.complaints(SOUND | added)
    assert len(found) == 1 and found[0].startswith(beginning), found


@pytest.mark.parametrize("added", [
    files_in("bench/plan", 14),
    {f"tests/data/ncu/{number}.csv": "" for number in range(40)},
    {f"results/one-machine/{number}.json": "" for number in range(40)},
    files_in("tests/bench/devices/gpu/links", 1),
    {"kernels/isa/isa_x86.cpp": "// Asks.\n", "bench/commands/show.cpp": "// Shows.\n"},
])
def test_what_the_rules_allow_is_no_violation(added):
    assert rules.complaints(SOUND | added) == []


@pytest.mark.parametrize("text", [
    body(60),
    "namespace a {\n" + body(60) + body(60) + "}\n",
    "constexpr Row kTable[] = {\n" + "    {f(1), 2},\n" * 80 + "};\n",
    "class A {\n" + "  int f(int a = 1) const { return a; }\n" * 80 + "};\n",
    "// { unbalanced\ninline const char* k = \"{\"; char c = '{';\n" + body(30) + body(40),
    "inline const char* k = R\"x(\n" + "f() {\n" * 80 + ")x\";\n",
])
def test_functions_within_the_limit_are_no_violation(text):
    assert rules.complaints(SOUND | {"ceilings/stats.hpp": "// Statistics.\n" + text}) == []


def test_functions_are_measured_with_their_heads():
    code = "namespace a {\n\n" + body(61) + "\n" + body(3) + "}\n"
    assert list(rules.functions(code)) == [(3, 63), (65, 67)]
