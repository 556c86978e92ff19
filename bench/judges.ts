/**
 * How often the 95 % intervals that are reported of judges hold the truth, with a simulated judge of known sensitivity,
 * specificity and position bias. Ends with 1 where, on 100 labels or more, one holds it in fewer than 92 % of the runs.
 *
 *   node bench/judges.ts [runs]   (default 2,000)
 */
import { coverageOf, FIGURES, type JudgeTrial } from '../server/test/simulations/judge-simulation.ts';

const RUNS = Number(process.argv[2] ?? 2000);
const SEED = 20_261_121;
const LEAST = 0.92;

const JUDGES: readonly (Pick<JudgeTrial, 'sensitivity' | 'specificity' | 'byOrder'> & { name: string })[] = [
  { name: 'good', sensitivity: 0.9, specificity: 0.85, byOrder: 0.1 },
  { name: 'lenient', sensitivity: 0.95, specificity: 0.7, byOrder: 0.2 },
  { name: 'poor', sensitivity: 0.75, specificity: 0.75, byOrder: 0.35 },
];
const RATES = [0.5, 0.7, 0.8];
const LABELS = [50, 100, 200];
/** Fewer are too few to call a judge usable, and are shown for comparison. */
const ENOUGH = 100;

let missed = 0;
console.log(
  `${RUNS} runs each, 400 answers, as many pairs as labels; share of 95 % intervals that hold the truth`,
);
for (const { name, ...judge } of JUDGES) {
  for (const rate of RATES) {
    for (const labels of LABELS) {
      const trial = { ...judge, rate, labels, answers: 400, pairs: labels, ties: 0.1 };
      const held = coverageOf(trial, RUNS, SEED);
      const cells = FIGURES.map((figure) => {
        const isMissed = held[figure] < LEAST;
        if (isMissed && labels >= ENOUGH) missed++;
        return `${figure} ${(100 * held[figure]).toFixed(1)} %${isMissed ? ' (below 92 %)' : ''}`;
      });
      console.log(
        `${name.padEnd(8)} rate ${rate}  labels ${String(labels).padStart(3)}  ${cells.join('   ')}`,
      );
    }
  }
}
console.log(
  missed === 0
    ? 'On 100 labels and more every figure holds in 92 % or more.'
    : `${missed} fell short of 92 %.`,
);
process.exitCode = missed === 0 ? 0 : 1;
