import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../../test/support/evaluation-service.ts';
import { pointers } from '../../../../../test/support/resource-behaviour.ts';
import { preferenceReply, readPrompt } from '../../../../../test/support/scripted-judge.ts';
import { until } from '../../../../../test/support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

const ITEMS = 40;
/** Each judge is asked once before a run. */
const PREFLIGHT = 1;
/** The share of items on which the biased judge takes what it sees first: these pairs are ties. */
const BY_ORDER = 1 / 4;
const INPUTS = Array.from({ length: ITEMS }, (_, i) => ({ question: `What is ${i} + 100?` }));
const compared = (judge_config: object, more: object = {}) => ({
  prompt_template: '{{question}}',
  inputs: INPUTS,
  criteria: [{ name: 'number', grader: 'regex', expected: '\\d' }],
  judge_config: { ...judge_config, pairwise: true },
  ...more,
});
const one = (model: string) => ({ provider: 'mock', model });

interface Shown {
  item: number;
  first: string;
  second: string;
  messages: readonly unknown[];
}

function read(messages: readonly unknown[]): Shown {
  const { inside } = readPrompt(messages);
  const item = Number(/What is (\d+)/.exec(inside.TASK ?? '')?.[1]);
  return { item, first: inside.FIRST ?? '', second: inside.SECOND ?? '', messages };
}

type Choice = 'first' | 'second' | 'tie';
const judge = (choose: (shown: Shown) => Choice | null) => ({
  answers: {
    kind: 'function' as const,
    answer: ({ messages }: { messages: readonly unknown[] }) => {
      const choice = choose(read(messages));
      return choice === null ? 'I would rather not.' : preferenceReply(messages, choice);
    },
  },
});
const shorter = ({ first, second }: Shown): Choice =>
  first.length === second.length ? 'tie' : first.length < second.length ? 'first' : 'second';
const other = (choice: Choice): Choice =>
  ({ first: 'second', second: 'first', tie: 'tie' })[choice] as Choice;

onEachDatabaseInFull('custom evaluations whose judges compare pairs', (place) => {
  let service: EvaluationService;
  let isBroken = false;
  let asked: string[] = [];
  const script = (dead: object) => ({
    models: {
      terse: {},
      wordy: { padding_tokens: 30 },
      endless: { padding_tokens: 60 },
      dead,
      silent: { answers: { kind: 'list' as const, values: ['<think>a</think>'] } },
      mute: { answers: { kind: 'list' as const, values: ['<think>b</think> '] } },
      broke: { quota_requests: 4 },
      brief: judge(shorter),
      unsure: judge((shown) => (shown.item === 0 || shown.item === 2 ? 'tie' : shorter(shown))),
      long: judge((shown) => other(shorter(shown))),
      biased: judge((shown) => (shown.item % (1 / BY_ORDER) === 0 ? 'first' : shorter(shown))),
      away: judge((shown) => {
        asked.push(`${shown.item} ${shown.first.length < shown.second.length}`);
        return isBroken && shown.item === 3 ? null : shorter(shown);
      }),
      slow: {
        ...judge((shown) => {
          asked.push(`${shown.item} ${shown.first.length < shown.second.length}`);
          return shorter(shown);
        }),
        latency: { distribution: 'list' as const, values_ms: [5, 2000] },
      },
    },
  });
  before(async () => {
    service = await startEvaluationService(await place(), script({ error_rate: 1, error_status: 501 }), {
      prices: { biased: { input_usd_per_million: 1, output_usd_per_million: 1 } },
    });
  });
  after(() => service.stop());
  beforeEach(() => {
    isBroken = false;
    asked = [];
  });

  const run = (custom_eval: object, labels = ['terse', 'wordy'], more: object = {}) =>
    service.run({ targets: labels.map((label) => mockTarget(label)), custom_eval, ...more });
  const preferenceOf = ({ results }: Body, label: string) =>
    results.target_results.find((one: Body) => one.target_label === label).benchmark_scores[
      'custom/preference'
    ];
  const pairsOf = (path: string, query = '') => service.samples(path, `&benchmark=custom/preference${query}`);

  test('a win counts when both orders agree, a disagreement is a tie, and the bias of the judge is told', async () => {
    const { path, evaluation } = await run(compared(one('biased')));
    const { results } = evaluation;
    assert.equal(evaluation.status, 'completed');
    assert.deepEqual([preferenceOf(evaluation, 'terse'), preferenceOf(evaluation, 'wordy')], [0.875, 0.125]);
    const [comparison] = results.comparisons.filter(({ metric }: Body) => metric === 'custom/preference');
    assert.deepEqual(
      [comparison.winner, comparison.delta, comparison.n, comparison.dropped],
      ['terse', 1 - BY_ORDER, ITEMS, 0],
    );
    assert.match(comparison.sentence, /^terse is preferred to wordy by 75\.0 points \(/);
    const { pairs, position, ranking, length_correlation } = results.judging.preferences;
    const { ci_low, ci_high, ...counts } = pairs[0];
    assert.deepEqual(counts, {
      target_a: 'terse',
      target_b: 'wordy',
      compared: ITEMS,
      wins_a: 30,
      wins_b: 0,
      ties: 10,
      win_rate: 0.875,
    });
    assert.ok(Math.abs(ci_low - (1 + comparison.ci_low) / 2) < 1e-12 && ci_low < 0.875 && ci_high > 0.875);
    const shown = results.intervals.find(
      (one: Body) => one.benchmark === 'custom/preference' && one.target_label === 'terse',
    );
    assert.ok(Math.abs(shown.ci_low - ci_low) < 1e-9 && Math.abs(shown.ci_high - ci_high) < 1e-9);
    assert.equal(ranking, null);
    const [bias] = position;
    // Of 80 judgements 20 are by order, and of the other 60 half are of the first.
    assert.deepEqual([bias.judge, bias.pairs, bias.consistency, bias.bias], ['mock/biased', 40, 0.75, 0.125]);
    assert.ok(bias.bias_ci_low > 0 && bias.bias_ci_high < 0.25);
    assert.ok(results.warnings.some((warning: string) => warning.includes('shown first in 62.5 %')));
    assert.ok(length_correlation === null || length_correlation.r < 0);
    assert.ok(results.cost.judge_usd > 0 && results.cost.usd === null);
    assert.equal(service.requestsTo('biased'), PREFLIGHT + 2 * ITEMS);
    assert.equal(results.coverage.find((c: Body) => c.benchmark === 'custom/preference').scored, ITEMS);
    const samples = await pairsOf(path);
    assert.equal(samples.length, ITEMS);
    const tie = samples.find((sample: Body) => sample.pair.winner === 'tie').pair;
    const answers = await service.samples(path, '&benchmark=custom/overall');
    const answer = answers.find(({ id }: Body) => id === tie.sample_b);
    assert.deepEqual([answer.target_label, answer.answer], ['wordy', tie.answer_b]);
    assert.deepEqual(tie.judges, [
      {
        judge: 'mock/biased',
        winner: 'tie',
        orders: [
          { first: 'terse', winner: 'terse', reason: 'as told' },
          { first: 'wordy', winner: 'wordy', reason: 'as told' },
        ],
      },
    ]);
    assert.equal((await pairsOf(path, '&disagree=true')).length, 30);
    assert.equal((await pairsOf(path, '&outcome=compared')).length, ITEMS);
    const { body: report } = await service.call('GET', `${path}/export?format=html`);
    for (const said of ['<h2>Judges</h2>', 'Position bias of judges', 'terse preferred', '0.875'])
      assert.ok(report.includes(said), said);
    const { body: manifest } = await service.call('GET', `${path}/manifest`);
    const [described] = manifest.judges;
    assert.deepEqual([described.model_id, described.modes.length], ['biased', 1]);
    assert.deepEqual(Object.values(described.returned_models), [2 * ITEMS]);
    assert.deepEqual(described.parameters, { temperature: 0, max_tokens: 2000 });
    assert.match(described.modes[0].prompt_sha256, /^[0-9a-f]{64}$/);
  });

  test('an empty answer loses to any other and ties with another empty one, and no judge is asked', async () => {
    const before = service.requestsTo('long');
    const { path, evaluation } = await run(compared(one('long'), { num_samples: 8 }), [
      'silent',
      'terse',
      'mute',
    ]);
    assert.equal(evaluation.status, 'completed');
    assert.deepEqual(
      ['silent', 'terse', 'mute'].map((label) => preferenceOf(evaluation, label)),
      [0.25, 1, 0.25],
    );
    assert.equal(service.requestsTo('long'), before + PREFLIGHT);
    const { pairs, length_correlation, position } = evaluation.results.judging.preferences;
    assert.deepEqual(
      pairs.map(({ compared, wins_a, wins_b, ties }: Body) => [compared, wins_a, wins_b, ties]),
      [
        [8, 0, 8, 0],
        [8, 0, 0, 8],
        [8, 8, 0, 0],
      ],
    );
    assert.deepEqual([length_correlation, position[0].pairs], [null, 0]);
    const [sample] = await pairsOf(path, '&disagree=true');
    assert.match(sample.message, /^No judge was called: silent gave an empty response/);
  });

  test('a win rate in clusters has one interval wherever it is shown, and it ends below 1', async () => {
    const inputs = INPUTS.map((input, i) => ({ ...input, cluster: `${Math.floor(i / 2)}` }));
    const { evaluation } = await run(compared(one('unsure'), { inputs }));
    const { results } = evaluation;
    const [pair] = results.judging.preferences.pairs;
    assert.deepEqual([pair.wins_a, pair.ties, pair.win_rate], [38, 2, 0.975]);
    const [{ ci_low, ci_high, method }] = results.intervals.filter(
      ({ benchmark, target_label }: Body) => benchmark === 'custom/preference' && target_label === 'terse',
    );
    const [difference] = results.comparisons.filter(({ metric }: Body) => metric === 'custom/preference');
    assert.deepEqual(
      [method, difference.test, difference.clusters],
      ['clustered_logit_t', 'clustered_t', 20],
    );
    // By t it would end at 1.011.
    assert.deepEqual([ci_low.toFixed(3), ci_high.toFixed(3)], ['0.899', '0.994']);
    for (const [low, high] of [
      [pair.ci_low, pair.ci_high],
      [(1 + difference.ci_low) / 2, (1 + difference.ci_high) / 2],
    ])
      assert.ok(Math.abs(low - ci_low) < 1e-9 && Math.abs(high - ci_high) < 1e-9, `${low} to ${high}`);
  });

  test('three targets are put in an order, and each is compared with both others', async () => {
    const { evaluation } = await run(
      compared(one('brief'), { num_samples: 10 }),
      ['endless', 'terse', 'wordy'],
      { methodology: { epochs: 2 } },
    );
    const { ranking, pairs } = evaluation.results.judging.preferences;
    assert.deepEqual(
      pairs.map(({ compared, wins_a, wins_b, win_rate }: Body) => [compared, wins_a, wins_b, win_rate]),
      [
        [20, 0, 20, 0],
        [20, 0, 20, 0],
        [20, 20, 0, 1],
      ],
    );
    assert.deepEqual(
      ranking.targets.map((one: Body) => one.target_label),
      ['terse', 'wordy', 'endless'],
    );
    assert.equal(ranking.half_wins_added, true);
    assert.deepEqual(
      ['terse', 'wordy', 'endless'].map((label) => preferenceOf(evaluation, label)),
      [1, 0.5, 0],
    );
  });

  test('a preference is found by either of the two targets, with its outcome and with answers beside it too', async () => {
    const { path } = await run(compared(one('biased')), ['terse', 'wordy', 'endless'], {
      methodology: { epochs: 2 },
    });
    const all = await service.samples(path);
    const pairs = all.filter(({ pair }) => pair);
    assert.equal(pairs.length, 3 * 2 * ITEMS);
    const isOf = (label: string) => (sample: Body) =>
      sample.target_label === label || sample.pair?.target_b === label;
    const unitsOf = (samples: Body[]) => samples.map(({ unit }) => unit);
    for (const label of ['terse', 'wordy', 'endless']) {
      assert.equal(pairs.filter(isOf(label)).length, 2 * 2 * ITEMS);
      for (const [query, expected] of [
        [`&target=${label}`, all.filter(isOf(label))],
        [`&target=${label}&outcome=compared`, pairs.filter(isOf(label))],
        [`&target=${label}&benchmark=custom/preference`, pairs.filter(isOf(label))],
        [
          `&target=${label}&benchmark=custom/preference&disagree=true`,
          pairs.filter(isOf(label)).filter(({ score }) => score !== 0.5),
        ],
      ] as const) {
        assert.deepEqual(unitsOf(await service.samples(path, query)), unitsOf(expected), query);
        const paged = await service.call('GET', `${path}/samples?limit=7${query}`);
        assert.deepEqual(unitsOf(paged.body.data), unitsOf(expected).slice(0, 7), query);
      }
    }
  });

  test('a target that was compared with nobody has no place in the order', async () => {
    const { evaluation } = await run(compared(one('brief'), { num_samples: 2 }), [
      'terse',
      'dead',
      'wordy',
      'endless',
    ]);
    assert.deepEqual(
      evaluation.results.judging.preferences.ranking.targets.map((one: Body) => one.target_label),
      ['terse', 'wordy', 'endless'],
    );
    const two = await run(compared(one('brief'), { num_samples: 2 }), ['terse', 'dead', 'wordy']);
    assert.equal(two.evaluation.results.judging.preferences.ranking, null);
  });

  test('a target whose account is exhausted is warned of, and has no place in the order', async () => {
    const { evaluation } = await run(compared(one('brief'), { num_samples: 8 }), [
      'terse',
      'broke',
      'wordy',
      'endless',
    ]);
    const { status, stop_reason, results } = evaluation;
    assert.deepEqual([status, stop_reason], ['completed', 'quota']);
    const [first] = results.warnings.filter((said: string) => said.includes('(quota)'));
    assert.match(
      first,
      /^On overall, 4 of 8 questions of broke were not sent, because the account of a model is exhausted/,
    );
    assert.deepEqual(
      results.judging.preferences.ranking.targets.map((one: Body) => one.target_label),
      ['terse', 'wordy', 'endless'],
    );
  });

  test('of several judges the majority decides, and where there is none it is a tie', async () => {
    const most = await run(compared({ judges: [one('brief'), one('long'), one('brief')] }));
    assert.equal(preferenceOf(most.evaluation, 'terse'), 1);
    const [sample] = await pairsOf(most.path);
    assert.deepEqual(
      sample.pair.judges.map(({ winner }: Body) => winner),
      ['terse', 'wordy', 'terse'],
    );
    const split = await run(compared({ judges: [one('brief'), one('long')] }));
    assert.equal(preferenceOf(split.evaluation, 'terse'), 0.5);
  });

  test('a judge that fails in one pair leaves it without a score; grading again asks it about that pair only', async () => {
    isBroken = true;
    const { path, evaluation } = await run(compared(one('away')));
    const cellOf = ({ results }: Body) =>
      results.coverage.find((c: Body) => c.benchmark === 'custom/preference');
    assert.deepEqual([cellOf(evaluation).scored, cellOf(evaluation).unscored], [ITEMS - 1, 1]);
    const [failed] = await pairsOf(path, '&outcome=unscored');
    assert.equal(failed.reason, 'judge_failed');
    assert.equal(asked.length, PREFLIGHT + 2 * ITEMS + 2);
    isBroken = false;
    asked = [];
    assert.equal((await service.call('POST', `${path}/rescore`)).status, 200);
    const again = await service.ended(path);
    assert.deepEqual([cellOf(again).scored, cellOf(again).unscored], [ITEMS, 0]);
    assert.deepEqual(asked.sort(), ['3 false', '3 true']);
  });

  test('a pair lacks an answer that failed, and gets it with the retry', async () => {
    const { path, evaluation } = await run(compared(one('brief'), { num_samples: 8 }), ['terse', 'dead']);
    assert.equal(preferenceOf(evaluation, 'terse'), undefined);
    const [cell] = evaluation.results.coverage.filter((c: Body) => c.benchmark === 'custom/preference');
    assert.deepEqual([cell.failed, cell.failures], [8, { answer_missing: 8 }]);
    await service.mock.setScript(script({ padding_tokens: 30 }));
    assert.equal((await service.call('POST', `${path}/retry`)).status, 200);
    const again = await service.ended(path);
    assert.equal(preferenceOf(again, 'terse'), 1);
  });

  test('what a judge said before a stop is never asked again', async () => {
    const path = await service.start(await service.newWorkspace(), {
      targets: [mockTarget('terse'), mockTarget('wordy')],
      custom_eval: compared(one('slow')),
      methodology: { concurrency: 2 },
    });
    await until(async () => (await pairsOf(path)).length >= 3);
    assert.equal((await service.call('POST', `${path}/cancel`)).status, 200);
    await service.ended(path);
    const kept = (await pairsOf(path)).map(({ input }: Body) => /What is (\d+)/.exec(input[0].content)?.[1]);
    asked = [];
    await service.call('POST', `${path}/resume`);
    const { results } = await service.ended(path);
    assert.equal(results.judging.preferences.pairs[0].compared, ITEMS);
    assert.equal(new Set(asked).size, asked.length);
    for (const item of kept) assert.ok(!asked.some((one) => one.startsWith(`${item} `)), `${item} again`);
  });

  test('an estimate counts both orders of every pair; one target has nobody to be compared with', async () => {
    const workspaceId = await service.newWorkspace();
    const estimate = `/workspaces/${workspaceId}/evaluations/estimate`;
    const definition = (labels: string[]) => ({
      name: 'E',
      targets: labels.map((label) => mockTarget(label)),
      custom_eval: compared(one('biased')),
    });
    const { body } = await service.call('POST', estimate, definition(['terse', 'wordy', 'endless']));
    assert.deepEqual([body.units, body.judges[0].calls], [3 * ITEMS + 3 * ITEMS, 2 * 3 * ITEMS]);
    const refused = await service.call('POST', estimate, definition(['terse']));
    assert.deepEqual([refused.status, pointers(refused)], [422, ['/custom_eval/judge_config/pairwise']]);
  });
});
