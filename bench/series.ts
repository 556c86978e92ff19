/**
 * How often any of 52 looks of a series raises an alarm, where nothing has changed and where it is worse by exactly the margin,
 * beside a test at 5 % with every look; and after how many looks a drop of twice the margin is found, beside what theory says.
 * Seeded simulation through the monitors of the service.
 *
 *   node bench/series.ts [series] [first seed] [part of a design's name]   (default 1000, 0, all)
 */
import { SERIES_DESIGNS, simulateAlarms, simulateDrop } from '../server/test/simulations/series.ts';

const [runs, seed, part] = [
  Number(process.argv[2] ?? 1000),
  Number(process.argv[3] ?? 0),
  process.argv[4] ?? '',
];
const LOOKS = 52;
/** Of a drop; each also draws what theory says of it. */
const DROPS = Math.ceil(runs / 10);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

console.log(`${runs} series of ${LOOKS} looks each; of drops ${DROPS}`);
console.log(
  '| design | quiet: alarm | 5 % each look | at the margin: alarm | 5 % each look | drop: theory, took | after 10 looks: theory, took |',
);
console.log('| --- | --- | --- | --- | --- | --- | --- |');
for (const design of SERIES_DESIGNS.filter(({ name }) => name.includes(part))) {
  const quiet = simulateAlarms(design, { runs, looks: LOOKS, seed, margins: 0, weeklyMargins: 0 });
  const worse = simulateAlarms(design, { runs, looks: LOOKS, seed, margins: 1, weeklyMargins: 1 });
  const drops = [0, 10].map((before) =>
    simulateDrop(design, { runs: DROPS, looks: 12, seed, quiet: before }),
  );
  const cells = [
    design.name,
    ...[quiet, worse].flatMap(({ alarmed, weekly }) => [percent(alarmed), percent(weekly)]),
    ...drops.map(
      ({ theory, took, inTheory }) => `${theory}, ${took} (of ${percent(inTheory)} in which theory finds it)`,
    ),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}
