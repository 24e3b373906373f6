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
    "kernels/kernel.hpp": "// What a kernel is.\n#include <span>\nstruct CudaBackend;\n",
    "kernels/cpu/read.inl": "// Bodies.\nint body() { return 0; }\n",
    "kernels/cpu/read_sse.cpp": '// SSE.\n#include <immintrin.h>\n#include "read.inl"\n',
    "kernels/cuda/read.cu": "// CUDA.\n#include <cuda_runtime.h>\ncudaError_t f();\n",
    "ceilings/archive.cpp": "// JSON.\n#include <nlohmann/json.hpp>\n",
    "ceilings/stats.hpp": "// Statistics.\n",
    "bench/options.cpp": "// Arguments.\n#include <boost/program_options.hpp>\n",
    "bench/runner.cpp": '// Runs.\n#include <benchmark/benchmark.h>\n'
                        '#include "ceilings/stats.hpp"\n#include "kernels/kernel.hpp"\n',
    "bench/runner.hpp": '// Of cudaMalloc, "__global__" and #if only words.\n'
                        'inline const char* k = "cudaMalloc";\n',
    "bench/devices/topology.cpp": "// Finds.\n#include <hwloc.h>\n",
    "bench/devices/cuda.cpp": "// GPU.\n#include <cuda_runtime.h>\n",
    "tests/stats_test.cpp": '// Tests.\n#include <gtest/gtest.h>\n#include "ceilings/stats.hpp"\n'
                            '#include "tests/support.hpp"\n',
    "tests/support.hpp": "// Help for tests.\n",
    "scripts/build": "#!/bin/sh\ncmake .\n",
    "bench/page/chart.js": "// Names are text, never innerHTML.\nplace.textContent = name;\n",
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
    "kernels include bench": ("kernels/cpu/read.inl", '#include "../../bench/runner.hpp"\n'),
    "ceilings include kernels": ("ceilings/stats.hpp", '#include "kernels/kernel.hpp"\n'),
    "ceilings include bench": ("ceilings/archive.cpp", '#  include "bench/runner.hpp"\n'),
    "bench includes tests": ("bench/runner.cpp", '#include "tests/support.hpp"\n'),
    "includes nothing known": ("bench/runner.cpp", '#include "ceilings/statistics.hpp"\n'),
    "names as markup": ("bench/page/chart.js", "place.innerHTML = name;\n"),
    "the page loads": ("bench/page/chart.js", 'fetch("data.json");\n'),
    "the page links": ("bench/page/chart.js", 'const home = "https://example.org";\n'),
    "the page runs text": ("bench/page/chart.js", "const f = new Function(name);\n"),
    "wide lines in the page": ("bench/page/chart.js", "x = 1;" + " " * 100 + "y = 1;\n"),
    "Boost elsewhere": ("bench/runner.cpp", "#include <boost/program_options.hpp>\n"),
    "hwloc elsewhere": ("bench/devices/cuda.cpp", "#include <hwloc/cudart.h>\n"),
    "Google Benchmark elsewhere": ("ceilings/stats.hpp", "#include <benchmark/benchmark.h>\n"),
    "json elsewhere": ("bench/runner.hpp", "#include <nlohmann/json_fwd.hpp>\n"),
    "GoogleTest elsewhere": ("bench/runner.hpp", "#include <gmock/gmock.h>\n"),
    "CUDA header elsewhere": ("bench/devices/topology.cpp", "#include <cuda.h>\n"),
    "NVML elsewhere": ("bench/devices/cuda.cpp", "#include <nvml.h>\n"),
    "CUDA type elsewhere": ("bench/runner.hpp", "inline void f(cudaStream_t stream);\n"),
    "CUDA driver type elsewhere": ("kernels/kernel.hpp", "CUdevice device();\n"),
    "feature switch in bench": ("bench/runner.hpp", "#ifdef HAVE_CUDA\n"),
    "feature switch in ceilings": ("ceilings/stats.hpp", "  # if 1\n"),
    "long line": ("ceilings/stats.hpp", "// " + "x" * 98 + "\n"),
    "tab": ("ceilings/stats.hpp", "\tint x;\n"),
    "tab in a script": ("scripts/build", "\tcmake .\n"),
    "long file": ("ceilings/stats.hpp", "//\n" * 250),
    "long script": ("scripts/build", "#\n" * 250),
    "long test": ("tests/stats_test.cpp", "//\n" * 400),
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
    assert len(found) == 1 and found[0].startswith(path), found


def test_a_file_without_its_opening_comment_is_noticed():
    found = rules.complaints(SOUND | {"bench/new.hpp": "#pragma once\n// Too late.\n"})
    assert len(found) == 1 and found[0].startswith("bench/new.hpp:1"), found


def test_a_new_top_level_entry_is_noticed():
    found = rules.complaints(SOUND | {"cmake/find.cmake": "# Finds.\n"})
    assert len(found) == 1 and "cmake" in found[0], found


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
