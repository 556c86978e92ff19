// What the slowest replies cost each grader, in milliseconds: node bench/graders.ts
import { grade } from '../server/src/graders/graders.ts';

const CASES: readonly [type: string, expected: string, reply: string, options?: object][] = [
  ['regex', '(?:a?){48}a{48}[^a]', 'a'.repeat(130_000)],
  ['regex', '(\\w+\\s?)*[0-9]', 'abba '.repeat(26_000)],
  ['rouge_l', 'b '.repeat(1_000), 'a '.repeat(65_000)],
  ['edit_similarity', 'b'.repeat(5_000), 'a'.repeat(130_000)],
  ['f1', 'forty two', 'a b '.repeat(32_000)],
  ['numeric', '42', '1,'.repeat(65_000)],
  ['choice', 'B', '(A) '.repeat(32_000), { choices: ['red', 'green'] }],
  ['json', '{"a": 1}', `[${'1,'.repeat(64_000)}1]`],
];

for (const [type, expected, text, options = {}] of CASES) {
  const start = performance.now();
  grade({ type, options: { ...options } }, expected, { text, reasoning: null, finishReason: 'stop' });
  const name = expected.length > 30 ? `${expected.length} characters` : expected;
  process.stdout.write(`${type.padEnd(16)}${name.padEnd(24)}${(performance.now() - start).toFixed(1)} ms\n`);
}
