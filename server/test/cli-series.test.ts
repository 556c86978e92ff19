import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type MockModel, startMockModel } from '@touchstone/mock';
import { runCli } from './support/cli-process.ts';
import { runCommand } from './support/cli-runner.ts';
import { onDisk } from './support/each-database.ts';
import { arithmetic, mockTarget, writeProviders } from './support/evaluation-service.ts';
import { httpRequest } from './support/http-request.ts';
import { type Service, startService } from './support/service.ts';

const answering = (accuracy: number) => ({
  models: { watched: { answers: { kind: 'solver' as const, accuracy } } },
});

describe('touchstone series', () => {
  const place = onDisk(undefined, async () => {});
  let mock: MockModel;
  let service: Service;
  let path: string;

  before(async () => {
    mock = await startMockModel({ script: answering(1) });
    const price = { input_usd_per_million: '10', output_usd_per_million: '10' };
    const config = writeProviders(place.dataDir, mock, { prices: { watched: price } });
    service = await startService(place, { 'touchstone-config': config });
    const { body } = await httpRequest('POST', `${service.url}/workspaces`, { json: { name: 'W' } });
    path = `${service.url}/workspaces/${body.id}/series`;
  });
  after(async () => {
    await service?.stop();
    await mock?.stop();
  });

  const series = (...args: string[]) => runCommand(['series', ...args, '--data-dir', place.dataDir]);
  async function make(more: object = {}): Promise<string> {
    const json = {
      name: 'Weekly',
      evaluation: { name: 'Watched', targets: [mockTarget('watched')], benchmarks: [arithmetic(40)] },
      margins: { score: 0.3 },
      ...more,
    };
    const { status, body } = await httpRequest('POST', path, { json });
    assert.equal(status, 201, JSON.stringify(body));
    return body.id;
  }

  it('exits with 0 for the reference and a quiet look, with 1 for an alarm', async () => {
    const id = await make();
    const reference = await runCli(['series', 'run', id, '--data-dir', place.dataDir]);
    assert.deepEqual(
      [reference.code, reference.stdout],
      [0, 'This is the reference run; later runs are compared with it.\n'],
    );
    const quiet = await series('run', id);
    assert.deepEqual([quiet.code, quiet.stdout], [0, 'Look 1, 1 measure: no alarm.\n']);
    await mock.setScript(answering(0));
    const worse = await series('run', id, '--json');
    assert.equal(worse.code, 1, worse.stderr);
    assert.equal(JSON.parse(worse.stdout).alarms[0].kind, 'quality');
    const listed = await series('list');
    assert.match(
      listed.stdout,
      new RegExp(`^${id} {2}Weekly\\n {2}active, next on demand, last run complete, 1 alarm\\n$`),
    );
  });

  it('exits with 3 where there is no look, and with 2 where it is called wrongly', async () => {
    const capped = await make({ max_cost_usd_per_month: 0.00001 });
    const stopped = await series('run', capped);
    assert.equal(stopped.code, 3, stopped.stderr);
    assert.match(stopped.stdout, /^No result: The run reached max_cost_usd/);
    const refused = await series('run', capped);
    assert.equal(refused.code, 3);
    assert.match(refused.stderr, /max_cost_usd_per_month is spent/);
    assert.equal((await series('run', 'x')).code, 2);
    assert.equal((await series('run', '01a20000-0000-7000-8000-000000000000')).code, 2);
    assert.equal((await series()).code, 2);
  });
});
