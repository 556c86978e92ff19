import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { temporaryFolder } from './support/cli-process.ts';
import { runCommand } from './support/cli-runner.ts';

describe('touchstone grade --try', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());
  const file = (name: string, content: string) => {
    const path = join(folder.path, name);
    writeFileSync(path, content);
    return path;
  };
  const grader = file(
    'price.js',
    'function grade({ response, expected }) {\n  const found = /(\\d+) euros/.exec(response);\n  return { score: found[1] === expected, reason: "It says " + found[1] + ".", figures: { price: Number(found[1]) } };\n}',
  );
  const rows = [
    { response: 'It is 20 euros.', expected: '20' },
    { response: 'It is 30 euros.', expected: 20 },
    { response: 'It is free.', expected: '20' },
  ];
  const samples = file('samples.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'));

  test('each sample has a score with its reason and figures, or an error with line and column', async () => {
    const { code, stdout } = await runCommand(['grade', '--try', grader, samples]);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^1: score 1; It says 20\.; price 20\n2: score 0; It says 30\.; price 30\n3: no score: The grader code failed: TypeError: .* \(line 3, column \d+\)\n$/,
    );
    const json = JSON.parse((await runCommand(['grade', '--try', grader, samples, '--json'])).stdout);
    assert.deepEqual(
      json.map(({ state, score }: Record<string, unknown>) => [state, score]),
      [
        ['scored', 1],
        ['scored', 0],
        ['unscored', undefined],
      ],
    );
  });

  // [sentence, grader, samples, exit code, what is said]
  const CASES: readonly [string, string, string, number, RegExp][] = [
    [
      'a grader by its name, a sample in words',
      'contains',
      '{"response": "Yes, 7.", "expected": 7}',
      0,
      /^1: score 1; found/,
    ],
    [
      'a grader as JSON',
      '{"type": "word_count", "options": {"max": 1}}',
      '[{"response": "a b"}]',
      0,
      /^1: score 0/,
    ],
    [
      'an option that is wrong',
      '{"type": "code", "options": {}}',
      '{"response": "a"}',
      2,
      /option "language" is required/,
    ],
    ['a grader that there is not', 'nothing', '{"response": "a"}', 2, /there is no grader "nothing"/],
    [
      'a grader that calls a model',
      '{"type": "judge", "options": {"model": "a/b"}}',
      '{"response": "a", "expected": "b"}',
      2,
      /calls a model/,
    ],
    [
      'a server that is not admitted',
      '{"type": "http", "options": {"url": "https://grader.example.com/"}}',
      '{"response": "a"}',
      2,
      /grader\.example\.com:443 is not allowed; the operator can add it to TARGET_ALLOW_HOSTS/,
    ],
    [
      'a server that does not run',
      '{"type": "http", "options": {"url": "http://localhost:1/grade", "timeout_ms": 50}}',
      '{"response": "a"}',
      1,
      /^1: no score: The grader http failed: Its server at http:\/\/localhost:1\/grade could not be reached/,
    ],
    ['a sample without what is expected', 'exact', '{"response": "a"}', 2, /Sample 1: expected is missing/],
    ['a sample without a response', 'exact', '{"expected": "a"}', 2, /Sample 1 has no text "response"/],
    ['a file that there is not', join(folder.path, 'none.js'), '{"response": "a"}', 2, /There is no file/],
  ];
  for (const [sentence, given, row, exit, says] of CASES)
    test(sentence, async () => {
      const { code, stdout, stderr } = await runCommand(['grade', '--try', given, row]);
      assert.equal(code, exit, stdout + stderr);
      assert.match(exit === 2 ? stderr : stdout, says);
    });
});
