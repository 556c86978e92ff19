/**
 * Mock applications of known accuracy, asked over HTTP by the endpoints of their stacks: how often the interval holds the
 * accuracy, and how often a winner is named among equal ones. Then how often the interval of pass^k holds the truth, for
 * tasks that are simulated through the report of the service.
 *
 *   node bench/applications.ts [families, by default 400]      (about three minutes)
 */

import {
  type ApplicationDesign,
  coverPassHat,
  runApplicationFamilies,
  type TaskDesign,
} from '../server/test/simulations/known-applications.ts';
import { startForFamilies } from '../server/test/simulations/known-targets.ts';
import { onDisk } from '../server/test/support/each-database.ts';

const FAMILIES = Number(process.argv[2] ?? 400);

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

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;

const service = await startForFamilies(onDisk(undefined, async () => {}));
try {
  console.log('| equal applications | families | a winner | score held |\n| --- | --- | --- | --- |');
  for (const design of APPLICATIONS) {
    const { families, falseWinners, scores, held } = await runApplicationFamilies(service, design, FAMILIES);
    console.log(
      `| ${design.name} | ${families} | ${percent(falseWinners, families)} | ${percent(held, scores)} |`,
    );
  }
} finally {
  await service.stop();
}
console.log('\n| tasks | runs | pass^k held, k = 1, 2, … |\n| --- | --- | --- |');
for (const design of TASKS) {
  const held = await coverPassHat(design, 5 * FAMILIES);
  console.log(
    `| ${design.name} | ${5 * FAMILIES} | ${held.map((one) => percent(one, 5 * FAMILIES)).join(', ')} |`,
  );
}
