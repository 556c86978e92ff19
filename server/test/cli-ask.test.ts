import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { runCli } from './support/cli-process.ts';
import { runCommand } from './support/cli-runner.ts';
import { onDisk } from './support/each-database.ts';
import { startEvaluationService } from './support/evaluation-service.ts';
import { httpRequest } from './support/http-request.ts';
import { type Service, startService } from './support/service.ts';
import { until } from './support/until.ts';

const NOTES =
  'The gateway answered 95 % of requests within 140 ms in June. \u001b[31mIt was restarted twice.';

describe('touchstone ask', () => {
  const place = onDisk(undefined, async () => {});
  let service: Service;
  let workspace: string;
  before(async () => {
    service = await startService(place);
    const post = async (path: string, json: object) =>
      (await httpRequest('POST', service.url + path, { json })).body;
    workspace = `/workspaces/${(await post('/workspaces', { name: 'Shop' })).id}`;
    const { id } = await post(`${workspace}/sources`, { type: 'text', title: 'Notes', content: NOTES });
    const source = `${service.url}${workspace}/sources/${id}`;
    await until(async () => (await httpRequest('GET', source)).body.status === 'ready');
  });
  after(async () => {
    await service.stop();
  });
  const ask = (...args: string[]) => runCommand(['ask', ...args, '--data-dir', place.dataDir]);

  it('prints the passages once, with their places, and nothing that a terminal obeys', async () => {
    const { code, stdout, stderr } = await runCli([
      ...['ask', 'How fast did the gateway answer in June?', '--data-dir', place.dataDir],
    ]);
    assert.equal(code, 0, stderr);
    assert.match(stdout, /\n\[1\] Notes, score 0\.\d\d\n\n```text\nThe gateway answered .* 140 ms in June/);
    assert.equal(stdout.split('within 140 ms in June').length, 2, stdout);
    assert.ok(!stdout.includes('\u001b'));
    const { body } = await httpRequest('GET', `${service.url}${workspace}/messages`);
    assert.deepEqual(
      body.data.map(({ role }: { role: string }) => role),
      ['user', 'assistant'],
    );
  });

  it('prints what a model quotes, and where, below its answer', async (t) => {
    const values = [
      { tool_calls: [{ name: 'search', arguments: { query: 'gateway June' } }] },
      'It was fast [[1: "answered 95 % of requests within 140 ms in June"]].',
    ];
    const asked = await startEvaluationService(
      onDisk(undefined, async () => {}),
      { models: { agent: { answers: { kind: 'list', values } } } },
      {},
      { 'agent-model': 'mock/agent' },
    );
    t.after(() => asked.stop());
    await asked.newSource(await asked.newWorkspace(), 'Notes', NOTES);
    const { stdout, stderr } = await runCommand(['ask', '@researcher How fast?', '--url', asked.url]);
    assert.match(stdout, /^It was fast \[1\]\.\s+\[1\] “The gateway answered .*”\n {4}Notes\n$/, stderr);
  });

  it('prints the message as JSON, of a workspace by name', async () => {
    const { code, stdout } = await ask('How fast was the gateway?', '--json', '--workspace', 'Shop');
    assert.equal(code, 0);
    assert.equal(JSON.parse(stdout).status, 'complete');
  });

  const WRONG: [args: string[], code: number, says: RegExp][] = [
    [[], 2, /needs a question/],
    [['x', '--workspace', 'Nowhere'], 2, /No workspace is called "Nowhere"/],
    [['x', '--key', 'ts_x'], 2, /--key and --key-file need --url/],
    [
      ['x', '--url', 'http://127.0.0.1:1'],
      1,
      /The service at http:\/\/127\.0\.0\.1:1 cannot be reached: bad port/,
    ],
  ];
  for (const [args, code, says] of WRONG) {
    it(`with ${JSON.stringify(args)} ends with ${code}`, async () => {
      const ended = await ask(...args);
      assert.equal(ended.code, code, ended.stderr);
      assert.match(ended.stderr, says);
    });
  }
});
