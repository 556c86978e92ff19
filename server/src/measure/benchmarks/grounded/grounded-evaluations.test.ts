import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../test/support/evaluation-service.ts';
import { pointers } from '../../../../test/support/resource-behaviour.ts';

const PUMPS = Array.from(
  { length: 12 },
  (_, i) => `The Orvall${i} pump was tested at ${120 + i} bar by the team of the north hall.`,
);
const TYPES = ['grounded_qa', 'refusal_of_unknown'];

onEachDatabaseInFull('evaluations of the sources of a workspace', (place) => {
  let service: EvaluationService;
  let workspaceId: string;
  let sourceId: string;
  before(async () => {
    // One model that answers nothing but "unknown", and one that always says 125.
    service = await startEvaluationService(await place(), {
      models: {
        humble: { answers: { kind: 'list', values: ['Answer: unknown'] } },
        bold: { answers: { kind: 'list', values: ['Answer: 125'] } },
      },
    });
    workspaceId = await service.newWorkspace();
    sourceId = await newSource('Pumps', PUMPS.join('\n\n'));
  });
  after(() => service.stop());

  const newSource = (title: string, content: string) => service.newSource(workspaceId, title, content);

  const of = (subset?: string) => ({
    targets: ['humble', 'bold'].map((model) => mockTarget(model)),
    benchmarks: TYPES.map((benchmark_type) => ({ benchmark_type, ...(subset && { subset }) })),
  });

  test('a model that never answers scores 0 and 1; one that always gives the same answer scores by chance', async () => {
    const path = await service.start(workspaceId, of());
    const { status, results } = await service.ended(path);
    assert.equal(status, 'completed');
    const scores = results.target_results.map(
      ({ benchmark_scores }: { benchmark_scores: object }) => benchmark_scores,
    );
    assert.deepEqual(scores, [
      { grounded_qa: 0, refusal_of_unknown: 1 },
      { grounded_qa: 1 / 12, refusal_of_unknown: 0 },
    ]);
  });

  test('found passages are copied into the items, which stay the same until the sources change', async () => {
    const asked = async () => {
      const path = await service.start(workspaceId, of('retrieved'));
      await service.ended(path);
      return (await service.samples(path)).map(({ input }) => input[0].content as string);
    };
    const first = await asked();
    assert.deepEqual(await asked(), first);
    for (const prompt of first) assert.match(prompt, /\[1\] Pumps\n.*The Orvall/s);
    await newSource('More pumps', 'The Quentrel pump was tested at 250 bar by the team of the south hall.');
    const more = await asked();
    assert.ok(more.some((prompt) => prompt.includes('250 bar')));
    assert.equal(new Set(more).size, 26);
  });

  test('the asked items outlive their source; without a ready source no requests are sent', async () => {
    const path = await service.start(workspaceId, of());
    assert.equal(
      (await service.call('DELETE', `/workspaces/${workspaceId}/sources/${sourceId}`)).status,
      204,
    );
    await service.ended(path);
    assert.ok((await service.samples(path)).some(({ input }) => input[0].content.includes(PUMPS[5])));
    const refused = await service.post(await service.newWorkspace(), of());
    assert.equal(refused.status, 422);
    assert.deepEqual(pointers(refused), ['/benchmarks/0/benchmark_type']);
    assert.match(refused.body.detail, /no source that is ready/);
  });
});
