import { existsSync, globSync } from 'node:fs';
import { endLike, runChild } from './lib/child-process.mjs';

// `npm run check` shows whether a change is ready. Each step prints one line with its time; the first failure ends the
// run, except for the slow tests, after which the quick ones still run. `npm run check -- --slow` also runs the slow
// tests, as CI does.

interface Step {
  readonly name: string;
  /** A script of the repository and its arguments, run on this Node. */
  readonly run: readonly string[];
  readonly remedy: string;
  /** The reason for skipping the step. */
  readonly skip?: string | false;
  /** Its own output reports the result and must come last. */
  readonly speaksForItself?: true;
  /** Whether the next step runs even if this one failed. */
  readonly goesOn?: true;
}

const TSC = 'node_modules/typescript/bin/tsc';
// In CI Biome would colour its output although nobody sees colours.
const colors = process.stdout.isTTY ? 'force' : 'off';
const typesRemedy = 'Correct the types named above.';
const KNIP = ['node_modules/knip/bin/knip.js', '--config', 'scripts/knip.ts'];
const unusedRemedy =
  'Delete what is named above, or export it no longer; scripts/knip.ts says what counts as used.';

const withSlow = process.argv.includes('--slow');

const STEPS: readonly Step[] = [
  {
    name: 'types: server, client, mock, report, scripts',
    run: [TSC, '-p', '.', '--noEmit'],
    remedy: typesRemedy,
  },
  { name: 'types: entry scripts', run: [TSC, '-p', 'scripts', '--noEmit'], remedy: typesRemedy },
  {
    name: 'types: console',
    run: [TSC, '-p', 'web', '--noEmit'],
    remedy: typesRemedy,
    skip: globSync('web/src/**/*.{ts,tsx}').length === 0 && 'web/src has no source yet',
  },
  {
    name: 'lint and format',
    run: ['node_modules/@biomejs/biome/bin/biome', 'ci', `--colors=${colors}`, '.'],
    remedy:
      '"npm run format" corrects the format and what else can be corrected safely; the rest is named above.',
  },
  { name: 'unused files, exports and dependencies', run: KNIP, remedy: unusedRemedy },
  { name: 'unused in the product itself', run: [...KNIP, '--production'], remedy: unusedRemedy },
  {
    name: 'generated files',
    run: ['scripts/generate.ts', '--check'],
    remedy: 'Run "npm run generate" and commit what it changes.',
    skip: !existsSync('scripts/generate.ts') && 'there is no scripts/generate.ts yet',
  },
  {
    name: 'slow tests (npm run test:slow)',
    run: ['scripts/run.mjs', 'test:slow'],
    remedy: 'Correct what the tests named above found.',
    goesOn: true,
    skip: !withSlow && 'only asked for with "npm run check -- --slow", as CI does',
  },
  {
    name: 'tests (npm test; the architecture rules are among them)',
    run: ['scripts/run.mjs', 'test', ...(withSlow ? ['--rest'] : [])],
    remedy: 'Correct what the tests named above found; "npm test -- <file>" runs one file.',
    speaksForItself: true,
  },
];

for (const step of STEPS) {
  if (!(await passesStep(step))) break;
}

/** Runs a step; false if no further step may run. */
async function passesStep(step: Step): Promise<boolean> {
  if (step.skip) {
    console.log(`- ${step.name}: skipped, ${step.skip}`);
    return true;
  }
  console.log(`> ${step.name}`);
  const started = performance.now();
  const ending = await runChild(process.execPath, step.run);
  const took = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  if (ending.code === 0) {
    if (!step.speaksForItself) console.log(`✔ ${step.name} (${took})`);
    return true;
  }
  console.error(`✖ ${step.name} (${took}). ${step.remedy}`);
  endLike(ending);
  return step.goesOn === true && !ending.isStopped;
}
