import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EmbedTexts } from './grader.ts';
import { asksOutside, type GraderSpec, grade, gradeAsking, graderProblems } from './graders.ts';

const VECTORS: Readonly<Record<string, number[]>> = {
  cat: [1, 0],
  kitten: [4, 3],
  dog: [0, 2],
  anticat: [-1, 0],
  nothing: [0, 0],
};

const asked: unknown[] = [];
const judge = () => assert.fail('no judge is asked');
const code = () => assert.fail('no code is run');
const http = () => assert.fail('no server is called');
const embed: EmbedTexts = async (model, texts) => {
  asked.push([model, texts]);
  return texts.map((text) => VECTORS[text] ?? assert.fail(`no vector for ${text}`));
};

const spec = (options: object = {}): GraderSpec => ({
  type: 'embedding_similarity',
  options: { model: 'some/org/embedder', ...options },
});
const said = (text: string, finishReason: 'stop' | 'length' = 'stop') => ({
  text,
  reasoning: null,
  finishReason,
});

const CASES: [reply: string, expected: string | string[], options: object, score: number][] = [
  ['cat', 'cat', {}, 1],
  ['kitten', 'cat', {}, 0.8],
  ['kitten', ['cat', 'dog'], {}, 0.8],
  ['dog', 'cat', {}, 0],
  ['anticat', 'cat', {}, 0],
  ['nothing', 'cat', {}, 0],
  ['kitten', 'cat', { threshold: 0.8 }, 1],
  ['kitten', 'cat', { threshold: 0.81 }, 0],
  ['I think.\nAnswer: kitten', 'cat', { extract: 'auto' }, 0.8],
  ['I think.', 'cat', { extract: 'answer_line' }, 0],
];
for (const [reply, expected, options, score] of CASES)
  test(`${JSON.stringify(reply)} for ${expected} with ${JSON.stringify(options)} scores ${score}`, async () => {
    const result = await gradeAsking(spec(options), expected, said(reply), {
      embed,
      judge,
      code,
      http,
      command: code,
    });
    assert.equal(result.state === 'scored' && result.score, score);
  });

test('the reply and all expected texts go out in one call to the named model', async () => {
  asked.length = 0;
  await gradeAsking(spec(), ['cat', 'dog'], said('kitten'), { embed, judge, code, http, command: code });
  assert.deepEqual(asked, [[{ provider: 'some', modelId: 'org/embedder' }, ['kitten', 'cat', 'dog']]]);
});

test('no requests are sent about an empty or a truncated reply; a program is still a program', async () => {
  const fails: EmbedTexts = () => assert.fail('it was asked');
  const empty = await gradeAsking(spec(), 'cat', said(''), {
    embed: fails,
    judge,
    code,
    http,
    command: code,
  });
  assert.ok(empty.state === 'scored' && empty.score === 0);
  const exact = { type: 'exact', options: {} };
  assert.deepEqual(
    await gradeAsking(exact, 'a', said('a'), { embed: fails, judge, code, http, command: code }),
    grade(exact, 'a', said('a')),
  );
  assert.deepEqual([asksOutside(spec()), asksOutside(exact)], [true, false]);
  assert.deepEqual(
    await gradeAsking(spec(), 'cat', said('cat', 'length'), { embed, judge, code, http, command: code }),
    {
      state: 'unscored',
      reason: 'truncated',
    },
  );
  assert.throws(() => grade(spec(), 'cat', said('cat')), /calls a model or runs code/);
  await assert.rejects(
    gradeAsking(spec(), 'cat', said('cat'), {
      embed: () => Promise.reject(new Error('no credit')),
      judge,
      code,
      http,
      command: code,
    }),
    /no credit/,
  );
});

const WRONG: [GraderSpec, string, RegExp][] = [
  [{ type: 'embedding_similarity', options: {} }, 'cat', /option "model" is required/],
  [spec({ model: 'embedder' }), 'cat', /provider\/model/],
  [spec({ threshold: 2 }), 'cat', /at most 1/],
  [spec(), ' ', /empty/],
];
for (const [wrong, expected, problem] of WRONG)
  test(`${JSON.stringify(wrong.options)} for "${expected}" is refused`, () =>
    assert.match(graderProblems(wrong, expected).join(), problem));
