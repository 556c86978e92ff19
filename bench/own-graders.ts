// The time of 10,000 gradings: a built-in grader, and code of a user in each language.
import { createCodeRunner, type GraderSpec, gradeAsking } from '../server/src/measure/graders/graders.ts';

const GRADINGS = 10_000;
const code = (language: string, source: string): GraderSpec => ({
  type: 'code',
  options: { language, source },
});
const GRADERS: Readonly<Record<string, GraderSpec>> = {
  contains: { type: 'contains', options: {} },
  javascript: code('javascript', 'const grade = ({ response, expected }) => response.includes(expected);'),
  python: code('python', 'def grade(sample):\n    return sample["expected"] in sample["response"]'),
};

const refuse = () => Promise.reject(new Error('No model is asked.'));
for (const [name, spec] of Object.entries(GRADERS)) {
  const runner = createCodeRunner();
  const services = { embed: refuse, judge: refuse, code: runner.run };
  const grade = (i: number) =>
    gradeAsking(spec, '7', { text: `It is ${i}.`, reasoning: null, finishReason: 'stop' }, services);
  const started = performance.now();
  await grade(0);
  const first = performance.now() - started;
  await Promise.all(Array.from({ length: GRADINGS }, (_, i) => grade(i)));
  const all = performance.now() - started - first;
  console.log(`${name}: ${(all / 1000).toFixed(2)} s, and ${(first / 1000).toFixed(2)} s for the first`);
  await runner.stop();
}
