import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../../test/support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../test/support/evaluation-service.ts';
import { GRADER_VERSIONS } from '../../../measure/graders/graders.ts';

const SCRIPT = {
  seed: 3,
  models: {
    right: { answer_format: 'Let me see. \u0000 Answer: {answer}' },
    wrong: { answers: { kind: 'solver', accuracy: 0.5 } },
  },
} as const;
const ITEMS = 20;

onEachDatabase('samples', (place) => {
  let service: EvaluationService;
  let path: string;
  // biome-ignore lint/suspicious/noExplicitAny: JSON bodies.
  let all: any[];
  before(async () => {
    service = await startEvaluationService(await place(), SCRIPT, {
      prices: { right: { input_usd_per_million: '1', output_usd_per_million: '2' } },
    });
    const run = await service.run({
      targets: [mockTarget('right', 'R'), mockTarget('wrong', 'W')],
      benchmarks: [arithmetic(ITEMS), arithmetic(ITEMS, 'level-1')],
      methodology: { epochs: 2 },
    });
    path = run.path;
    all = await service.samples(path);
  });
  after(() => service.stop());

  const units = (samples: { unit: number }[]) => samples.map(({ unit }) => unit);

  test('a sample tells what was asked, answered, extracted, graded, counted and paid', () => {
    const [first, second] = all;
    const { id, item_hash, answer, latency_ms, created_at, input, expected, ...rest } = first;
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8/);
    assert.ok(item_hash && latency_ms > 0 && created_at);
    assert.deepEqual(input, second.input);
    assert.equal(input.at(-1).role, 'user');
    assert.match(answer, new RegExp(`^Let me see\\. \uFFFD Answer: ${expected}$`));
    assert.deepEqual(rest, {
      unit: 0,
      target_label: 'R',
      benchmark: 'arithmetic',
      item: 0,
      epoch: 0,
      outcome: 'scored',
      score: 1,
      grader: 'numeric',
      reasoning: null,
      extracted: expected,
      extraction: rest.extraction,
      graded_by: { numeric: GRADER_VERSIONS.numeric, reader: GRADER_VERSIONS.reader },
      reason: null,
      message: null,
      finish_reason: 'stop',
      returned_model: 'right',
      system_fingerprint: 'touchstone-mock-model',
      input_tokens: rest.input_tokens,
      output_tokens: rest.output_tokens,
      cost_usd: (rest.input_tokens + 2 * rest.output_tokens) / 1e6,
      attempts: 1,
      answer_of: null,
    });
    assert.equal(second.cost_usd, null);
  });

  test('pages follow the plan, whatever their length', async () => {
    assert.deepEqual(
      units(all),
      Array.from({ length: 8 * ITEMS }, (_, unit) => unit),
    );
    const paged: number[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await service.call('GET', `${path}/samples?limit=7${cursor}`);
      assert.ok(body.data.length <= 7);
      paged.push(...units(body.data));
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    assert.deepEqual(paged, units(all));
    const { body } = await service.call('GET', `${path}/samples`);
    assert.equal(body.data.length, 100);
  });

  test('a limit above the maximum is clamped with a warning, 0 is 400, a made-up cursor is 400', async () => {
    const { body } = await service.call('GET', `${path}/samples?limit=5000`);
    assert.match(body.warnings.join(), /5000 is above the maximum/);
    assert.equal((await service.call('GET', `${path}/samples?limit=0`)).status, 400);
    for (const cursor of ['x', 'dTE', 'dTAx', Buffer.from('u1e3').toString('base64url')]) {
      const answer = await service.call('GET', `${path}/samples?cursor=${cursor}`);
      if (cursor === 'dTE') assert.equal(answer.status, 200);
      else assert.equal(answer.body.code, 'invalid_cursor', cursor);
    }
  });

  test('filters by target, benchmark and outcome, together too', async () => {
    const filters: [query: string, keep: (sample: (typeof all)[number]) => boolean][] = [
      ['&target=W', ({ target_label }) => target_label === 'W'],
      ['&benchmark=arithmetic%2Flevel-1', ({ benchmark }) => benchmark === 'arithmetic/level-1'],
      ['&outcome=scored', () => true],
      ['&outcome=right', ({ score }) => score === 1],
      ['&outcome=wrong', ({ score }) => score === 0],
      ['&outcome=failed', () => false],
      ['&target=W&outcome=wrong', ({ score, target_label }) => score === 0 && target_label === 'W'],
    ];
    for (const [query, keep] of filters) {
      assert.deepEqual(units(await service.samples(path, query)), units(all.filter(keep)), query);
    }
    assert.ok(all.some(({ score }) => score === 0));
  });

  test('what no sample can have matches nothing and is named', async () => {
    for (const [query, said] of [
      ['target=X', /No target here is called "X"; known: R, W/],
      ['benchmark=gsm8k', /No benchmark here is called "gsm8k"; known: arithmetic, arithmetic\/level-1/],
      ['outcome=odd', /No sample has the outcome "odd"/],
      ['outcome=constructor', /No sample has the outcome "constructor"/],
    ] as const) {
      const { status, body } = await service.call('GET', `${path}/samples?${query}`);
      assert.deepEqual([status, body.data, body.next_cursor], [200, [], null]);
      assert.match(body.warnings.join(), said);
    }
  });

  test('disagree shows the questions on which targets differ, with all their samples', async () => {
    const key = ({ benchmark, item, epoch }: (typeof all)[number]) => [benchmark, item, epoch].join();
    const scores = new Map<string, Set<number>>();
    for (const sample of all)
      scores.set(key(sample), (scores.get(key(sample)) ?? new Set()).add(sample.score));
    const expected = all.filter((sample) => (scores.get(key(sample))?.size ?? 0) > 1);
    assert.ok(expected.length > 0 && expected.length < all.length);
    assert.deepEqual(units(await service.samples(path, '&disagree=true')), units(expected));
    assert.deepEqual(
      units(await service.samples(path, '&disagree=true&target=W')),
      units(expected.filter(({ target_label }) => target_label === 'W')),
    );
    assert.deepEqual(units(await service.samples(path, '&disagree=false')), units(all));
  });
});
