import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../test/support/evaluation-service.ts';
import { gradesReply, preferenceReply, readPrompt } from '../../../test/support/scripted-judge.ts';

/** Long enough that calls overlap where two may, also on a machine that stands still in between. */
const LATENCY = { distribution: 'constant' as const, ms: 10 };
const JUDGED = {
  prompt_template: '{{question}}',
  inputs: Array.from({ length: 24 }, (_, i) => ({ question: `What is ${i} + 1?` })),
  criteria: [{ name: 'clear', description: 'It is clear.' }],
};
const judge = { provider: 'mock', model: 'judge' };
const panel = { judges: [judge, { ...judge, temperature: 1 }, { ...judge, max_tokens: 500 }] };
const PROVIDER_LIMIT = 12;

onEachDatabaseInFull('calls in flight to one account', (place) => {
  let service: EvaluationService;
  before(async () => {
    const answer = ({ messages }: { messages: readonly unknown[] }) =>
      'FIRST' in readPrompt(messages).inside ? preferenceReply(messages, 'tie') : gradesReply(messages, 4);
    service = await startEvaluationService(
      await place(),
      {
        defaults: { latency: LATENCY },
        models: { judge: { answers: { kind: 'function', answer } } },
      },
      { max_concurrency: PROVIDER_LIMIT },
    );
  });
  after(() => service.stop());

  const one = { targets: [mockTarget('a')], benchmarks: [arithmetic(40)] };
  const two = { targets: [mockTarget('a'), mockTarget('b')], benchmarks: [arithmetic(80)] };
  const judged = (judge_config: object, targets = two.targets) => ({
    targets,
    custom_eval: { ...JUDGED, judge_config },
  });
  const cases: [string, object, object, number, number?][] = [
    ['concurrency 1 bounds a target', one, { concurrency: 1 }, 1],
    ['concurrency 2 bounds a target', one, { concurrency: 2 }, 2],
    ['concurrency 2 bounds two targets of one account together', two, { concurrency: 2 }, 2],
    ['concurrency 1 bounds a target and its judge', judged(judge, one.targets), { concurrency: 1 }, 1],
    ['concurrency 2 bounds targets and a panel of judges', judged(panel), { concurrency: 2 }, 2],
    ['concurrency 2 bounds judges that compare', judged({ ...judge, pairwise: true }), { concurrency: 2 }, 2],
    [
      'max_concurrency lets the limit grow from concurrency',
      two,
      { concurrency: 2, max_concurrency: 6 },
      6,
      3,
    ],
    ['without either, the limit of the provider is the bound', two, {}, PROVIDER_LIMIT, 7],
  ];
  for (const [sentence, definition, methodology, most, least = most] of cases)
    test(sentence, async () => {
      service.mock.reset();
      const { evaluation } = await service.run({
        ...definition,
        methodology: { cache: false, ...methodology },
      });
      assert.equal(evaluation.status, 'completed', evaluation.error_message);
      const { max_in_flight: seen } = service.mock.stats();
      assert.ok(least <= seen && seen <= most, `${seen} were in flight`);
    });
});
