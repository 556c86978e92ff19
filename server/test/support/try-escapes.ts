// Prints how attempts of `escape-attempts.ts` end, as JSON: run by a test as its own user and as nobody.
import { createCodeRunner } from '../../src/measure/graders/code/code-runner.ts';
import { ESCAPE_ATTEMPTS } from './escape-attempts.ts';

const [port = '', python = '0'] = process.argv.slice(2);
const runner = createCodeRunner();
const SAMPLE = JSON.stringify({ input: 'x', response: 'hello', expected: null, metadata: null, trace: null });
const endings: Record<string, string> = {};
let ofPython = 0;
await Promise.all(
  ESCAPE_ATTEMPTS.map(async ({ language, tries, source }) => {
    if (language === 'python' && ofPython++ >= Number(python)) return;
    const call = { language, source: source.replaceAll('PORT', port), timeoutMs: 500, sample: SAMPLE };
    endings[`${language}: ${tries}`] = await runner
      .run(call)
      .then((value) => `value ${JSON.stringify(value)}`.slice(0, 1_000), String);
  }),
);
await runner.stop();
console.log(JSON.stringify(endings));
