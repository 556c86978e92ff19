import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { answerTo, ask, startFor } from '../../test/ask.ts';
import { type MockScriptInput, parseScript, startMockModel } from '../mock.ts';
import { createDraws, promptSha256 } from '../random.ts';
import { createModels } from '../requests/models.ts';

type Defaults = NonNullable<MockScriptInput['defaults']>;
const scripted = (defaults: Defaults, seed = 0) => ({ script: { seed, defaults } });
const NO_ANSWER = 'This is a mock model and it has no answer to that.';

const expressions: [prompt: string, answer: string][] = [
  ['What is 2 + 3 * 4?', '14'],
  ['What is (2 + 3) * 4?', '20'],
  ['Compute 10 - 4 - 3.', '3'],
  ['Compute 100 / 5 / 2', '10'],
  ['7 / 2', '3.5'],
  ['1 / 3 + 1 / 3', '2/3'],
  ['-3 + 4 * -2', '-11'],
  ['-(1 + 2) * 3', '-9'],
  ['0.1 + 0.2', '0.3'],
  ['1 / 8 - 1', '-0.875'],
  ['1,250 × 4 − 6 ÷ 3', '4998'],
  ['123456789012345678901234567890 * 10 + 1', '1234567890123456789012345678901'],
  ['Example: 1 + 1 = 2. Now: 5 * 5 =', '25'],
  ['Question 12. Work out **3 + 4** (the answer is a number).', '7'],
  ['- 8 + 1', '9'],
  ['Items:\n5 + 6\n- 7', '11'],
  ['gpt-4-32k and x2 know 6 * 7', '42'],
  ['(1 + 2', '3'],
  ['5 + (3', NO_ANSWER],
  ['4 / (2 - 2)', NO_ANSWER],
  ['no numbers here, only 42', NO_ANSWER],
  [`${'('.repeat(5000)}1 + 1`, '2'],
];

test('the arithmetic program evaluates the last expression of the prompt exactly', async (t) => {
  const mock = await startFor(t);
  for (const [prompt, answer] of expressions)
    assert.equal(await answerTo(mock, prompt), answer, prompt.slice(-60));
});

const ITEMS = [
  { input: 'What is the capital of France?', expected: 'Paris' },
  { input: 'What is the capital of Peru?', expected: 'Lima' },
  { input: 'capital of Peru?', expected: 'too short a match' },
  { input: 'What is the capital of Japan?', expected: 'Tokyo' },
];

test('the lookup program finds the item in the prompt: the last one, and of those the longest', async (t) => {
  const mock = await startFor(t, scripted({ answers: { kind: 'solver', items: ITEMS } }));
  assert.equal(await answerTo(mock, 'Q: What is the capital of Japan?\nA:'), 'Tokyo');
  const fewShot = 'Q: What is the capital of France?\nA: Paris\nQ: What is the capital of Peru?\nA:';
  assert.equal(await answerTo(mock, fewShot), 'Lima');
  assert.equal(await answerTo(mock, '2 + 2'), '4');
  assert.equal(await answerTo(mock, 'What is the capital of Chad?'), NO_ANSWER);
});

test('the items of lookup can come from a JSONL file, relative to baseDir', async (t) => {
  const baseDir = await mkdtemp(join(tmpdir(), 'mock-model-'));
  t.after(() => rm(baseDir, { recursive: true }));
  await writeFile(join(baseDir, 'items.jsonl'), '{"input":"ping","expected":42,"cluster":"a"}\n\n');
  const answers = { kind: 'solver', file: 'items.jsonl' } as const;
  assert.equal(await answerTo(await startFor(t, { ...scripted({ answers }), baseDir }), 'say ping'), '42');
  await writeFile(join(baseDir, 'items.jsonl'), '{"input":"ping","expected":"x"}\n{"input":""}\n');
  const wrong = startMockModel({ ...scripted({ answers }), baseDir });
  await assert.rejects(wrong, {
    code: 'invalid_request',
    message: /line 2: input must be a non-empty string/,
  });
  const absent = { kind: 'solver', file: 'absent.jsonl' } as const;
  await assert.rejects(startMockModel({ ...scripted({ answers: absent }), baseDir }), /cannot be read/);
});

/** Answers as the server does, without a connection for each of a thousand prompts. */
type InMemory = (prompt: string, model?: string, attempt?: number) => Promise<unknown>;

function inMemory(defaults: Defaults, seed = 0): InMemory {
  const models = createModels(parseScript({ seed, defaults }));
  return async (prompt, name = 'm', attempt = 1) => {
    const model = models.get(name);
    assert.ok(typeof model !== 'string');
    const messages = [{ role: 'user', content: prompt }];
    const draws = createDraws(model.seed, promptSha256(messages), attempt);
    return model.answer({ model: name, prompt, messages, attempt }, draws);
  };
}

/** Whether each of the given number of sums is answered correctly. */
const rightAnswers = (answer: (prompt: string) => Promise<unknown>, items = 1000): Promise<boolean[]> =>
  Promise.all(Array.from({ length: items }, async (_, i) => (await answer(`${i} + 1`)) === String(i + 1)));
const share = (right: boolean[]) => right.filter(Boolean).length / right.length;

test('accuracy is the share of right answers; the rest are other numbers', async (t) => {
  const answers = { kind: 'solver', accuracy: 0.8 } as const;
  const right = await rightAnswers(inMemory({ answers }));
  // Fixed seed; four standard deviations of a share of 0.8 in 1,000 are 0.05.
  assert.ok(Math.abs(share(right) - 0.8) < 0.05, `${share(right)}`);
  const mock = await startFor(t, scripted({ answers }));
  const served = await rightAnswers((prompt) => answerTo(mock, prompt), 40);
  assert.deepEqual(served, right.slice(0, 40), 'the server answers as its models do');
  const wrong = await answerTo(mock, `${right.indexOf(false)} + 1`);
  assert.match(wrong, /^-?\d+$/);
});

test('accuracy 1 is always right and accuracy 0 never', async () => {
  for (const accuracy of [0, 1]) {
    const right = await rightAnswers(inMemory({ answers: { kind: 'solver', accuracy } }));
    assert.equal(share(right), accuracy);
  }
});

test('which items are right is fixed by seed and model: the same again, others for another model or seed', async (t) => {
  const answers = { kind: 'solver', accuracy: 0.5 } as const;
  const answer = inMemory({ answers });
  const first = await rightAnswers(answer);
  assert.deepEqual(await rightAnswers((prompt) => answer(prompt, 'm', 2)), first, 'a second request');
  assert.deepEqual(await rightAnswers(inMemory({ answers })), first);
  for (const seed of [0, 1]) {
    const mock = await startFor(t, scripted({ answers }, seed));
    const expected = await rightAnswers(inMemory({ answers }, seed), 40);
    for (const _ of ['first', 'second'])
      assert.deepEqual(await rightAnswers((prompt) => answerTo(mock, prompt), 40), expected);
  }
  const both = (other: boolean[]) => share(other.map((right, i) => right === first[i]));
  // Independent coins agree in half the items; four standard deviations are 0.063.
  assert.ok(Math.abs(both(await rightAnswers((prompt) => answer(prompt, 'n'))) - 0.5) < 0.064);
  assert.ok(Math.abs(both(await rightAnswers(inMemory({ answers }, 1))) - 0.5) < 0.064);
});

test('noise per_call draws anew at each request, and reproduces after a reset', async (t) => {
  const answers = { kind: 'solver', accuracy: 0.5, noise: 'per_call' } as const;
  const answer = inMemory({ answers });
  const [first, second] = await Promise.all(
    [1, 2].map((attempt) => rightAnswers((prompt) => answer(prompt, 'm', attempt))),
  );
  const agree = share((second ?? []).map((right, i) => right === first?.[i]));
  assert.ok(Math.abs(agree - 0.5) < 0.064, `${agree}`);
  const mock = await startFor(t, scripted({ answers }));
  const served = () => rightAnswers((prompt) => answerTo(mock, prompt), 40);
  assert.deepEqual(await served(), first?.slice(0, 40));
  assert.deepEqual(await served(), second?.slice(0, 40));
  mock.reset();
  assert.deepEqual(await served(), first?.slice(0, 40));
});

test('accuracy falls with the steps of an item, from whichever place its difficulty comes', async () => {
  const items = Array.from({ length: 1200 }, (_, i) => ({
    input: `question number ${i} of many.`,
    expected: `answer ${i}`,
    ...(i % 3 === 1 && { difficulty: 5 }),
    ...(i % 3 === 2 && { metadata: { difficulty: 20 } }),
  }));
  const answer = inMemory({ answers: { kind: 'solver', items, step_accuracy: 0.9 } });
  const right = [0, 0, 0];
  for (const [i, { input, expected }] of items.entries())
    if ((await answer(input)) === expected) right[i % 3] = (right[i % 3] ?? 0) + 1;
  // Fixed seed; four standard deviations of a share of 0.5 in 400 are 0.1.
  for (const [i, steps] of [0, 5, 20].entries())
    assert.ok(Math.abs((right[i] ?? 0) / 400 - 0.9 ** steps) < 0.1, `${steps} steps: ${right[i]} of 400`);
});

test('a difficulty that is no number is refused by name', async () => {
  const items = [{ input: 'a question', expected: 'x', difficulty: -1 }];
  const wrong = startMockModel(scripted({ answers: { kind: 'solver', items } }));
  await assert.rejects(wrong, /difficulty/);
});

test('accuracy can differ by program', async (t) => {
  const answers = { kind: 'solver', items: ITEMS, accuracy: { lookup: 0 } } as const;
  const mock = await startFor(t, scripted({ answers }));
  assert.equal(await answerTo(mock, '2 + 2'), '4');
  assert.match(await answerTo(mock, 'What is the capital of France?'), /^(Lima|Tokyo|too short a match)$/);
});

/** Right and wrong of 400 clusters of two items each, item by item. */
async function clusteredAnswers(cluster_correlation: number): Promise<[boolean, boolean][]> {
  const items = Array.from({ length: 800 }, (_, i) => ({
    input: `question ${i}.`,
    expected: String(i),
    cluster: `passage ${i >> 1}`,
  }));
  const answers = { kind: 'solver', items, accuracy: 0.7, noise: 'per_call', cluster_correlation } as const;
  const answer = inMemory({ answers });
  const right = await Promise.all(
    items.map(async ({ input, expected }) => (await answer(input)) === expected),
  );
  return Array.from({ length: 400 }, (_, i) => [right[2 * i] as boolean, right[2 * i + 1] as boolean]);
}

/** Pearson's correlation of the two items of a pair. */
function correlationOf(pairs: readonly [boolean, boolean][]): number {
  const one = share(pairs.map(([first]) => first));
  const other = share(pairs.map(([, second]) => second));
  const both = share(pairs.map(([first, second]) => first && second));
  return (both - one * other) / Math.sqrt(one * (1 - one) * other * (1 - other));
}

test('items of a cluster are right and wrong together as strongly as asked for, and as often right as alone', async () => {
  for (const [correlation, least, most] of [
    [0, -0.2, 0.2],
    [0.4, 0.2, 0.6],
    [1, 1, 1],
  ] as const) {
    const pairs = await clusteredAnswers(correlation);
    // Fixed seed; four standard errors of a correlation in 400 pairs are 0.2, of the share of right ones 0.09 or less.
    const found = correlationOf(pairs);
    assert.ok(found >= least - 1e-9 && found <= most + 1e-9, `${correlation}: ${found}`);
    assert.ok(Math.abs(share(pairs.flat()) - 0.7) < 0.1, `${correlation}: ${share(pairs.flat())}`);
  }
});

const onlyAnswers: [sentence: string, expected: string[], prompt: number, wrong: RegExp][] = [
  ['another answer that is no part of the right one', ['an', 'banana', 'cherry'], 0, /^cherry$/],
  ['a number off by some when all are the same number', ['7', '7', '7'], 0, /^(-?\d|1\d)$/],
  ['"none of these" when all are the same text', ['yes', 'yes'], 0, /^none of these$/],
];

for (const [sentence, expected, prompt, pattern] of onlyAnswers) {
  test(`a wrong answer of lookup is ${sentence}`, async (t) => {
    const items = expected.map((text, i) => ({ input: `question ${i}.`, expected: text }));
    const mock = await startFor(
      t,
      scripted({ answers: { kind: 'solver', items, accuracy: 0, noise: 'per_call' } }),
    );
    for (let i = 0; i < 20; i++) {
      const answer = await answerTo(mock, `question ${prompt}.`);
      assert.match(answer, pattern);
      assert.notEqual(answer, expected[prompt]);
    }
  });
}

test('a list answers in turn and starts again, or by prompt always alike', async (t) => {
  const values = ['a', 'b', 'c'];
  const inTurn = await startFor(t, scripted({ answers: { kind: 'list', values } }));
  let answers = '';
  for (let i = 0; i < 5; i++) answers += await answerTo(inTurn, 'x');
  assert.equal(answers, 'abcab');
  const byPrompt = await startFor(t, scripted({ answers: { kind: 'list', values, order: 'by_prompt' } }));
  const first = await answerTo(byPrompt, 'x');
  assert.equal(await answerTo(byPrompt, 'x'), first);
  const seen = new Set<string>();
  for (let i = 0; i < 40; i++) seen.add(await answerTo(byPrompt, `prompt ${i}`));
  assert.deepEqual([...seen].sort(), values);
});

test('a map answers whole prompts and has a word for all others', async (t) => {
  const answers = { kind: 'map', entries: { hello: 'hi' }, otherwise: '?' } as const;
  const mock = await startFor(t, scripted({ answers }));
  assert.deepEqual(await Promise.all(['hello', 'hello you', '__proto__'].map((p) => answerTo(mock, p))), [
    'hi',
    '?',
    '?',
  ]);
});

test('a function from code sees the call and may take its time; one that fails is a 500 that says so', async (t) => {
  const mock = await startFor(t, {
    script: {
      models: {
        now: {
          answers: { kind: 'function', answer: (call) => `${call.prompt} ${call.model} ${call.attempt}` },
        },
        later: { answers: { kind: 'function', answer: async () => 'later' } },
        broken: {
          answers: {
            kind: 'function',
            answer: () => {
              throw new Error('no idea');
            },
          },
        },
      },
    },
  });
  await answerTo(mock, 'x', { model: 'now' });
  assert.equal(await answerTo(mock, 'x', { model: 'now' }), 'x now 2');
  assert.equal(await answerTo(mock, 'x', { model: 'later' }), 'later');
  const { status, json } = await ask(mock, 'x', { model: 'broken' });
  assert.equal(status, 500);
  assert.match(json.error.message, /no idea/);
  assert.equal(mock.stats().in_flight, 0);
});

test('the format stands around the answer and the padding before it counts as tokens', async (t) => {
  const mock = await startFor(t, {
    script: {
      defaults: { answer_format: 'Let me think…\nAnswer: {answer}' },
      models: { wordy: { padding_tokens: 50 } },
    },
  });
  const plain = await ask(mock, '2 + 2');
  assert.equal(plain.json.choices[0].message.content, 'Let me think…\nAnswer: 4');
  const wordy = await ask(mock, '2 + 2', { model: 'wordy' });
  assert.match(wordy.json.choices[0].message.content, /^(hmm ){50}Let me think…\nAnswer: 4$/);
  assert.equal(wordy.json.usage.completion_tokens, plain.json.usage.completion_tokens + 50);
});
