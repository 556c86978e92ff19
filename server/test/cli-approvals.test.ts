import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type MockModel, startMockModel } from '@touchstone/mock';
import { runCli } from './support/cli-process.ts';
import { runCommand } from './support/cli-runner.ts';
import { onDisk } from './support/each-database.ts';
import { arithmetic, mockTarget, writeProviders } from './support/evaluation-service.ts';
import { httpRequest } from './support/http-request.ts';
import { type Service, startService } from './support/service.ts';

describe('touchstone approvals', () => {
  const place = onDisk(undefined, async () => {});
  let mock: MockModel;
  let service: Service;
  let path: string;
  let agent: string;

  before(async () => {
    mock = await startMockModel({ script: { models: { right: {} } } });
    const price = { input_usd_per_million: '10', output_usd_per_million: '10' };
    const config = writeProviders(place.dataDir, mock, { prices: { right: price } });
    service = await startService(place, { 'touchstone-config': config });
    const { body } = await httpRequest('POST', `${service.url}/workspaces`, { json: { name: 'W' } });
    path = `${service.url}/workspaces/${body.id}`;
    const made = await runCommand([
      'keys',
      'create',
      '--name',
      'coder',
      '--role',
      'editor',
      '--agent',
      '--json',
      '--data-dir',
      place.dataDir,
    ]);
    agent = JSON.parse(made.stdout).key;
  });
  after(async () => {
    await service?.stop();
    await mock?.stop();
  });

  const approvals = (...args: string[]) => runCommand(['approvals', ...args, '--data-dir', place.dataDir]);
  const as = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
  async function ask(): Promise<string> {
    const json = { name: 'Compare', targets: [mockTarget('right')], benchmarks: [arithmetic(3)] };
    const { status, body } = await httpRequest('POST', `${path}/evaluations`, { ...as(agent), json });
    assert.equal(status, 202, JSON.stringify(body));
    return body.id;
  }

  it('says which keys are an agent’s, and makes none of them an admin', async () => {
    const listed = await runCli(['keys', 'list', '--data-dir', place.dataDir]);
    assert.match(listed.stdout, /coder \(an agent’s, all workspaces\)/);
    const refused = await runCommand(['keys', 'create', '--name', 'x', '--role', 'admin', '--agent']);
    assert.deepEqual(
      [refused.code, refused.stderr],
      [2, '--agent needs the role viewer or editor, not admin.\n'],
    );
  });

  it('lists what waits, approves it as the owner, and declines', async () => {
    const [approved, declined] = [await ask(), await ask()];
    const list = await runCli(['approvals', 'list', '--data-dir', place.dataDir]);
    assert.equal(list.code, 0, list.stderr);
    assert.match(
      list.stdout,
      /create “Compare” of right\n {2}expected cost \$[\d.e-]+, at most \$\S+, 3 calls\n {2}requested by coder, expires 20/,
    );
    const yes = await approvals('approve', approved);
    assert.match(yes.stdout, new RegExp(`^${approved} is approved: evaluation [\\da-f-]{36}\\.\\n$`));
    const no = await approvals('decline', declined, '--json');
    assert.equal(JSON.parse(no.stdout).status, 'declined');
    assert.equal((await approvals('list')).stdout, 'No requests wait for approval.\n');
    const again = await approvals('approve', approved);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /was already approved/);
  });

  it('takes a key of a person, and not an agent’s', async () => {
    const id = await ask();
    const file = join(place.dataDir, 'key');
    writeFileSync(file, agent);
    const there = ['--url', service.url, '--key-file', file];
    const refused = await runCommand(['approvals', 'approve', id, ...there]);
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /An agent’s key cannot decide/);
    const made = await runCommand([
      'keys',
      'create',
      '--name',
      'me',
      '--role',
      'editor',
      '--json',
      '--data-dir',
      place.dataDir,
    ]);
    writeFileSync(file, JSON.parse(made.stdout).key);
    assert.equal((await runCommand(['approvals', 'approve', id, ...there])).code, 0);
  });

  it('says what is wrong with a call', async () => {
    const nobody = '01900000-0000-7000-8000-000000000000';
    const table: [args: string[], code: number, says: RegExp][] = [
      [['approvals'], 2, /needs one of list, approve, decline/],
      [['approvals', 'approve'], 2, /needs the id that list shows/],
      [['approvals', 'approve', nobody, '--data-dir', place.dataDir], 2, /There is no approval/],
      [['approvals', 'list', '--key', 'ts_x'], 2, /need --url/],
      [['approvals', 'list', '--data-dir', join(place.dataDir, 'empty')], 1, /No server runs on .*empty/],
    ];
    for (const [args, code, says] of table) {
      const ended = await runCommand(args);
      assert.match(ended.stderr, says);
      assert.equal(ended.code, code, args.join(' '));
    }
  });
});
