/**
 * Targets of known skill, compared again and again by the service over HTTP; the mock model draws each answer anew,
 * alike within clusters where a design says so. How often a winner is false, an interval holds the truth, a tie is false,
 * and a difference of the size that the estimate names is found. Ends with 1 where a target is missed by more than chance.
 *
 *   node bench/statistics-aa.ts [families of each design, by default 200] [--applications]      (about ten minutes)
 *
 * With `--applications`: mock applications of known accuracy that are equally good, asked by the endpoints of their stacks;
 * and how often the interval of pass^k holds the truth, for tasks that are simulated through the report of the service.
 */

import {
  type ApplicationDesign,
  coverPassHat,
  runApplicationFamilies,
  type TaskDesign,
} from '../server/test/simulations/known-applications.ts';
import {
  addUp,
  type Design,
  type Found,
  mostByChance,
  runFamilies,
  startForFamilies,
} from '../server/test/simulations/known-targets.ts';
import { onDisk } from '../server/test/support/each-database.ts';
import { formatShareAsPercent, numberArguments, tableHead, tableRow } from './lib/harness.ts';

const [FAMILIES] = numberArguments([200]);

const INDEPENDENT: readonly Design[] = [
  { name: '100 items, .8 .8', items: 100, accuracies: [0.8, 0.8] },
  { name: '100 items, .7 four times', items: 100, accuracies: [0.7, 0.7, 0.7, 0.7] },
  { name: '50 items, three epochs, .6 .6', items: 50, accuracies: [0.6, 0.6], epochs: 3 },
  { name: '250 items, .9 .9 .79 .79', items: 250, accuracies: [0.9, 0.9, 0.79, 0.79] },
];
const CLUSTERED: readonly Design[] = [
  {
    name: '40 clusters of 3, ICC .4, .8 .8',
    items: 120,
    clusters: { size: 3, correlation: 0.4 },
    accuracies: [0.8, 0.8],
  },
  {
    name: '24 clusters of 10, ICC .3, .7 four times',
    items: 240,
    clusters: { size: 10, correlation: 0.3 },
    accuracies: [0.7, 0.7, 0.7, 0.7],
  },
  {
    name: '80 clusters of 5, ICC .5, .9 .79 .79',
    items: 400,
    clusters: { size: 5, correlation: 0.5 },
    accuracies: [0.9, 0.79, 0.79],
  },
];
const PLANNED: readonly Design[] = [
  { name: '100 items', items: 100, accuracies: 'smallest_detectable_difference' },
  { name: '400 items', items: 400, accuracies: 'smallest_detectable_difference' },
  {
    name: '60 clusters of 3 that are copies',
    items: 180,
    clusters: { size: 3, correlation: 1 },
    accuracies: 'smallest_detectable_difference',
  },
  {
    name: '30 clusters of 5 that are copies',
    items: 150,
    clusters: { size: 5, correlation: 1 },
    accuracies: 'smallest_detectable_difference',
  },
  {
    name: '30 clusters of 5, independent',
    items: 150,
    clusters: { size: 5, correlation: 0 },
    accuracies: 'smallest_detectable_if_independent',
  },
];

const APPLICATIONS: readonly ApplicationDesign[] = [
  { name: '2 of .8, 60 questions', questions: 60, accuracy: 0.8, applications: 2 },
  { name: '3 of .6, 40 questions', questions: 40, accuracy: 0.6, applications: 3 },
  { name: '2 of .95, 100 questions', questions: 100, accuracy: 0.95, applications: 2 },
];
const MIXED = [
  { share: 0.6, solved: 0.95 },
  { share: 0.4, solved: 0.4 },
];
const TASKS: readonly TaskDesign[] = [
  { name: '40 tasks, 3 runs', tasks: 40, epochs: 3, kinds: MIXED },
  { name: '100 tasks, 5 runs', tasks: 100, epochs: 5, kinds: MIXED },
  { name: '60 tasks, 4 runs, nearly all solved', tasks: 60, epochs: 4, kinds: [{ share: 1, solved: 0.95 }] },
  { name: '40 clusters of 3, 4 runs', tasks: 120, epochs: 4, kinds: MIXED, clusterOf: 3 },
];

function print(name: string, found: Found): void {
  tableRow(
    name,
    found.families,
    formatShareAsPercent(found.falseWinners, found.families),
    formatShareAsPercent(found.differencesHeld, found.differences),
    formatShareAsPercent(found.heldTogether, found.families),
    formatShareAsPercent(found.scoresHeld, found.scores),
    formatShareAsPercent(found.falseTies, found.apart),
    formatShareAsPercent(found.ties, found.equal),
    formatShareAsPercent(found.winners, found.different),
    (found.correlations / found.differences).toFixed(2),
  );
}

/**
 * Whether the designs of one kind together are no further from the targets than chance takes a service that meets them in
 * 1 of 10,000 runs. Intervals of one family are not independent: all at once count. The power is planned only in the last kind.
 */
function meets(found: Found): boolean {
  const few = (failed: number, of: number, rate: number) => failed <= mostByChance(of, rate);
  return (
    few(found.falseWinners, found.families, 0.05) &&
    few(found.families - found.heldTogether, found.families, 0.05) &&
    few(found.scores - found.scoresHeld, found.scores, 0.06) &&
    few(found.falseTies, found.apart, 0.05) &&
    (found.equal > 0 || few(found.different - found.winners, found.different, 0.2))
  );
}

const service = await startForFamilies(onDisk(undefined, async () => {}));
try {
  await (process.argv.includes('--applications') ? printApplications() : printModels());
} finally {
  await service.stop();
}

async function printModels(): Promise<void> {
  tableHead(
    ...['design', 'families', 'with a false winner', 'differences held', 'all at once', 'scores held'],
    ...['false ties', 'ties of equal targets', 'winners found', 'correlation of targets'],
  );
  for (const [name, designs] of [
    ['**independent items**', INDEPENDENT],
    ['**clusters**', CLUSTERED],
    ['**at the planned difference**', PLANNED],
  ] as const) {
    const all: Found[] = [];
    for (const design of designs) {
      const found = await runFamilies(service, design, FAMILIES);
      print(design.name, found);
      all.push(found);
    }
    const together = addUp(all);
    print(name, together);
    if (!meets(together)) process.exitCode = 1;
  }
}

async function printApplications(): Promise<void> {
  tableHead('equal applications', 'families', 'a winner', 'score held');
  for (const design of APPLICATIONS) {
    const { families, falseWinners, scores, held } = await runApplicationFamilies(service, design, FAMILIES);
    tableRow(
      design.name,
      families,
      formatShareAsPercent(falseWinners, families),
      formatShareAsPercent(held, scores),
    );
  }
  const runs = 5 * FAMILIES;
  console.log('');
  tableHead('tasks', 'runs', 'pass^k held, k = 1, 2, …');
  for (const design of TASKS) {
    const held = await coverPassHat(design, runs);
    tableRow(design.name, runs, held.map((one) => formatShareAsPercent(one, runs)).join(', '));
  }
}
