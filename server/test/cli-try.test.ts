import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type AppServer, sendJson, startAppServer } from './support/app-server.ts';
import { runCli } from './support/cli-process.ts';
import { runCommand } from './support/cli-runner.ts';
import { onDisk } from './support/each-database.ts';
import { httpRequest } from './support/http-request.ts';
import { type Service, startService } from './support/service.ts';

describe('touchstone try', () => {
  const place = onDisk(undefined, async () => {});
  let service: Service;
  let app: AppServer;

  before(async () => {
    app = await startAppServer(({ body }, response) => sendJson(response, { text: `You said ${body.q}` }));
    service = await startService(place);
    const { body } = await httpRequest('POST', `${service.url}/workspaces`, { json: { name: 'W' } });
    for (const [name, answer] of [
      ['Right', '$.text'],
      ['Wrong', '$.answer'],
    ] as const) {
      const endpoint = {
        kind: 'http',
        url: app.url,
        request: { q: '{{input}}', t: '{{fields.t}}' },
        response: { answer },
      };
      const json = { name, model: {}, endpoint };
      const made = await httpRequest('POST', `${service.url}/workspaces/${body.id}/stacks`, { json });
      assert.equal(made.status, 201, JSON.stringify(made.body));
    }
  });
  after(async () => {
    await service?.stop();
    await app?.stop();
  });
  const run = (...args: string[]) => runCommand(['try', ...args, '--data-dir', place.dataDir]);

  it('shows what was sent, what came, and what the paths found', async () => {
    const { code, stdout } = await runCli([
      ...['try', 'Right', '--input', 'Hello', '--field', 't=7', '--data-dir', place.dataDir],
    ]);
    assert.equal(code, 0, stdout);
    for (const part of [
      '"t": "7"',
      'Status 200',
      '/response/answer $.text: "You said Hello"',
      'Answer: You said Hello',
      'Cost: not known',
    ])
      assert.ok(stdout.includes(part), stdout);
  });

  it('ends with 1 where the application fails, and with 2 where it is called wrongly', async () => {
    const wrong = await run('Wrong', '--input', 'Hello', '--field', 't=7');
    assert.deepEqual(
      [wrong.code, /Failed: .*\$ has no "answer"; it is an object with text/.test(wrong.stdout)],
      [1, true],
    );
    for (const args of [['Right'], ['None', '--input', 'x'], ['Right', '--input', 'x', '--field', 't']])
      assert.equal((await run(...args)).code, 2, args.join(' '));
  });
});
