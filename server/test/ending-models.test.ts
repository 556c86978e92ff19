import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { onEachDatabaseInFull, type TestPlace } from './support/each-database.ts';
import { arithmetic, type EvaluationService, startEvaluationService } from './support/evaluation-service.ts';

const DAY_MS = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const [SOON, LATER] = [dayFromNow(30), dayFromNow(400)];

/** Facts of the operator: models of the provider `mock` that end. */
function catalogue({ dataDir }: TestPlace): string {
  const sourced = { source: 'a page', as_of: '2026-11-23' };
  const model = (model_id: string, date: string | null) => ({
    provider: 'mock',
    model_id,
    kind: 'chat',
    ...(date !== null && { shutdown_at: { date, ...sourced } }),
    prices: [],
    ...sourced,
  });
  const file = join(dataDir, 'facts.json');
  const models = [model('soon', SOON), model('later', LATER), model('stays', null)];
  writeFileSync(file, JSON.stringify({ models }));
  return file;
}

onEachDatabaseInFull('models that end', (place) => {
  let service: EvaluationService;
  let stacks: string;
  let workspace: string;
  const made = new Map<string, string>();
  const names = (data: { name: string }[]) => data.map(({ name }) => name);

  before(async () => {
    const at = await place();
    const models = { soon: {}, later: {}, stays: {} };
    service = await startEvaluationService(at, { seed: 1, models }, {}, { 'catalog-file': catalogue(at) });
    workspace = await service.newWorkspace();
    stacks = `/workspaces/${workspace}/stacks`;
    for (const name of ['soon', 'later', 'stays']) {
      const { body } = await service.call('POST', stacks, {
        name,
        model: { provider: 'mock', model_id: name },
      });
      made.set(name, body.id);
    }
  });
  after(() => service.stop());

  it('are said by the stack that rests on one: the end where it is known, a warning where it is soon', async () => {
    const read = async (name: string) => (await service.call('GET', `${stacks}/${made.get(name)}`)).body;
    const soon = await read('soon');
    assert.deepEqual(soon.model_end, {
      date: SOON,
      replacement: null,
      source: 'a page',
      as_of: '2026-11-23',
    });
    assert.deepEqual(soon.warnings, [`The model mock/soon ends on ${SOON} (a page, as of 2026-11-23).`]);
    const later = await read('later');
    assert.deepEqual([later.model_end.date, later.warnings], [LATER, undefined]);
    const stays = await read('stays');
    assert.deepEqual([stays.model_end, stays.warnings], [undefined, undefined]);
  });

  it('are found by ends_before, page by page, and an unknown end is before no day', async () => {
    const list = async (query: string) => (await service.call('GET', `${stacks}?${query}`)).body;
    assert.deepEqual(names((await list(`ends_before=${SOON}`)).data), []);
    assert.deepEqual(names((await list(`ends_before=${dayFromNow(31)}`)).data), ['soon']);
    const first = await list(`ends_before=${dayFromNow(1000)}&limit=1`);
    assert.deepEqual(names(first.data), ['later']);
    const second = await list(`ends_before=${dayFromNow(1000)}&limit=1&cursor=${first.next_cursor}`);
    assert.deepEqual([names(second.data), second.next_cursor], [['soon'], null]);
    for (const [day, said] of [
      ['soon', /^must be a day, such as/],
      ['2027-02-30', /^must be a day of the calendar/],
      ['2027-04-31', /^must be a day of the calendar/],
    ] as const) {
      const { status, body } = await service.call('GET', `${stacks}?ends_before=${day}`);
      assert.deepEqual([status, body.errors[0].pointer], [400, '/ends_before'], day);
      assert.match(body.errors[0].detail, said);
    }
  });

  it('are said by the estimate, the evaluation, its results and its report, each once', async () => {
    const definition = {
      name: 'Which?',
      targets: ['soon', 'stays'].map((name) => ({
        target_type: 'stack',
        target_id: made.get(name),
        label: name,
      })),
      benchmarks: [arithmetic(2)],
    };
    const said = (warnings: string[]) => warnings.filter((warning) => warning.includes(' ends on '));
    const estimate = await service.call('POST', `/workspaces/${workspace}/evaluations/estimate`, definition);
    assert.equal(said(estimate.body.warnings).length, 1, JSON.stringify(estimate.body));
    const { body } = await service.post(workspace, definition);
    assert.equal(said(body.warnings).length, 1);
    const path = `/workspaces/${workspace}/evaluations/${body.id}`;
    const ended = await service.ended(path);
    assert.equal(said(ended.results.warnings).length, 1, 'the results');
    const report = await service.call('GET', `${path}/export?format=html`);
    assert.equal(String(report.body).split('The model mock/soon ends on').length, 2);
  });
});
