import { binomialPmf } from '../../src/measure/statistics/distributions.ts';
import type { Interval } from '../../src/measure/statistics/interval.ts';
import { type PairedCounts, tangoInterval } from '../../src/measure/statistics/paired-proportions.ts';
import {
  agreementTable,
  cohenKappa,
  comparePairs,
  createRandom,
  estimateScore,
  predictionPowered,
  type Random,
  roganGladen,
  wilsonInterval,
} from '../../src/measure/statistics/statistics.ts';
import { bonettPrice, clopperPearson, newcombe, wald } from './other-intervals.ts';

/*
 * How often an interval holds the truth, by adding up every possible outcome where there are few enough, and by seeded
 * simulation elsewhere. `bench/statistics-coverage.ts` prints it, a test runs a short version.
 */

const CONFIDENCE = 0.95;

export type ProportionInterval = (successes: number, n: number, confidence: number) => Interval;

export const PROPORTION_INTERVALS: Readonly<Record<string, ProportionInterval>> = {
  Wilson: wilsonInterval,
  'Clopper-Pearson': clopperPearson,
  normal: wald,
};

/** p = .50, .51, … .98. */
export const PROPORTIONS: readonly number[] = Array.from({ length: 49 }, (_, i) => (50 + i) / 100);

const holds = (interval: Interval | null, truth: number) =>
  interval !== null && interval.low <= truth && truth <= interval.high;

/** The exact coverage at each p: the probability of all outcomes whose interval holds it. */
export function enumerateProportion(
  interval: ProportionInterval,
  n: number,
  ps: readonly number[],
): number[] {
  const intervals = Array.from({ length: n + 1 }, (_, x) => interval(x, n, CONFIDENCE));
  return ps.map((p) =>
    intervals.reduce((sum, one, x) => sum + (holds(one, p) ? binomialPmf(x, n, p) : 0), 0),
  );
}

/** The share of `runs` seeded samples of n whose interval holds p. */
export function simulateProportion(
  interval: ProportionInterval,
  { n, p, runs }: { n: number; p: number; runs: number },
): number {
  const random = createRandom(0, 'proportion', String(n), String(p));
  return share(runs, () => holds(interval(successes(random, n, p), n, CONFIDENCE), p));
}

function share(runs: number, once: () => boolean): number {
  let hits = 0;
  for (let run = 0; run < runs; run += 1) if (once()) hits += 1;
  return hits / runs;
}

const coin = (random: Random, p: number) => (random.fraction() < p ? 1 : 0);

function successes(random: Random, n: number, p: number): number {
  let count = 0;
  for (let i = 0; i < n; i += 1) count += coin(random, p);
  return count;
}

export type DifferenceInterval = (counts: PairedCounts, confidence: number) => Interval;

export const DIFFERENCE_INTERVALS: Readonly<Record<string, DifferenceInterval>> = {
  Tango: tangoInterval,
  Newcombe: newcombe,
  'Bonett-Price': bonettPrice,
};

/** P(only A is right) and P(only B is right). */
export type Discordance = readonly [onlyA: number, onlyB: number];

/**
 * The exact coverage of a paired difference over every (b, c). Concordant items are counted as right and wrong alike,
 * half each, which Newcombe's interval alone looks at.
 */
export function enumerateDifference(interval: DifferenceInterval, n: number, [pA, pB]: Discordance): number {
  let covered = 0;
  for (let m = 0; m <= n; m += 1) {
    const chance = binomialPmf(m, n, pA + pB);
    if (chance < 1e-12) continue;
    for (let b = 0; b <= m; b += 1) {
      const bothRight = Math.floor((n - m) / 2);
      const counts = { bothRight, onlyA: b, onlyB: m - b, bothWrong: n - m - bothRight };
      if (holds(interval(counts, CONFIDENCE), pA - pB)) covered += chance * binomialPmf(b, m, pA / (pA + pB));
    }
  }
  return covered;
}

/** An interval by simulation: the truth it should hold, and one draw of it. */
export interface Simulated {
  readonly name: string;
  readonly truth: number;
  draw(random: Random): Interval | null;
}

/** A graded score with a known mean: 1 − u^a has mean a/(1+a) and leans towards 1 as a grows. */
const graded = (random: Random, a: number) => 1 - random.fraction() ** a;
const gradedMean = (a: number) => a / (1 + a);

const some = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const ends = ({ ci_low, ci_high }: { ci_low: number | null; ci_high: number | null }) =>
  ci_low === null || ci_high === null ? null : { low: ci_low, high: ci_high };

function gradedScores(n: number, a: number): Simulated {
  return {
    name: `graded scores, mean ${gradedMean(a).toFixed(2)}, n ${n}: t or logit-t`,
    truth: gradedMean(a),
    draw: (random) =>
      ends(
        estimateScore({ scores: some(n, () => graded(random, a)), binary: false, confidence: CONFIDENCE }),
      ),
  };
}

/** Items of different difficulty, each asked `epochs` times and averaged. */
function repeats(n: number, epochs: number): Simulated {
  return {
    name: `right or wrong, ${epochs} repeats averaged, n ${n}: t or logit-t`,
    truth: 0.75,
    draw(random) {
      const scores = some(n, () => successes(random, epochs, 1 - random.fraction() ** 3) / epochs);
      return ends(estimateScore({ scores, binary: false, confidence: CONFIDENCE }));
    },
  };
}

/** Questions on passages: those of one passage share its difficulty. */
function clustered(passages: number, questions: number): Simulated {
  return {
    name: `${passages} passages of ${questions} questions: clustered logit-t`,
    truth: 0.5,
    draw(random) {
      const hard = some(passages, () => random.fraction());
      const clusters = some(passages * questions, (i) => i % passages);
      const scores = clusters.map((passage) => coin(random, hard[passage] as number));
      return ends(estimateScore({ scores, binary: true, clusters, confidence: CONFIDENCE }));
    },
  };
}

/** Accuracies of items in clusters, of which any two in one are right together as strongly as `icc` says. */
export interface ClusteredDesign {
  readonly passages: number;
  readonly questions: number;
  readonly icc: number;
  readonly accuracy: number;
}

export const CLUSTERED_DESIGNS: readonly ClusteredDesign[] = [16, 24, 40, 80].flatMap((passages) =>
  [2, 5].flatMap((questions) =>
    [0.1, 0.5, 1].flatMap((icc) =>
      [0.5, 0.8, 0.9, 0.95].map((accuracy) => ({ passages, questions, icc, accuracy })),
    ),
  ),
);

/** The shares of runs in which the interval in use, and t where it stays inside [0, 1], hold the accuracy. */
export function simulateClustered(design: ClusteredDesign, runs: number): { used: number; t: number } {
  const { passages, questions, icc, accuracy } = design;
  const random = createRandom(0, 'clustered', ...Object.values(design).map(String));
  const clusters = some(passages * questions, (i) => i % passages);
  let [used, t] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const together = some(passages, () => coin(random, accuracy));
    const scores = clusters.map((passage) =>
      random.fraction() < Math.sqrt(icc) ? (together[passage] as number) : coin(random, accuracy),
    );
    const of = (binary: boolean) => ends(estimateScore({ scores, binary, clusters, confidence: CONFIDENCE }));
    if (holds(of(true), accuracy)) used += 1;
    if (holds(of(false), accuracy)) t += 1;
  }
  return { used: used / runs, t: t / runs };
}

/** Two targets on the same items, whose difficulty they share. */
function pairedScores(n: number, a: number, b: number, passages?: number): Simulated {
  const kind = passages === undefined ? 'paired t' : `${passages} passages, clustered t`;
  return {
    name: `difference of graded scores, n ${n}: ${kind}`,
    truth: (gradedMean(a) - gradedMean(b)) / 2,
    draw(random) {
      const shared = some(passages ?? n, () => random.fraction() / 2);
      const score = (i: number, lean: number) =>
        (shared[i % shared.length] as number) + graded(random, lean) / 2;
      const pairs = {
        a: some(n, (i) => score(i, a)),
        b: some(n, (i) => score(i, b)),
        onlyA: 0,
        onlyB: 0,
        clusters: passages === undefined ? null : some(n, (i) => i % passages),
      };
      const found = comparePairs(pairs, { binary: false, confidence: CONFIDENCE, margin: 0.05 });
      return ends(found);
    },
  };
}

/** A judge that is right on `sens` of the right and `spec` of the wrong answers. */
const judged = (random: Random, human: number, [sens, spec]: readonly [number, number]) =>
  human === 1 ? coin(random, sens) : 1 - coin(random, spec);

const correctedRate: Simulated = {
  name: 'rate behind a judge (sens .9, spec .8), 400 judged, 60 labels each way: Rogan-Gladen',
  truth: 0.7,
  draw(random) {
    const passed = some(400, () => judged(random, coin(random, 0.7), [0.9, 0.8])).filter((one) => one === 1);
    const right = { agreed: successes(random, 60, 0.9), n: 60 };
    const wrong = { agreed: successes(random, 60, 0.8), n: 60 };
    return roganGladen({ passed: passed.length, n: 400 }, { right, wrong }, CONFIDENCE)?.ci ?? null;
  },
};

const powered: Simulated = {
  name: 'mean human score, 100 labels, 400 judgements: PPI++',
  truth: 0.7,
  draw(random) {
    const both = () => {
      const human = coin(random, 0.7);
      return { human, judge: judged(random, human, [0.9, 0.8]) };
    };
    const labelled = some(100, both);
    return predictionPowered({ labelled, unlabelled: some(400, () => both().judge) }, CONFIDENCE)?.ci ?? null;
  },
};

/** With half of the items right and errors of 10 % each way, chance agrees on half and κ is .8. */
const agreement: Simulated = {
  name: 'κ of judge and human, 100 labels',
  truth: 0.8,
  draw(random) {
    const pairs = some(100, () => {
      const human = coin(random, 0.5);
      return [human, judged(random, human, [0.9, 0.9])] as const;
    });
    return cohenKappa(agreementTable(pairs, [0, 1]), CONFIDENCE)?.ci ?? null;
  },
};

export const SIMULATED: readonly Simulated[] = [
  gradedScores(30, 1),
  gradedScores(30, 4),
  gradedScores(100, 9),
  repeats(30, 3),
  repeats(100, 5),
  clustered(30, 4),
  clustered(100, 3),
  pairedScores(30, 4, 2),
  pairedScores(100, 4, 2),
  pairedScores(120, 4, 2, 30),
  correctedRate,
  powered,
  agreement,
];

export function simulate({ name, truth, draw }: Simulated, runs: number): number {
  const random = createRandom(0, name);
  return share(runs, () => holds(draw(random), truth));
}

/** One standard error of a simulated share that is truly `coverage`. */
export const monteCarloError = (coverage: number, runs: number) =>
  Math.sqrt((coverage * (1 - coverage)) / runs);

/** How often a test at 5 % that is looked at k times, equally spaced, finds a difference at least once. */
export function peekingError(looks: number, runs: number): number {
  const random = createRandom(0, 'peeking', String(looks));
  return share(runs, () => {
    let sum = 0;
    for (let look = 1; look <= looks; look += 1) {
      sum += normal(random);
      if (Math.abs(sum) / Math.sqrt(look) > 1.959963985) return true;
    }
    return false;
  });
}

/** A standard normal number (Box and Muller 1958). */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());
}
