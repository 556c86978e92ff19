import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { onDisk } from '../support/each-database.ts';
import { type EvaluationService, mockTarget, startEvaluationService } from '../support/evaluation-service.ts';
import { longestGetMs, measureGets } from '../support/get-latency.ts';

const LONG_ANSWER = 'a'.repeat(128 * 1024);

/** As many states as one pattern may have: matched in time that grows with them times the answer. */
const SLOW = '(?:a?){47}a{47}[^a]';
const slowPatterns = (count: number) => Array.from({ length: count }, (_, i) => `${SLOW}${i}`);

/** Valid or not only after 2^40 steps. */
const DOUBLING = JSON.stringify({
  $ref: '#/$defs/a0',
  $defs: {
    ...Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => {
        const next = { $ref: `#/$defs/a${i + 1}` };
        return [`a${i}`, { allOf: [next, next] }];
      }),
    ),
    a40: {},
  },
});

/** Compiled to gigabytes where references are replaced by what they name. */
const REFERRING = JSON.stringify({
  $defs: { a: { allOf: Array.from({ length: 300 }, (_, i) => ({ minimum: i })) } },
  anyOf: Array.from({ length: 300 }, () => ({ $ref: '#/$defs/a' })),
});

const line = (input: string, type: string, expected: string | string[]) =>
  JSON.stringify({ input, expected, grader: type });

describe('grading by what users write', () => {
  let service: EvaluationService;
  before(async () => {
    service = await startEvaluationService(
      onDisk(undefined, async () => {}),
      {
        defaults: {
          answers: {
            kind: 'function',
            answer: ({ prompt }) => (prompt.includes('json') ? '{"a":1}' : LONG_ANSWER),
          },
        },
      },
    );
  });
  after(() => service.stop());

  async function withHealth<T>(work: () => Promise<T>): Promise<T> {
    const health = measureGets([`${service.url}/healthz`]);
    const done = await work();
    const { most, stoodStill } = await health.stop();
    assert.ok(most < longestGetMs() + stoodStill, `/healthz took ${most} ms`);
    return done;
  }

  async function datasetOf(...lines: string[]): Promise<[workspaceId: string, definition: object]> {
    const workspaceId = await service.newWorkspace();
    const id = await service.newSource(workspaceId, 'data.jsonl', lines.join('\n'));
    const benchmarks = [{ benchmark_type: 'dataset', subset: id }];
    return [workspaceId, { targets: [mockTarget('m')], benchmarks }];
  }

  test('an answer that takes too long to grade is unscored, the others have their grades, also when graded again', async () => {
    const [workspaceId, definition] = await datasetOf(
      line('slow patterns', 'regex', slowPatterns(2)),
      line('a slow json schema', 'json_schema', DOUBLING),
      line('a large json schema', 'json_schema', REFERRING),
      line('a pattern', 'regex', '^a+$'),
    );
    const outcomes = async (path: string) =>
      (await service.samples(path)).map(({ score, reason }) => `${score} ${reason}`).sort();
    const expected = ['0 null', '1 null', '1 null', 'null grading_timeout'];
    const path = await withHealth(async () => {
      const started = await service.start(workspaceId, definition);
      assert.equal((await service.ended(started)).status, 'completed');
      return started;
    });
    assert.deepEqual(await outcomes(path), expected);
    await withHealth(async () => {
      assert.equal((await service.call('POST', `${path}/rescore`)).status, 200);
      assert.equal((await service.ended(path)).status, 'completed');
    });
    assert.deepEqual(await outcomes(path), expected);
  });

  const KEYWORDS = Array.from({ length: 100 }, (_, i) => `word${i}`);
  const TEXT = 'the same words again and again, some hundred thousand of them. '.repeat(2000);
  const LARGE: [what: string, line: string][] = [
    [
      'many keywords',
      line(
        'a',
        'instructions',
        JSON.stringify({ id: 'keywords:forbidden_words', kwargs: { forbidden_words: KEYWORDS } }),
      ),
    ],
    ['whole words of 60,000 letters', line('a', 'contains', ['a'.repeat(60_000), 'b'.repeat(60_000)])],
    ['texts of 130,000 characters for f1', line('a', 'f1', [TEXT, `${TEXT}.`])],
  ];
  for (const [what, bad] of LARGE) {
    test(`what is large on both sides holds nothing up: ${what}`, async () => {
      const [workspaceId, definition] = await datasetOf(bad);
      await withHealth(async () => {
        const path = await service.start(workspaceId, definition);
        assert.equal((await service.ended(path)).status === 'running', false);
        const [sample] = await service.samples(path);
        assert.ok(
          sample.score !== null || sample.reason === 'grading_timeout',
          JSON.stringify(sample.reason),
        );
      });
    });
  }

  const REFUSED: [what: string, bad: string, said: RegExp][] = [
    ['200 patterns', line('q', 'regex', slowPatterns(200)), /line 2: there are 200 patterns; at most 20/],
    ['20 large patterns', line('q', 'regex', slowPatterns(20)), /line 2: its 20 patterns have \d+ states/],
    [
      'a pattern that is too large',
      line('q', 'regex', '(?:a?){500}b'),
      /line 2: the pattern .* too many states/,
    ],
    [
      'a schema of 51 patterns',
      line(
        'q',
        'json_schema',
        JSON.stringify({ allOf: Array.from({ length: 51 }, (_, i) => ({ pattern: `a${i}` })) }),
      ),
      /line 2: the JSON Schema cannot be used: it has more than 50 patterns/,
    ],
    [
      '1,001 expected answers',
      line('q', 'exact', Array(1001).fill('x')),
      /line 2: expected has more than 1000/,
    ],
  ];
  for (const [what, bad, said] of REFUSED) {
    test(`${what} in a line are refused when the data are read, with the line's number`, async () => {
      const [workspaceId, definition] = await datasetOf(line('q', 'regex', 'a'), bad);
      const { status, body } = await withHealth(() => service.post(workspaceId, definition));
      assert.equal(status, 422);
      assert.match(body.detail, said);
    });
  }

  test('an evaluation that is being graded can be cancelled at once', async () => {
    const lines = Array.from({ length: 20 }, (_, i) => line(`slow patterns ${i}`, 'regex', slowPatterns(6)));
    const [workspaceId, definition] = await datasetOf(...lines);
    const path = await service.start(workspaceId, definition);
    while (service.requestsTo('m') < 10) await new Promise((resolve) => setTimeout(resolve, 50));
    const started = performance.now();
    await withHealth(() => service.call('POST', `${path}/cancel`));
    assert.equal((await service.ended(path)).status, 'cancelled');
    assert.ok(performance.now() - started < 8000);
  });
});
