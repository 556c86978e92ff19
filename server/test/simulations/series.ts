import { BET_SHARES, evidenceOfLooks } from '../../src/measure/statistics/always-valid.ts';
import {
  addMeanLook,
  addQuantileLook,
  createRandom,
  effectiveSizeOfUnits,
  effectiveTimeCount,
  evidenceNeeded,
  type MeanMonitor,
  type MonitoredRun,
  meanEvidence,
  meanLimit,
  type QuantileMonitor,
  quantileEvidence,
  type Random,
  startMeanMonitor,
  startQuantileMonitor,
} from '../../src/measure/statistics/statistics.ts';
import { drawStandardNormal } from '../../src/measure/traffic/variates.ts';

/*
 * Series of looks at a model, by seeded simulation through the monitors of the service: how often any look of a series that is
 * quiet raises an alarm, and after how many looks a change is found. `bench/simulated.ts series` prints it, a test runs a short version.
 */

export interface SeriesDesign {
  readonly name: string;
  readonly margin: number;
  /** A series of its own: what the reference answers, then look after look, worse by so much; of a quantile so many times as late. */
  readonly begin: (random: Random) => {
    look: (worse: number) => MonitoredRun | number[][];
  };
  readonly items: 'frozen' | 'fresh' | 'quantile';
  /** Its units are windows of load. */
  readonly isLoad?: true;
}

interface Answers {
  items: number;
  /** Chances of a right answer, in equal parts; 0 and 1 are answers without chance. */
  levels: readonly number[];
  /** Answers of a cluster are the same with this chance. */
  clusters?: { size: number; same: number };
  fresh?: true;
  margin?: number;
}

/** Right and wrong answers. A model that is worse loses the same share of every item's chance. */
function answers(name: string, { items, levels, clusters, fresh, margin = 0.05 }: Answers): SeriesDesign {
  const size = clusters?.size ?? 1;
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length;
  return {
    name,
    margin,
    items: fresh ? 'fresh' : 'frozen',
    begin(random) {
      const units = items / size;
      // Of a cluster all items are as hard as each other, where they are fresh: so they differ by more than by chance.
      const drawn = () =>
        Array.from({ length: units }, () =>
          Array.from({ length: size }, () => levels[Math.floor(random.fraction() * levels.length)] as number),
        ).map((unit) => (clusters && fresh ? unit.map(() => unit[0] as number) : unit));
      const frozen = Array.from({ length: units }, (_, unit) =>
        Array.from({ length: size }, (_, item) => levels[(unit * size + item) % levels.length] as number),
      );
      return {
        look(worse) {
          const asked = fresh ? drawn() : frozen;
          const kept = 1 - worse / mean;
          const totals = asked.map((unit) => {
            const shared = random.fraction();
            return unit.reduce((total, level) => {
              const isSame = clusters && random.fraction() < clusters.same;
              return total + Number((isSame ? shared : random.fraction()) < level * kept);
            }, 0);
          });
          return { totals, sizes: asked.map(({ length }) => length) };
        },
      };
    },
  };
}

/** Log-normal latencies, of single requests or of windows whose requests share what the server is at. */
interface Latencies {
  requests: number;
  /** Of load: a window's requests share what the server is at, and each waits for the one before it. */
  windows?: number;
  /** Items of a cluster are slow together. */
  clusters?: number;
}

/** Of a window, how much of what one request waits for the next one waits for too. */
const QUEUE = 0.8;

function latencies(name: string, { requests, windows, clusters }: Latencies): SeriesDesign {
  const spreads = { common: windows ? 0.15 : clusters ? 0.3 : 0, own: clusters ? 0.25 : 0.4 };
  return {
    name,
    margin: 1.2,
    items: 'quantile',
    ...(windows && { isLoad: true }),
    begin: (random) => ({
      look(times) {
        const units = windows ?? clusters ?? requests;
        return Array.from({ length: units }, () => {
          const common = spreads.common * drawStandardNormal(random);
          let wait = drawStandardNormal(random);
          return Array.from({ length: requests / units }, () => {
            const drawn = drawStandardNormal(random);
            wait = windows ? QUEUE * wait + Math.sqrt(1 - QUEUE ** 2) * drawn : drawn;
            return times * 800 * Math.exp(common + spreads.own * wait);
          });
        });
      },
    }),
  };
}

const MIXED = [0.98, 0.9, 0.9, 0.6, 0.1];
const FIXED = [1, 1, 1, 1, 0];

export const SERIES_DESIGNS: readonly SeriesDesign[] = [
  answers('frozen, 1500 items', { items: 1500, levels: MIXED }),
  answers('frozen, 800 items that are always answered the same', { items: 800, levels: FIXED }),
  answers('frozen, 400 items, margin .1', { items: 400, levels: MIXED, margin: 0.1 }),
  answers('frozen, 200 clusters of 5, margin .1', {
    items: 1000,
    levels: MIXED,
    clusters: { size: 5, same: 0.5 },
    margin: 0.1,
  }),
  answers('fresh, 1500 items', { items: 1500, levels: MIXED, fresh: true }),
  answers('fresh, 300 clusters of 5, margin .1', {
    items: 1500,
    levels: MIXED,
    clusters: { size: 5, same: 0.3 },
    fresh: true,
    margin: 0.1,
  }),
  latencies('p95 of 500 answers', { requests: 500 }),
  latencies('p95 of 200 clusters of 5 answers', { requests: 1000, clusters: 200 }),
  latencies('p95 of 6 windows of 200 requests', { requests: 1200, windows: 6 }),
  latencies('p95 of 20 windows of 500 requests', { requests: 10_000, windows: 20 }),
];

const P95 = 0.05;
const FALSE_ALARMS = 0.05;

/** Of windows as load counts them, else by their units. */
function effectiveSizeAt({ isLoad }: SeriesDesign, reference: number[][]): number {
  if (!isLoad) return effectiveSizeOfUnits(reference);
  return effectiveTimeCount(
    reference.map((unit) => Float64Array.from(unit)),
    quantile(reference),
  );
}

/** What a monitor of a design says, look by look. */
function monitorOf(design: SeriesDesign, reference: MonitoredRun | number[][]) {
  const { items, margin } = design;
  if (items === 'quantile') {
    const sorted = (reference as number[][]).flat().toSorted((a, b) => a - b);
    const worth = effectiveSizeAt(design, reference as number[][]);
    let monitor: QuantileMonitor = startQuantileMonitor(
      { sorted, worth },
      { above: P95, ratio: margin, alpha: FALSE_ALARMS },
    );
    return {
      add(run: MonitoredRun | number[][]) {
        monitor = addQuantileLook(monitor, run as number[][]);
        return quantileEvidence(monitor);
      },
      won: () => monitor.looks.at(-1) as readonly number[],
    };
  }
  let monitor: MeanMonitor = startMeanMonitor(reference as MonitoredRun, {
    items,
    margin,
    alpha: FALSE_ALARMS,
  });
  return {
    add(run: MonitoredRun | number[][]) {
      monitor = addMeanLook(monitor, run as MonitoredRun);
      return meanEvidence(monitor);
    },
    won: () => wonByLast(monitor),
  };
}

/** Of the last look, bet by bet, what was won on its mean being below the limit. */
function wonByLast(monitor: MeanMonitor): readonly number[] {
  const { less, expected, size } = monitor.looks.at(-1) as MeanMonitor['looks'][number];
  const limit = meanLimit(monitor) as number;
  return less.map((won, k) => won + (BET_SHARES[k] as number) * (size * limit - expected));
}

/** So many draws of a look say what it wins in expectation. */
const DRAWS = 6;

/**
 * After how many looks theory finds it, given what the reference answered, which all looks share: the first at which bets have
 * won enough that win at every look what they win in expectation.
 */
function looksInTheory(draw: () => readonly (readonly number[])[], looks: number): number {
  const drawn = Array.from({ length: DRAWS }, draw);
  const expected = Array.from({ length: looks }, (_, n) =>
    BET_SHARES.map((_bet, k) => drawn.reduce((sum, won) => sum + (won[n]?.[k] as number), 0) / DRAWS),
  );
  const needed = evidenceNeeded(FALSE_ALARMS);
  const at = expected.findIndex((_, n) => evidenceOfLooks(expected.slice(0, n + 1)) >= needed);
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

/** A quantile is as many times later as powers of its ratio; a mean lower by as many margins. */
const worseBy = ({ items, margin }: SeriesDesign, margins: number) =>
  items === 'quantile' ? margin ** margins : margins * margin;

const weeklyZ = 1.6449;

/** One look by itself, beside the reference: what a test at 5 % says that knows nothing of other looks. */
function weekly(
  { items }: SeriesDesign,
  reference: MonitoredRun | number[][],
  run: MonitoredRun | number[][],
  margin: number,
) {
  if (items === 'quantile') {
    const limit = margin * quantile(reference as number[][]);
    const all = (run as number[][]).flat();
    const late = all.filter((value) => value > limit).length / all.length;
    return (late - P95) / Math.sqrt((P95 * (1 - P95)) / all.length) > weeklyZ;
  }
  const rates = ({ totals, sizes }: MonitoredRun) =>
    totals.map((total, unit) => total / (sizes[unit] as number));
  const [own, other] = [rates(run as MonitoredRun), rates(reference as MonitoredRun)];
  const spread = (values: readonly number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      mean,
      error: Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0)) / values.length,
    };
  };
  if (items === 'frozen') {
    const { mean, error } = spread(own.map((value, unit) => (other[unit] as number) - value));
    return mean - margin > weeklyZ * error;
  }
  const [mine, theirs] = [spread(own), spread(other)];
  return theirs.mean - mine.mean - margin > weeklyZ * Math.hypot(mine.error, theirs.error);
}

function quantile(values: number[][]): number {
  const sorted = values.flat().toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * (1 - P95)) - 1] as number;
}

export interface SeriesFound {
  /** The share of series with any alarm. */
  alarmed: number;
  /** The same of a test at 5 % with every look. */
  weekly: number;
}

interface Simulated {
  runs: number;
  looks: number;
  seed: number;
  /** By how many margins it is worse in truth. */
  margins: number;
  /** The margin that the test with every look asks about, in margins. */
  weeklyMargins: number;
}

/** How often any of the looks of a series raises an alarm. */
export function simulateAlarms(design: SeriesDesign, simulated: Simulated): SeriesFound {
  const { runs, looks, seed, margins, weeklyMargins } = simulated;
  let [alarmed, weeklyAlarmed] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const { look } = design.begin(createRandom(seed + run, design.name));
    const reference = look(worseBy(design, 0));
    const monitor = monitorOf(design, reference);
    const limit = worseBy(design, weeklyMargins);
    let [isAlarm, isWeekly] = [false, false];
    for (let n = 0; n < looks; n++) {
      const answered = look(worseBy(design, margins));
      isAlarm ||= monitor.add(answered) >= evidenceNeeded(FALSE_ALARMS);
      isWeekly ||= weekly(design, reference, answered, limit);
    }
    alarmed += Number(isAlarm);
    weeklyAlarmed += Number(isWeekly);
  }
  return { alarmed: alarmed / runs, weekly: weeklyAlarmed / runs };
}

export interface DropFound {
  /** The share of series in which theory finds it within the looks, and of these the looks of the one in the middle. */
  inTheory: number;
  theory: number;
  /** How many looks the same series took. */
  took: number;
  /** The share of them that found it within three times the looks. */
  found: number;
}

/** After how many looks a drop of twice the margin is found that comes after so many quiet looks, beside what theory says of each series. */
export function simulateDrop(
  design: SeriesDesign,
  { runs, looks, seed, quiet }: { runs: number; looks: number; seed: number; quiet: number },
): DropFound {
  const pairs: { theory: number; took: number }[] = [];
  for (let run = 0; run < runs; run++) {
    const { look } = design.begin(createRandom(seed + run, design.name));
    const reference = look(worseBy(design, 0));
    const all = quiet + looks;
    const lookAt = (n: number) => look(worseBy(design, n < quiet ? 0 : 2));
    const theory =
      looksInTheory(() => {
        const monitor = monitorOf(design, reference);
        return Array.from({ length: all }, (_, n) => {
          monitor.add(lookAt(n));
          return monitor.won();
        });
      }, all) - quiet;
    if (theory > looks) continue;
    const monitor = monitorOf(design, reference);
    let n = 0;
    while (n < quiet + 3 * looks && !(monitor.add(lookAt(n)) >= evidenceNeeded(FALSE_ALARMS))) n++;
    pairs.push({ theory, took: n < quiet + 3 * looks ? n + 1 - quiet : Number.POSITIVE_INFINITY });
  }
  const middle = (of: (pair: { theory: number; took: number }) => number) =>
    pairs.map(of).toSorted((a, b) => a - b)[Math.floor(pairs.length / 2)] ?? Number.NaN;
  return {
    inTheory: pairs.length / runs,
    theory: middle(({ theory }) => theory),
    took: middle(({ took }) => took),
    found: pairs.filter(({ took }) => Number.isFinite(took)).length / pairs.length,
  };
}
