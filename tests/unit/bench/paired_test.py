#!/usr/bin/env python3
"""Tests what a race of two builds says about its times. usage: paired_test.py BENCH"""
import random
import sys
import unittest

sys.path.insert(0, sys.argv.pop(1))
from harness.paired import in_turns, judge, spread


def times(of, pairs=18, jitter=0.01, seed=1):
    source = random.Random(seed)
    return [of * source.uniform(1 - jitter, 1 + jitter) for _ in range(pairs)]


class Paired(unittest.TestCase):
    def test_each_goes_first_as_often_as_the_other(self):
        self.assertEqual(in_turns("a", "b", 4), [("a", "b"), ("b", "a"), ("a", "b"), ("b", "a")])

    def test_the_same_build_is_the_same(self):
        for seed in range(100):
            self.assertEqual(judge(times(3, seed=seed), times(3, seed=seed + 100)).word, "same")

    def test_five_percent_are_noise(self):
        self.assertEqual(judge(times(1.04), times(1, seed=2)).word, "same")
        self.assertEqual(judge(times(1), times(1.04, seed=2)).word, "same")

    def test_a_slower_build_is_slower_and_a_faster_one_faster(self):
        slow = judge(times(1.1), times(1, seed=2))
        self.assertEqual(slow.word, "slower")
        self.assertAlmostEqual(slow.ratio, 1 / 1.1, delta=0.01)
        self.assertEqual(judge(times(1), times(1.1, seed=2)).word, "faster")

    def test_both_builds_are_judged_alike(self):
        for factor in (0.8, 0.94, 0.96, 1.04, 1.06, 1.25):
            this, other = times(factor, jitter=0), times(1, jitter=0)
            words = {judge(this, other).word, judge(other, this).word}
            self.assertIn(words, ({"same"}, {"faster", "slower"}))

    def test_a_difference_within_the_rows_own_spread_is_noise(self):
        this = [1.0, 1.5] * 9
        self.assertGreater(judge(this, times(1.1, jitter=0)).spread, 0.05)
        self.assertEqual(judge(this, times(1.3, jitter=0)).word, "same")

    def test_what_hits_a_whole_pair_cancels(self):
        load = [1, 3] * 9
        verdict = judge([2 * l for l in load], [2 * l for l in load])
        self.assertEqual((verdict.ratio, verdict.spread, verdict.word), (1, 0, "same"))

    def test_one_disturbed_pair_does_not_count(self):
        this = times(1)
        this[3] *= 10
        self.assertEqual(judge(this, times(1, seed=2)).word, "same")

    def test_a_pair_has_two_times(self):
        with self.assertRaises(ValueError):
            judge([1, 2, 3], [1, 2])

    def test_spread_is_that_of_the_quartiles(self):
        self.assertAlmostEqual(spread([1, 2, 3, 4, 5, 6, 7]), (6 - 2) / 4)


if __name__ == "__main__":
    unittest.main()
