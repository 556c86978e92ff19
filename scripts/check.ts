import { existsSync, globSync } from 'node:fs';
import { endLike, runChild } from './lib/child-process.mjs';

// `npm run check`: whether a change is ready. Each step on its own line with its time; the first failure ends it,
// but for the slow tests: what the quick ones say then is worth their four minutes.
// `npm run check -- --slow` also runs what is slow by nature, as CI does.

interface Step {
  readonly name: string;
  /** A script of the repository and its arguments, run on this Node. */
  readonly run: readonly string[];
  readonly remedy: string;
  /** A reason to leave the step out. */
  readonly skip?: string | false;
  /** Its own output says how it went, and nothing may come after it. */
  readonly speaksForItself?: true;
  /** The next step runs although this one failed. */
  readonly goesOn?: true;
}

const TSC = 'node_modules/typescript/bin/tsc';
// In CI Biome colours every character whether or not anybody sees colours.
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

/** Runs a step; false where none may come after it. */
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
