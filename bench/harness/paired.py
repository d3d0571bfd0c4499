"""Judges pairs of measurements of two builds."""
import dataclasses
import statistics

NOISE = 0.05  # smaller differences say nothing, whatever the spread


@dataclasses.dataclass(frozen=True)
class Verdict:
    """How this build compares with the other one."""
    ratio: float  # median over the pairs of other / this: above 1, this build is faster
    spread: float  # distance of the quartiles of these ratios, relative to their median
    pairs: int

    @property
    def noise(self):
        """The difference that chance alone can cause."""
        return max(NOISE, self.spread)

    @property
    def word(self):
        """Returns "same", "faster" or "slower". The limits are 1 / (1 + noise) and 1 + noise, so both builds are
        judged in the same way."""
        if self.ratio > 1 + self.noise:
            return "faster"
        return "slower" if self.ratio * (1 + self.noise) < 1 else "same"


def in_turns(first, second, rounds):
    """The order of both in each round, A B, B A, A B, ..., so that a drift affects both alike."""
    return [(first, second) if turn % 2 == 0 else (second, first) for turn in range(rounds)]


def spread(values):
    """The distance of the quartiles, relative to the median."""
    low, middle, high = statistics.quantiles(values, n=4)
    return (high - low) / middle


def judge(this, other):
    """Returns the verdict on two lists of times. Number i of one list and number i of the other were measured
    together."""
    ratios = [o / t for t, o in zip(this, other, strict=True)]
    return Verdict(statistics.median(ratios), spread(ratios), len(ratios))
