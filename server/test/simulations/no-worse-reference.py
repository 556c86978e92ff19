"""Reference values of server/src/measure/statistics/no-worse.test.ts, by other ways than the service's: the standard library alone.

Tango's statistic by maximising the likelihood under the margin, t by integrating its density, order statistics by counting
with whole numbers, the bound of a ratio by Zou and Donner's formula, the power by adding up every outcome.

    python3 server/test/simulations/no-worse-reference.py
"""

from fractions import Fraction
from math import comb, erfc, exp, gamma, hypot, log, pi, sqrt
from statistics import NormalDist, mean, stdev

Z = NormalDist()


def upper_normal(z):
    return erfc(z / sqrt(2)) / 2


def upper_t(t, df):
    """P(T > t) by Simpson's rule from 0 to t."""
    scale = gamma((df + 1) / 2) / (sqrt(df * pi) * gamma(df / 2))
    steps = 20_000
    width = abs(t) / steps
    ends = [scale * (1 + (i * width) ** 2 / df) ** (-(df + 1) / 2) for i in range(steps + 1)]
    area = width / 3 * (ends[0] + ends[-1] + 4 * sum(ends[1:-1:2]) + 2 * sum(ends[2:-1:2]))
    return 0.5 - area if t > 0 else 0.5 + area


def restricted(n, b, c, delta):
    """The share of items that only the second solves, of the likelihood's maximum where the difference is delta; golden section."""

    def likelihood(q):
        p = q + delta
        rest = 1 - p - q
        return (b * log(p) if b else 0) + (c * log(q) if c else 0) + ((n - b - c) * log(rest) if n > b + c else 0)

    low, high = max(0.0, -delta) + 1e-15, (1 - delta) / 2 - 1e-15
    ratio = (sqrt(5) - 1) / 2
    for _ in range(300):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        if likelihood(left) > likelihood(right):
            high = right
        else:
            low = left
    return (low + high) / 2


def tango(n, b, c, delta):
    q = restricted(n, b, c, delta)
    return (b - c - n * delta) / sqrt(n * (2 * q + delta * (1 - delta)))


def ranks(n, q, level):
    """The one-sided order statistics of a quantile, each wrong with probability `level` at most."""
    share = Fraction(q, 1000)
    below, total = [], Fraction(0)
    for k in range(n + 1):
        total += comb(n, k) * share**k * (1 - share) ** (n - k)
        below.append(total)
    lower = max((r for r in range(1, n + 1) if below[r - 1] <= Fraction(level)), default=None)
    upper = min((r for r in range(1, n + 1) if below[r - 1] >= 1 - Fraction(level)), default=None)
    return lower, upper


print("Tango's one-sided test of a margin: n, only candidate, only baseline, margin: p of no worse")
for n, b, c, margin in [(100, 8, 12, 0.1), (300, 25, 35, 0.05), (160, 40, 20, 0.05), (50, 0, 0, 0.1), (60, 2, 9, 0.02)]:
    print(f"  {n}, {b}, {c}, {margin}: {upper_normal(tango(n, b, c, -margin)):.10g}")

print("paired t of graded scores against a margin of .1, alone and in clusters of two")
a = [0.8, 0.6, 0.7, 0.9, 0.5, 0.75, 0.65, 0.85, 0.55, 0.95, 0.6, 0.7, 0.8, 0.5, 0.9, 0.65]
b = [0.85, 0.6, 0.8, 0.85, 0.6, 0.8, 0.6, 0.95, 0.6, 0.9, 0.7, 0.65, 0.9, 0.55, 0.9, 0.75]
d = [x - y for x, y in zip(a, b)]
n = len(d)
print(f"  alone: {upper_t((mean(d) + 0.1) / (stdev(d) / sqrt(n)), n - 1):.8g}")
sums = [sum(x - mean(d) for x in d[i : i + 2]) for i in range(0, n, 2)]
count = len(sums)
# The error about the margin: each cluster's sum of what its differences are above it.
about = [sum(x + 0.1 for x in d[i : i + 2]) for i in range(0, n, 2)]
error = sqrt(sum(x * x for x in about)) / n
score = (mean(d) + 0.1) / error
skew = sum(x**3 for x in sums) / sum(x * x for x in sums) ** 1.5
# Hall's cubic, of which the derivative is a square.
cubic = ((1 + skew * score / 3) ** 3 - 1) / skew + skew / 6
print(f"  clusters: {max(upper_t(score, count - 1), upper_t(cubic, count - 1)):.8g}, without the skewness {upper_t(score, count - 1):.8g}")

print("quantiles: values k² ms, k = 1 to 200, of the candidate; (k + 4)² of the baseline: bounds of ln(baseline/candidate) at .05")
mine, theirs = [k * k for k in range(1, 201)], [(k + 4) ** 2 for k in range(1, 201)]
for q in (500, 950):
    lower, upper = ranks(200, q, "0.05")
    rank = -(-200 * q // 1000)
    at, other = log(mine[rank - 1]), log(theirs[rank - 1])
    low = other - at - hypot(other - log(theirs[lower - 1]), log(mine[upper - 1]) - at)
    high = other - at + hypot(log(theirs[upper - 1]) - other, at - log(mine[lower - 1]))
    print(f"  {q}: ranks {lower}, {upper}: {low:.10g} to {high:.10g}")

print("the cost of a solved item: ln(baseline/candidate), its error")
cost, solved = [2, 3, 5, 4, 6, 3, 2, 7], [1, 1, 0, 1, 1, 1, 0, 1]
paid, right = [3, 3, 6, 5, 5, 4, 3, 9], [1, 0, 1, 1, 1, 1, 1, 0]


def ratio(weights):
    total = lambda values: sum(w * v for w, v in zip(weights, values))
    return log(total(paid) / total(right) / (total(cost) / total(solved)))


ones = [1.0] * 8
step = 1e-6
parts = []
for i in range(8):
    more, less = ones.copy(), ones.copy()
    more[i] += step
    less[i] -= step
    parts.append(8 * (ratio(more) - ratio(less)) / (2 * step))
print(f"  {ratio(ones):.10g}, {stdev(parts) / sqrt(8):.8g}")

print("the power of Tango's test, every outcome added up: n, discordance, margin, level")
for n, discordance, margin, level in [(100, 0.2, 0.1, 0.05), (60, 0.2, 0.1, 0.05), (150, 0.1, 0.05, 0.025)]:
    z = Z.inv_cdf(1 - level)
    power = 0.0
    for m in range(n + 1):
        chance = comb(n, m) * discordance**m * (1 - discordance) ** (n - m)
        if chance < 1e-9:
            continue
        # Of m that differ the candidate needs so many, by bisection: more is never worse.
        lo, hi = 0, m + 1
        while lo < hi:
            middle = (lo + hi) // 2
            if tango(n, middle, m - middle, -margin) >= z:
                hi = middle
            else:
                lo = middle + 1
        power += chance * sum(comb(m, k) for k in range(lo, m + 1)) / 2**m
    print(f"  {n}, {discordance}, {margin}, {level}: {power:.6g}")
