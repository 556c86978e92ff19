"""Reference values of the tests of server/src/measure/statistics/*-monitor.ts, by other ways than the service's: the standard library alone.

Products of bets multiplied out with fractions and not added up as logarithms, every beginning by itself, binomial tails summed
up term by term, bounds by stepping.

    python3 server/test/simulations/series-reference.py
"""

from fractions import Fraction as F
from math import comb, exp, log

BETS = [F(95, 100) / 2**k for k in range(9)]


def e_less(units, expected, mean, bet):
    """Bets that the scores' true mean is below `mean`: the product over the units, times what their expectations may add."""
    largest = max(size for _, size in units)
    product = F(1)
    for (total, size), hoped in zip(units, expected):
        product *= 1 - bet * (total - size * hoped) / largest
    drift = sum(size * (mean - hoped) for (_, size), hoped in zip(units, expected)) / largest
    return log(product) + float(bet * drift)


def e_more(units, expected, mean, bet):
    largest = max(size for _, size in units)
    product = F(1)
    for (total, size), hoped in zip(units, expected):
        product *= 1 + bet * (total - size * hoped) / largest
    drift = sum(size * (mean - hoped) for (_, size), hoped in zip(units, expected)) / largest
    return log(product) - float(bet * drift)


def expected_of(runs, frozen, sizes):
    """What runs let expect of each item of a unit."""
    items = sum(size for run in runs for _, size in run)
    common = F(sum(total for run in runs for total, _ in run)) / items
    if not frozen:
        return [common] * len(sizes)
    half = F(1, 2)
    return [
        (sum(F(run[unit][0]) / run[unit][1] for run in runs) + half * common) / (len(runs) + half)
        for unit in range(len(sizes))
    ]


def clopper_pearson(n, right, alpha):
    low, high = 0.0, right / n
    for _ in range(60):
        p = (low + high) / 2
        tail = sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(right, n + 1))
        low, high = (p, high) if tail <= alpha else (low, p)
    return low


def by_bets(reference, expected, alpha):
    """The last millionth of the observed mean at which bets still win enough."""
    observed = F(sum(total for total, _ in reference)) / sum(size for _, size in reference)
    low, high = 0, 10**6
    while high - low > 1:
        middle = (low + high) // 2
        wins = [exp(e_more(reference, expected, observed * middle / 10**6, bet)) for bet in BETS[:6]]
        low, high = (middle, high) if sum(wins) / 6 >= 1 / alpha else (low, middle)
    return float(observed * low / 10**6)


def evidence(won):
    """Of each look bet by bet what it won, as logarithms: begun anew at every look."""
    total = 0.0
    for start in range(1, len(won) + 1):
        products = [exp(sum(look[k] for look in won[start - 1 :])) for k in range(len(won[0]))]
        total += sum(products) / len(products) / (start * (start + 1))
    return log(total)


def means(name, reference, looks, frozen, margin, alpha, exact):
    sizes = [size for _, size in reference]
    first = looks[0]
    expected = expected_of([first], frozen, sizes)
    floor = max(by_bets(reference, expected, alpha / 4), exact(alpha / 4))
    won, seen = [], [reference]
    for look in looks:
        hoped = expected_of(seen, frozen, [size for _, size in look])
        won.append([e_less(look, hoped, F(floor - margin), bet) for bet in BETS])
        seen = [*seen, look]
    print(f"{name}: floor {floor:.9f}, evidence {[round(evidence(won[:n]), 9) for n in range(1, len(won) + 1)]}")


def right_or_wrong(n, wrong):
    return [(F(int(i not in wrong)), 1) for i in range(n)]


reference = right_or_wrong(120, set(range(0, 20)))
looks = [right_or_wrong(120, set(range(0, 20 + 30 * (n > 0)))) for n in range(4)]
means("frozen", reference, looks, True, 0.05, 0.05, lambda level: clopper_pearson(120, 100, level))
means("fresh", reference, looks, False, 0.05, 0.05, lambda level: clopper_pearson(120, 100, level))


def bentkus(units, total, mean_of_units):
    """The least of E(B - c)+ / (total - c), B binomial, over whole c below the total."""
    n, p = units, mean_of_units
    pmf = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    return min(
        sum((k - c) * pmf[k] for k in range(c + 1, n + 1)) / (total - c) for c in range(int(-(-total // 1)))
    )


def by_sums(reference, alpha):
    largest = max(size for _, size in reference)
    items = sum(size for _, size in reference)
    total = float(sum(total for total, _ in reference)) / largest
    observed = float(sum(total for total, _ in reference)) / items
    low, high = 0, 10**6
    while high - low > 1:
        middle = (low + high) // 2
        mean = observed * middle / 10**6 * items / largest / len(reference)
        tail = 1 if total <= len(reference) * mean else min(1, bentkus(len(reference), total, mean))
        low, high = (middle, high) if tail <= alpha else (low, middle)
    return observed * low / 10**6


clusters = [(F(2 + i % 3, 2), 2 + i % 2) for i in range(40)]
worse = [(max(F(0), total - F(3, 4)), size) for total, size in clusters]
means("clusters", clusters, [clusters, worse, worse], True, 0.1, 0.05, lambda level: by_sums(clusters, level))

values = [float((i + 1) ** 2) for i in range(200)]
share = F(1, 20)
ranks = [sum(comb(200, k) * 0.95**k * 0.05 ** (200 - k) for k in range(r)) for r in range(1, 201)]
ceiling = values[next(r for r, tail in enumerate(ranks) if tail >= 1 - 0.025)]
late = [[value * times > 1.2 * ceiling for value in values] for times in (1, 1.5, 1.5)]
won = []
for look in late:
    won.append([sum(log(1 + bet * 8 * (int(one) - share)) for one in look) for bet in BETS])
print(f"p95: ceiling {ceiling}, evidence {[round(evidence(won[:n]), 9) for n in range(1, 4)]}")
