import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../../test/support/evaluation-service.ts';
import { pointers } from '../../../../../test/support/resource-behaviour.ts';

const RULES = [
  { rule: 'names the order', grader: 'contains', expected: '4711' },
  { rule: 'promises nothing', grader: 'contains', expected: 'guarantee', not: true },
  { rule: 'ends with a greeting', grader: 'regex', expected: 'Kind regards$' },
];
const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

onEachDatabaseInFull('adherence', (place) => {
  let service: EvaluationService;
  let workspaceId: string;
  before(async () => {
    service = await startEvaluationService(await place(), {
      models: {
        keeping: { answers: { kind: 'list', values: ['Order 4711 is on its way. Kind regards'] } },
        breaking: { answers: { kind: 'list', values: ['Order 4711 comes, I guarantee it.'] } },
        terse: { answers: { kind: 'list', values: ['Yes'] } },
        wordy: { answers: { kind: 'list', values: ['Yes, it has been on its way since Monday.'] } },
      },
    });
    workspaceId = await service.newWorkspace();
    const rows = Array.from({ length: 12 }, (_, i) => ({ input: `Where is my order? (${i})`, rules: RULES }));
    await service.newSource(workspaceId, 'replies', lines(rows));
  });
  after(() => service.stop());

  const of = (subset: string) => ({
    targets: ['keeping', 'breaking'].map((model) => mockTarget(model)),
    benchmarks: [{ benchmark_type: 'adherence', subset }],
  });

  test('the score is the share of rules that are kept, and the results say who breaks any', async () => {
    const path = await service.start(workspaceId, of('replies'));
    const { status, results } = await service.ended(path);
    assert.equal(status, 'completed');
    // biome-ignore lint/suspicious/noExplicitAny: JSON of results
    const [kept, broken] = results.adherence as any[];
    assert.deepEqual([kept.answers, kept.breaking.share, broken.breaking.share], [12, 0, 1]);
    assert.deepEqual(
      broken.rules.map(({ rule, kept: { share } }: { rule: string; kept: { share: number } }) => [
        rule,
        share,
      ]),
      [
        ['ends with a greeting', 0],
        ['promises nothing', 0],
        ['names the order', 1],
      ],
    );
    const [first, second] = results.target_results;
    assert.equal(first.benchmark_scores['adherence/replies'], 1);
    assert.ok(Math.abs(second.benchmark_scores['adherence/replies'] - 1 / 3) < 1e-9);
    assert.equal(second.metrics['adherence/replies/breaking_any_rule'], 1);
    const sample = (await service.samples(path, '&reason=broken_rules'))[0];
    assert.equal(sample.message, 'Broken: promises nothing, ends with a greeting.');
    const html = (await service.call('GET', `${path}/export?format=html`)).body as unknown as string;
    assert.match(String(html), /Instruction following by rule/);
  });

  const SAYS_YES = { rule: 'says yes', grader: 'exact', expected: 'Yes' };
  const IS_POLITE = { rule: 'is not rude', grader: 'contains', expected: 'stupid', not: true };
  const READ_TWICE: readonly [
    says: string,
    rules: readonly object[],
    outcome: string[],
    graders: string[],
  ][] = [
    [
      'whose answer the grader does not read',
      [SAYS_YES, IS_POLITE],
      ['undecided', 'depends_on_grader'],
      ['exact'],
    ],
    [
      'whose form counts',
      [{ ...SAYS_YES, grader: { type: 'exact', options: { format_counts: true } } }, IS_POLITE],
      ['terse', 'significant'],
      [],
    ],
    [
      'that also breaks a rule',
      [SAYS_YES, { rule: 'does not say Monday', grader: 'contains', expected: 'Monday', not: true }],
      ['terse', 'significant'],
      ['exact'],
    ],
  ];
  for (const [says, rules, outcome, graders] of READ_TWICE)
    test(`a wordy response ${says}: ${outcome.join(', ')}`, async () => {
      const rows = Array.from({ length: 30 }, (_, i) => ({ input: `Was it sent? (${i})`, rules }));
      await service.newSource(workspaceId, says, lines(rows));
      const path = await service.start(workspaceId, {
        targets: ['terse', 'wordy'].map((model) => mockTarget(model)),
        benchmarks: [{ benchmark_type: 'adherence', subset: says }],
      });
      const { results } = await service.ended(path);
      const compared = results.comparisons.find(
        ({ metric }: { metric: string }) => metric === `adherence/${says}`,
      );
      assert.deepEqual([compared.winner, compared.reason], outcome);
      assert.deepEqual(results.grader_fit?.[0]?.graders ?? [], graders);
      const [example] = results.grader_fit?.[0]?.examples ?? [];
      assert.equal(example?.expected ?? 'Yes', 'Yes');
    });

  const REFUSED: readonly [says: string, rules: unknown, problem: RegExp][] = [
    ['without rules', [], /rules must be a list/],
    ['with a grader that is none', [{ ...RULES[0], grader: 'ruge' }], /no grader "ruge"/],
    ...['rouge_l', 'f1'].map((grader): [string, unknown, RegExp] => [
      `with ${grader}, which gives a share`,
      [{ ...RULES[0], grader }],
      /does not decide whether a text is right/,
    ]),
    ['with a rule twice', [RULES[0], RULES[0]], /different names/],
  ];
  for (const [says, rules, problem] of REFUSED)
    test(`a line ${says} refuses the file`, async () => {
      await service.newSource(workspaceId, `broken ${says}`, lines([{ input: 'Hello?', rules }]));
      const refused = await service.post(workspaceId, of(`broken ${says}`));
      assert.equal(refused.status, 422, JSON.stringify(refused.body));
      assert.match(refused.body.detail, problem);
      assert.ok(pointers(refused).every((one) => one === '/benchmarks/0/subset'));
    });
});
