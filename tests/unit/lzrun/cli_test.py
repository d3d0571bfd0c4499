#!/usr/bin/env python3
"""The command line of lz-run: exit statuses, messages and JSON.   usage: cli_test.py LZ_RUN [CLASS]"""

import json
import os
import pathlib
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest

LZ_RUN = sys.argv.pop(1)
ADD = """func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %x, %y : tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""


def npy(values):
    """A one-dimensional float32 array as NumPy writes it."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({len(values)},), }}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + struct.pack(f"<{len(values)}f", *values)


class Tool(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, content):
        (self.path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(self.path / name)

    def run_tool(self, *words, **environment):
        return subprocess.run([LZ_RUN, *words], capture_output=True, text=True, timeout=60,
                              env=dict(os.environ, **environment))

    def arguments(self, *expected):
        return ["--args", self.write("a.npy", npy([1, 2, 3])), self.write("b.npy", npy([10, 20, 30])),
                "--expect", self.write("e.npy", npy(expected))]

    def expect_failure(self, status, message, *words, **streams):
        """Expects that it ends with this status and this message."""
        done = subprocess.run([LZ_RUN, *words], stderr=subprocess.PIPE, text=True, timeout=60,
                              **{"stdout": subprocess.DEVNULL, **streams})
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertRegex(done.stderr, message)


class LzRun(Tool):
    def test_budget(self):
        path = self.write("add.mlir", ADD)
        # Both arguments and the result have a block of 64 bytes.
        self.assertEqual(self.run_tool(path, "--budget", "192").returncode, 0)
        self.expect_failure(4, "out of memory: 64 bytes wanted, 63 available; raise --budget", path, "--budget", "63")
        self.expect_failure(4, "out of memory: 64 bytes wanted, 63 available; release", path, "--budget", "191")
        self.expect_failure(2, "--budget is \"1 GB\".*1.5GiB", path, "--budget", "1 GB")
        refused = self.run_tool(path, LAZULI_MEMORY_BUDGET="63")
        self.assertEqual(refused.returncode, 4, refused.stderr)
        self.assertEqual(self.run_tool(path, "--budget", "1kB", LAZULI_MEMORY_BUDGET="63").returncode, 0)
        wrong = self.run_tool(path, LAZULI_MEMORY_BUDGET="-1")
        self.assertEqual(wrong.returncode, 2, wrong.stderr)
        self.assertIn("LAZULI_MEMORY_BUDGET is \"-1\"", wrong.stderr)

    def test_smaller_plans(self):
        # Both products are computed before the first is sorted.
        array = "tensor<128x128xf32>"
        lines = [f"func.func @main(%a: {array}) -> tensor<128xf32> {{",
                 "  %z = stablehlo.constant dense<0.0> : tensor<f32>"]
        for i, dims in enumerate(("[1] x [0]", "[0] x [1]")):
            lines.append(f"  %p{i} = stablehlo.dot_general %a, %a, contracting_dims = {dims} : ({array}, {array}) -> {array}")
        for i in range(2):
            lines += [f'  %s{i} = "stablehlo.sort"(%p{i}) ({{', "  ^bb0(%x: tensor<f32>, %y: tensor<f32>):",
                      "    %l = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>",
                      f"    stablehlo.return %l : tensor<i1>", f"  }}) {{dimension = 1 : i64}} : ({array}) -> {array}",
                      f"  %v{i} = stablehlo.slice %s{i} [0:1, 0:128] : ({array}) -> tensor<1x128xf32>",
                      f"  %r{i} = stablehlo.reshape %v{i} : (tensor<1x128xf32>) -> tensor<128xf32>"]
        lines += ["  %b = stablehlo.add %r0, %r1 : tensor<128xf32>", "  return %b : tensor<128xf32>", "}", ""]
        path = self.write("sorts.mlir", "\n".join(lines))
        self.assertEqual(self.run_tool(path, "--budget", "300kB", "--threads", "2").returncode, 0)
        self.expect_failure(4, "the plan has these changes already: (order changed|.* with scratch for 1 thread): -", path, "--budget", "200kB", "--threads", "2")

    def test_print(self):
        path = self.write("add.mlir", ADD)
        for form, text in (("lazy-tensor", "%2 = f32[3] aten::add(%1, %0), ROOT=0"), ("function", "Add[T: float](%0, %1)"),
                           ("dot", "node0 -> node2")):
            done = self.run_tool(path, "--print", form)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(text, done.stdout)
        gradient = self.run_tool(self.write("sum.mlir", ADD.replace("<3x", "<")), "--print", "function", "--gradient", "0")
        self.assertIn("return", gradient.stdout)
        self.expect_failure(2, "--print needs a valid value", path, "--print", "svg")
        self.expect_failure(2, "broken.mlir:1", self.write("broken.mlir", "func"), "--print", "dot")

    def test_equal(self):
        for flags in ([], ["--reference"], ["--threads", "2"], ["--cpu", "avx2"]):
            done = self.run_tool(self.write("m.mlir", ADD), *self.arguments(11, 22, 33), *flags)
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_function_is_run_by_its_name(self):
        path = self.write("two.mlir", ADD.replace("main", "add") + ADD.replace("main", "minus").replace(".add", ".subtract"))
        self.assertEqual(self.run_tool(path, "--function", "add", *self.arguments(11, 22, 33)).returncode, 0)
        self.assertEqual(self.run_tool(path, "--function", "minus", *self.arguments(-9, -18, -27)).returncode, 0)
        self.expect_failure(2, "name one of them: add, minus", path)
        self.expect_failure(2, 'no public function "times"; it has add, minus', path, "--function", "times")

    def test_random_arguments_are_the_same_every_time(self):
        runs = [self.run_tool(self.write("m.mlir", ADD), "--reference").stdout.splitlines()[0] for _ in range(2)]
        self.assertEqual(runs[0], runs[1])
        self.assertIn("output 0 tensor<3xf32>:", runs[0])

    def test_difference_names_the_worst_element(self):
        done = self.run_tool(self.write("m.mlir", ADD), *self.arguments(11, 22.5, 33), "--reference")
        self.assertEqual(done.returncode, 1)
        self.assertIn("differs in 1 of 3 elements; worst at [1]: 22 instead of 22.5 (abs 0.5, rel 0.0222, ulp 262144)",
                      done.stdout)

    def test_tolerance(self):
        done = self.run_tool(self.write("m.mlir", ADD), *self.arguments(11, 22.5, 33), "--rtol", "0.1", "--reference")
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_invalid_program_is_located(self):
        done = self.run_tool(self.write("m.mlir", ADD.replace("%y :", "%z :")))
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"m\.mlir:2:\d+: ")

    def test_invalid_arguments(self):
        program = self.write("m.mlir", ADD)
        self.assertEqual(self.run_tool(program, "--args", self.write("a.npy", npy([1, 2, 3]))).returncode, 2)
        self.assertEqual(self.run_tool(program, "--args", self.write("a.npy", b"x"), "b.npy").returncode, 2)
        self.assertEqual(self.run_tool(program, "--unknown").returncode, 2)
        self.assertEqual(self.run_tool("/no/such/file.mlir").returncode, 2)

    def test_unsupported_op_is_named(self):
        text = """func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.cross_replica_sum"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
        done = self.run_tool(self.write("m.mlir", text))
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("cross_replica_sum", done.stderr)

    def test_json_is_one_object_on_one_line(self):
        done = self.run_tool(self.write("m.mlir", ADD), *self.arguments(11, 22, 33), "--json", "--bench", "0.05")
        self.assertEqual(done.stdout.count("\n"), 1)
        result = json.loads(done.stdout)
        self.assertEqual(result["status"], "equal")
        self.assertEqual(result["worst_error"], None)
        self.assertGreater(result["run_ms"]["n"], 1)
        self.assertGreaterEqual(result["run_ms"]["median"], result["run_ms"]["min"])
        for key in ("compile_ms", "arena_bytes", "peak_bytes", "kernels"):
            self.assertIn(key, result)

    def test_several_programs_in_one_file(self):
        done = self.run_tool(self.write("m.mlir", ADD + "// -----\n" + ADD), "--reference", "--json")
        self.assertEqual(done.stdout.count("\n"), 2)

    def test_checks_inside_a_program(self):
        text = """func.func @main() {
  %0 = stablehlo.constant dense<1.0> : tensor<f32>
  %1 = stablehlo.constant dense<VALUE> : tensor<f32>
  stablehlo.custom_call @check.expect_eq(%0, %1) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}
"""
        for value, status in (("1.0", 0), ("2.0", 1)):
            done = self.run_tool(self.write("m.mlir", text.replace("VALUE", value)), "--reference")
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)

    def test_saved_results_read_back(self):
        program, saved = self.write("m.mlir", ADD), str(self.path / "s.npy")
        self.assertEqual(self.run_tool(program, "--reference", "--save", saved).returncode, 0)
        self.assertEqual(self.run_tool(program, "--reference", "--expect", saved).returncode, 0)

    def test_environment_leaves_passes_out(self):
        twice = """func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.tanh %x : tensor<3xf32>
  %1 = stablehlo.tanh %x : tensor<3xf32>
  %2 = stablehlo.add %0, %1 : tensor<3xf32>
  return %2 : tensor<3xf32>
}
"""
        program = self.write("m.mlir", twice)
        for disabled, runs in (("", True), ("lz-cse", False), ("dce, cse", False), ("lz-dce", True)):
            folder = self.path / f"dump-{disabled}"
            done = self.run_tool(program, LAZULI_DUMP=str(folder), LAZULI_DISABLE=disabled)
            self.assertEqual(done.returncode, 0, done.stderr)
            stages = [path.name for path in folder.glob("*/*.mlir")]
            self.assertEqual(any("cse" in name for name in stages), runs, (disabled, stages))

    def test_strict_has_the_bits_of_the_reference(self):
        program = self.write("m.mlir", """func.func @main(%x: tensor<999xf32>, %y: tensor<999xf32>) -> tensor<999xf32> {
  %0 = stablehlo.multiply %x, %y : tensor<999xf32>
  %1 = stablehlo.add %0, %x : tensor<999xf32>
  return %1 : tensor<999xf32>
}
""")
        expected = str(self.path / "expected.npy")
        self.assertEqual(self.run_tool(program, "--reference", "--save", expected).returncode, 0)
        done = self.run_tool(program, "--numerics", "strict", "--expect", expected)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_class_that_the_machine_does_not_run_is_refused(self):
        done = self.run_tool(self.write("a.mlir", ADD), "--cpu", "avx2", LAZULI_CPU="x86-64-v2")
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("x86-64-v2 at most", done.stderr)

    def test_what_is_no_file_is_refused(self):
        program = self.write("m.mlir", ADD)
        self.expect_failure(2, "Is a directory", str(self.path))
        self.expect_failure(2, "Is a directory", program, "--args", str(self.path), str(self.path))
        self.expect_failure(3, "neither text nor", "/dev/zero")
        self.expect_failure(2, "not a .npy file", program, "--args", "/dev/zero", "/dev/zero")
        self.expect_failure(2, "cannot be opened: No such file", "/no/such/file.mlir")

    def test_a_file_without_an_end_is_refused(self):
        with subprocess.Popen(["yes", "// text"], stdout=subprocess.PIPE) as endless:
            self.expect_failure(4, "has no end, or more than", "/dev/stdin", stdin=endless.stdout)
            endless.kill()

    def test_output_that_cannot_be_written_is_an_error(self):
        program = self.write("m.mlir", ADD)
        with open("/dev/full", "w", encoding="ascii") as full:
            for words in ([program, "--reference"], [program, "--reference", "--json"], ["--help"]):
                self.expect_failure(4, "cannot be written: No space left", *words, stdout=full)
        self.expect_failure(4, "/dev/full: cannot be written", program, "--reference", "--save", "/dev/full")

    def test_a_closed_standard_output_is_an_error(self):
        saved = str(self.path / "s.npy")
        self.expect_failure(4, "standard output is closed", self.write("m.mlir", ADD), "--reference", "--save", saved,
                            stdout=None, preexec_fn=lambda: os.close(1))
        self.assertFalse(os.path.exists(saved))

    def test_terabytes_of_arguments_are_refused(self):
        program = self.write("m.mlir", ADD.replace("3xf32", "1099511627776xf32"))
        for flags in ([], ["--reference"]):
            self.expect_failure(4, "argument tensor<1099511627776xf32> of 4398046511104 bytes does not fit", program, *flags)

    def test_bad_flags_are_named(self):
        program = self.write("m.mlir", ADD)
        self.expect_failure(2, "--threads is 100000; use 1 to 4096", program, "--threads", "100000")
        self.expect_failure(2, "--threads needs a valid value", program, "--threads", "99999999999")
        for flag in ("--unknown", "-x", "--threadss"):
            self.expect_failure(2, f"unknown flag {flag}; see lz-run --help", program, flag)

    def test_help_is_printed(self):
        done = self.run_tool("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("--bench SECONDS", done.stdout)

    def test_bench_warms_up_and_runs_at_least_three_times(self):
        program = self.write("m.mlir", ADD)
        for flags in ([], ["--reference"]):
            runs = json.loads(self.run_tool(program, "--json", "--bench", "0", *flags).stdout)["run_ms"]
            self.assertEqual((runs["n"], runs["warm_ups"]), (3, 1))
            runs = json.loads(self.run_tool(program, "--json", *flags).stdout)["run_ms"]
            self.assertEqual((runs["n"], runs["warm_ups"]), (1, 0))

    def interrupt(self, program, after, *words):
        """Runs lz-run, and sends Ctrl-C after this many seconds. Returns the exit status, the message, and the
        seconds from Ctrl-C to the end."""
        with subprocess.Popen([LZ_RUN, program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as process:
            time.sleep(after)
            self.assertIsNone(process.poll())
            start = time.monotonic()
            process.send_signal(signal.SIGINT)
            message = process.communicate(timeout=60)[1]
            seconds = time.monotonic() - start
            print(f"lz-run {' '.join(words)} ended {1000 * seconds:.1f} ms after Ctrl-C", file=sys.stderr)
            return process.returncode, message, seconds

    def test_interrupt_cancels_the_run(self):
        program = self.write("m.mlir", """func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = stablehlo.while(%i = %x) : tensor<f32>
    cond {
      %c = stablehlo.compare LT, %i, %one : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %n = stablehlo.multiply %i, %i : tensor<f32>
      stablehlo.return %n : tensor<f32>
    }
  return %0 : tensor<f32>
}
""")
        argument = self.write("x.npy", npy([0.5]).replace(b"(1,)", b"()  "))
        for flags in ([], ["--threads", "1"], ["--reference"], ["--bench", "1"]):
            status, message, seconds = self.interrupt(program, 2, "--args", argument, *flags)
            self.assertEqual((status, message), (130, "lz-run: interrupted\n"), flags)
            self.assertLess(seconds, 2)

    def test_interrupt_cancels_the_compilation(self):
        """The kernels differ, and each takes tens of milliseconds."""
        count = 2000
        lines = [f"""  %c{i} = stablehlo.constant dense<{i + 2}.5> : tensor<{i + 3}xf32>
  %s{i} = stablehlo.slice %x [0:{i + 3}] : (tensor<{count + 3}xf32>) -> tensor<{i + 3}xf32>
  %m{i} = stablehlo.multiply %s{i}, %c{i} : tensor<{i + 3}xf32>
  %t{i} = stablehlo.tanh %m{i} : tensor<{i + 3}xf32>""" for i in range(count)]
        types = ", ".join(f"tensor<{i + 3}xf32>" for i in range(count))
        results = ", ".join(f"%t{i}" for i in range(count))
        text = "\n".join([f"func.func @main(%x: tensor<{count + 3}xf32>) -> ({types}) {{", *lines, f"  return {results} : {types}", "}\n"])
        program = self.write("long.mlir", text)
        for flags in ([], ["--threads", "1"]):
            status, message, seconds = self.interrupt(program, 3, *flags)
            self.assertEqual((status, message), (130, "lz-run: interrupted\n"), flags)
            self.assertLess(seconds, 2)


class LimitedMemory(Tool):
    """Tests with a limit on addresses, with which no sanitizer works."""

    def test_memory_that_ends_is_an_error(self):
        text = """func.func @main() -> tensor<68719476736xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<68719476736xf32>
  return %0 : tensor<68719476736xf32>
}
"""
        for flags in ([], ["--reference"]):
            self.expect_failure(4, "memory", self.write("m.mlir", text), *flags,
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30)))


if __name__ == "__main__":
    unittest.main()
