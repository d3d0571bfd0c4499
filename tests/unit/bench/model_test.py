#!/usr/bin/env python3
"""Tests the messages about predicted and measured times. usage: model_test.py BENCH PROGRAMS"""
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree

sys.path.insert(0, sys.argv.pop(1))
PROGRAMS = pathlib.Path(sys.argv.pop(1))
from harness import calibrate, model
from harness.docs import put_between

PROGRAM = """module { func.func @main(%x: tensor<8x40xf32>, %y: tensor<8x40xf32>) -> (tensor<8x40xf32>, tensor<8xf32>) {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.add %x, %y : tensor<8x40xf32>
  %2 = stablehlo.reduce(%y init: %0) applies stablehlo.add across dimensions = [1] : (tensor<8x40xf32>, tensor<f32>) -> tensor<8xf32>
  return %1, %2 : tensor<8x40xf32>, tensor<8xf32> } }
"""


def kernel(predicted, measured, program="/x/softmax.mlir", family="row"):
    return {"program": program, "kernel": f"{family}_{predicted}", "family": family, "predicted_ns": predicted,
            "measured_ns": measured, "spread": 0.01}


def run_of(*kernels):
    return {"cpu": "a machine", "date": "today", "seconds": 0.1, "table": {"cpu": "avx2", "threads": 1}, "kernels": list(kernels)}


class Model(unittest.TestCase):
    def test_twice_and_half_are_good_predictions_and_more_is_not(self):
        self.assertEqual(model.share([kernel(200, 100), kernel(100, 200), kernel(201, 100), kernel(100, 201)]), 0.5)

    def test_the_worst_are_those_furthest_off_in_either_direction(self):
        kernels = [kernel(100, 110), kernel(100, 900), kernel(500, 100)]
        self.assertEqual(model.worst(kernels, 2), [kernels[1], kernels[2]])

    def test_families_are_apart_and_all_come_last(self):
        kernels = [kernel(100, 100), kernel(100, 400), kernel(400, 100, "random 7", "loop")]
        found = model.families(kernels)
        self.assertEqual([(f, len(k)) for f, k in found.items()], [(("random", "loop"), 1), (("rows", "row"), 2), (("all", ""), 3)])
        self.assertAlmostEqual(model.middle(kernels[1:]), 1)

    def test_the_picture_has_a_point_for_each_kernel_and_equal_times_on_the_diagonal(self):
        picture = xml.etree.ElementTree.fromstring(model.scatter(run_of(kernel(1e3, 1e3), kernel(20, 5e6, "random <1>"))))
        points = [p for p in picture.iter() if p.tag.endswith("circle")]
        self.assertEqual(len(points), 2)
        x, y = (float(points[0].get(c)) for c in ("cx", "cy"))
        self.assertAlmostEqual(x - model.MARGIN, model.SIZE + 10 - y, places=1)

    def test_docs_change_between_the_marks_only(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "page.md"
            path.write_text(f"a\n<!-- rows -->\nrows\n<!-- end -->\nb\n{model.BEGIN}\nold\n{model.END}\nc\n<!-- end -->\n")
            put_between(path, "<!-- rows -->", "<!-- end -->", "new rows\n")
            put_between(path, model.BEGIN, model.END, model.markdown(run_of(kernel(1, 1)), "model.svg"))
            text = path.read_text()
        self.assertTrue(text.startswith(f"a\n<!-- rows -->\nnew rows\n<!-- end -->\nb\n{model.BEGIN}\nMachine: a machine"))
        self.assertTrue(text.endswith(f"{model.END}\nc\n<!-- end -->\n"))
        self.assertNotIn("old", text)


class Kernels(unittest.TestCase):
    def measured(self, texts, random=0):
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder) / f"{i}.mlir" for i in range(len(texts))]
            for file, text in zip(files, texts):
                file.write_text(text)
            return model.measure(PROGRAMS, files, 0, random=random)

    def test_every_kernel_of_a_program_is_measured_and_equal_ones_once(self):
        run = self.measured([PROGRAM, PROGRAM])
        self.assertEqual([k["family"] for k in run["kernels"]], ["loop", "reduce"])
        self.assertEqual(run["kernels"][0]["flops"], 320)
        self.assertTrue(all(k["predicted_ns"] >= run["table"]["call"] and k["measured_ns"] > 0 for k in run["kernels"]))

    def test_random_kernels_are_as_many_as_asked_for_and_the_same_each_time(self):
        first, again = self.measured([], 5), self.measured([], 5)
        self.assertEqual([k["plan"] for k in first["kernels"]], [k["plan"] for k in again["kernels"]])
        self.assertEqual(len({k["plan"] for k in first["kernels"]}), 5)

    def test_a_program_that_is_not_one_is_refused_with_its_reason(self):
        with self.assertRaisesRegex(model.Failed, "0.mlir"):
            self.measured(["nonsense"])


class Calibration(unittest.TestCase):
    def test_constants_are_those_that_the_times_were_made_of(self):
        step, kernel, partial = 0.25, 20, 14
        times = {"a": kernel + 33 * step, "b": kernel + 9 * step, "one": kernel, "whole": kernel + 5, "ends": kernel + 5 + 10 * partial * step}
        probes = [calibrate.Probe("ns_per_step", "a", "b", 24, in_ns=True), calibrate.Probe("call", "one", None, 1, in_ns=True),
                  calibrate.Probe("partial", "ends", "whole", 10), calibrate.Probe("turn", "ends", "whole", 10, beside=1)]
        self.assertEqual(calibrate.constants(times, probes), {"ns_per_step": step, "call": kernel, "partial": partial, "turn": partial - 1})

    def test_every_probe_is_one_kernel_and_has_its_constant_in_the_table(self):
        cpu, found = calibrate.calibrate(PROGRAMS, 0, 1)
        self.assertIn(cpu, ("x86-64-v2", "avx2", "avx512"))
        self.assertEqual([name for name, _, _ in found][:7],
                         ["ns_per_step", "call", "unit", "gather", "turn", "partial", "quotient"])
        self.assertTrue(all(stated is not None for _, stated, _ in found))
        self.assertEqual(len(found), 12)


if __name__ == "__main__":
    unittest.main()
