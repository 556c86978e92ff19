import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { onEachDatabase, onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../test/support/evaluation-service.ts';
import { gradesReply } from '../../../test/support/scripted-judge.ts';
import { type Service, startService } from '../../../test/support/service.ts';
import { until } from '../../../test/support/until.ts';
import {
  isSignedBy,
  type Received,
  startWebhookReceiver,
  type WebhookReceiver,
} from '../../../test/support/webhook-receiver.ts';

const TEST_TYPES = ['series.alarm', 'series.looked'];

onEachDatabase('webhooks', (place) => {
  let service: Service;
  let receiver: WebhookReceiver;
  let workspace: string;
  const secrets = new Map<string, string>();
  before(async () => {
    receiver = await startWebhookReceiver((request, response) => {
      if (request.path === '/moved') response.writeHead(307, { location: receiver.url }).end();
      else if (request.path === '/to-metadata')
        response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
      else if (request.path === '/gone') response.writeHead(410).end();
      else response.writeHead(204).end();
    });
    service = await startService(await place(), { 'fetch-allow-hosts': receiver.pair });
    workspace = (await service.call('POST', '/workspaces', { name: 'Hooks' })).body.id;
  });
  after(async () => {
    await service.stop();
    await receiver.stop();
  });

  const call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    service.call(method, `/workspaces/${workspace}/webhooks${path}`, body, headers);
  const make = async (path = '/', more: object = {}) => {
    const { status, body } = await call('POST', '', {
      name: 'CI',
      url: receiver.url + path,
      events: TEST_TYPES,
      ...more,
    });
    assert.equal(status, 201, JSON.stringify(body));
    secrets.set(body.id, body.secret);
    return `/${body.id}`;
  };
  const secretOf = (path: string) => secrets.get(path.slice(1)) ?? '';
  /** Sends a test and waits until something came of it. */
  const sendTest = async (path: string) => {
    const { status, body } = await call('POST', `${path}/test`);
    assert.equal(status, 201, JSON.stringify(body));
    const delivery = await until(async () => {
      const { data } = (await call('GET', `${path}/deliveries`)).body;
      const found = data.find(({ id }: { id: string }) => id === body.id);
      return found.attempts > 0 && found;
    }, 20);
    const message = receiver.received.find(({ headers }) => headers['webhook-id'] === body.id) as Received;
    return { delivery, message };
  };

  test('the secret is shown once, and a webhook is listed, changed and deleted', async () => {
    const path = await make();
    assert.match(secretOf(path), /^whsec_[A-Za-z0-9+/]{43}=$/);
    const read = await call('GET', path);
    assert.deepEqual(
      [read.status, 'secret' in read.body, read.body.status, read.body.events],
      [200, false, 'active', TEST_TYPES],
    );
    const listed = await call('GET', '');
    assert.ok(!JSON.stringify(listed.body).includes('whsec_'));
    const tag = read.headers.get('etag') ?? '';
    const changed = await call('PATCH', path, { ...read.body, name: 'Other' }, { 'if-match': tag });
    assert.deepEqual([changed.status, changed.body.name], [200, 'Other']);
    assert.equal((await call('PATCH', path, { name: 'Late' }, { 'if-match': tag })).status, 412);
    assert.equal((await call('DELETE', path)).status, 204);
    assert.equal((await call('GET', path)).status, 404);
    assert.equal((await call('GET', `${path}/deliveries`)).status, 404);
  });

  test('no answer with a secret is kept for a repeat of its request', async () => {
    const body = { name: 'CI', url: receiver.url, events: TEST_TYPES };
    const { status, body: error } = await call('POST', '', body, { 'idempotency-key': 'once' });
    assert.deepEqual([status, error.code], [400, 'invalid_header']);
  });

  test('a test message arrives, signed as the specification says', async () => {
    const path = await make('/hook');
    const { delivery, message } = await sendTest(path);
    assert.deepEqual(
      [delivery.state, delivery.attempts, delivery.response_status, delivery.error],
      ['delivered', 1, 204, null],
    );
    assert.ok(isSignedBy(secretOf(path), message));
    assert.ok(!isSignedBy(secretOf(path), { ...message, body: `${message.body} ` }));
    assert.equal(message.headers['content-type'], 'application/json');
    assert.equal(message.body, delivery.body);
    const { timestamp, ...body } = JSON.parse(message.body);
    assert.deepEqual(body, {
      id: delivery.id,
      type: 'webhook.test',
      version: 1,
      workspace_id: workspace,
      data: { webhook_id: path.slice(1) },
    });
    assert.ok(Math.abs(Date.parse(timestamp) - 1000 * Number(message.headers['webhook-timestamp'])) < 60_000);
  });

  test('another program verifies it', async (t) => {
    const path = await make();
    const { message } = await sendTest(path);
    const program = [
      'import base64, hashlib, hmac, sys',
      'secret, id, time, signature = sys.argv[1:]',
      'key = base64.b64decode(secret[len("whsec_"):])',
      'signed = (id + "." + time + ".").encode() + sys.stdin.buffer.read()',
      'made = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()',
      'sys.exit(0 if "v1," + made in signature.split(" ") else 1)',
    ].join('\n');
    const verify = (input: string) => {
      const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signature } = message.headers;
      const args = ['-c', program, secretOf(path), String(id), String(time), String(signature)];
      return spawnSync('python3', args, { input });
    };
    const { status, error } = verify(message.body);
    if (error) return t.skip('there is no python3 here');
    assert.equal(status, 0);
    assert.equal(verify(`${message.body}.`).status, 1);
  });

  test('a rotated secret signs beside the one before it until that ends', async () => {
    const path = await make();
    const first = secretOf(path);
    const rotated = await call('POST', `${path}/rotate-secret`, { earlier_hours: 1 });
    assert.equal(rotated.status, 200, JSON.stringify(rotated.body));
    const second = rotated.body.secret;
    assert.ok(Date.parse(rotated.body.earlier_secrets_until) > Date.now());
    const { message } = await sendTest(path);
    assert.deepEqual(
      [first, second].map((one) => isSignedBy(one, message)),
      [true, true],
    );
    assert.equal(String(message.headers['webhook-signature']).split(' ').length, 2);
    for (const _ of [1, 2]) await call('POST', `${path}/rotate-secret`, {});
    const refused = await call('POST', `${path}/rotate-secret`, {});
    assert.deepEqual([refused.status, refused.body.code], [409, 'wrong_state']);

    const leaked = await call('POST', `${path}/rotate-secret`, { earlier_hours: 0 });
    assert.equal(leaked.body.earlier_secrets_until, null);
    const { message: later } = await sendTest(path);
    assert.deepEqual(
      [first, second, leaked.body.secret].map((one) => isSignedBy(one, later)),
      [false, false, true],
    );
    assert.equal(String(later.headers['webhook-signature']).split(' ').length, 1);
  });

  test('a redirect is not followed, wherever it leads', async () => {
    for (const to of ['/moved', '/to-metadata']) {
      const { delivery } = await sendTest(await make(to));
      assert.equal(delivery.state, 'pending', JSON.stringify(delivery));
      assert.match(delivery.error, /redirect \(30[27]\)\. Redirects are not followed/);
      assert.ok(delivery.next_attempt_at !== null);
      const tries = receiver.received.filter(({ headers }) => headers['webhook-id'] === delivery.id);
      assert.deepEqual(
        tries.map(({ path }) => path),
        [to],
      );
    }
  });

  test('what the receiver says is gone pauses the webhook, and active takes up again', async () => {
    const path = await make('/gone');
    const { delivery } = await sendTest(path);
    assert.deepEqual([delivery.state, delivery.response_status], ['failed', 410]);
    const paused = (await call('GET', path)).body;
    assert.equal(paused.status, 'paused');
    assert.match(paused.status_reason, /410 Gone/);
    assert.deepEqual((await call('POST', `${path}/test`)).body.code, 'wrong_state');
    assert.deepEqual(
      (await call('POST', `${path}/deliveries/${delivery.id}/resend`)).body.code,
      'wrong_state',
    );
    const active = await call('PATCH', path, { status: 'active', url: `${receiver.url}/back` });
    assert.deepEqual(
      [active.body.status, active.body.status_reason, active.body.failing_since],
      ['active', null, null],
    );
    const again = await call('POST', `${path}/deliveries/${delivery.id}/resend`);
    assert.deepEqual([again.status, again.body.state, again.body.attempts], [200, 'pending', 0]);
    await until(async () => {
      const { data } = (await call('GET', `${path}/deliveries`)).body;
      return data[0].state === 'delivered';
    }, 20);
    const same = receiver.received.filter(({ headers }) => headers['webhook-id'] === delivery.id);
    assert.deepEqual(
      same.map(({ path: at }) => at),
      ['/gone', '/back'],
    );
    assert.equal(same[0]?.body, same[1]?.body);
  });

  const BAD: [what: string, body: object, pointer: string, says: RegExp][] = [
    ['no address', { url: 'hooks' }, '/url', /https:\/\/hooks\.example\.com/],
    ['another scheme', { url: 'ftp://hooks.example.com/' }, '/url', /not that of a web server/],
    ['http in public', { url: 'http://hooks.example.com/' }, '/url', /Messages sent over http can be read/],
    ['a password', { url: 'https://a:b@hooks.example.com/' }, '/url', /user or password/],
    ['another port', { url: 'https://hooks.example.com:8443/' }, '/url', /FETCH_ALLOW_HOSTS/],
    ['loopback', { url: 'https://127.0.0.1/' }, '/url', /private network/],
    ['loopback, spelled otherwise', { url: 'https://0x7f000001/' }, '/url', /private network/],
    ['loopback of IPv6', { url: 'https://[::1]/' }, '/url', /private network/],
    ['a private range', { url: 'https://10.1.2.3/' }, '/url', /private network/],
    ['metadata of a cloud', { url: 'https://169.254.169.254/' }, '/url', /private network/],
    ['IPv4 inside of IPv6', { url: 'https://[::ffff:10.0.0.1]/' }, '/url', /private network/],
    ['a long address', { url: `https://hooks.example.com/${'a'.repeat(2048)}` }, '/url', /2048/],
    ['no events', { events: [] }, '/events', /1/],
    ['an event twice', { events: ['series.alarm', 'series.alarm'] }, '/events', /./],
    ['an unknown event', { events: ['series.alarms'] }, '/events/0', /series\.alarm/],
    ['no name', { name: '' }, '/name', /./],
    ['an unknown field', { secret: 'whsec_x' }, '/secret', /./],
  ];
  for (const [what, wrong, pointer, says] of BAD) {
    test(`${what} is refused at ${pointer}`, async () => {
      const body = { name: 'CI', url: 'https://hooks.example.com/', events: ['series.alarm'], ...wrong };
      const { status, body: problem } = await call('POST', '', body);
      assert.ok(status === 400 || status === 422, String(status));
      const found = problem.errors.find((one: { pointer: string }) => one.pointer === pointer);
      assert.ok(found, JSON.stringify(problem));
      assert.match(`${found.detail} ${problem.detail}`, says);
      const one = await make();
      if (!('secret' in wrong)) {
        const patched = await call('PATCH', one, wrong);
        assert.equal(patched.status, status, JSON.stringify(patched.body));
      }
      await call('DELETE', one);
    });
  }

  test('a workspace has twenty at most, also where they are made at the same time', async () => {
    const other = (await service.call('POST', '/workspaces', { name: 'Many' })).body.id;
    const body = { name: 'CI', url: 'https://hooks.example.com/', events: ['series.alarm'] };
    const made = await Promise.all(
      Array.from({ length: 24 }, () => service.call('POST', `/workspaces/${other}/webhooks`, body)),
    );
    const refused = made.filter(({ status }) => status !== 201);
    assert.deepEqual(
      refused.map(({ body: { code } }) => code),
      Array(4).fill('limit_exceeded'),
    );
  });

  test('with its workspace all of it is gone', async () => {
    const other = (await service.call('POST', '/workspaces', { name: 'Short' })).body.id;
    const body = { name: 'CI', url: `${receiver.url}/never`, events: ['series.alarm'] };
    const { body: made } = await service.call('POST', `/workspaces/${other}/webhooks`, body);
    assert.equal((await service.call('DELETE', `/workspaces/${other}`)).status, 204);
    assert.equal((await service.call('GET', `/workspaces/${other}/webhooks/${made.id}`)).status, 404);
    assert.equal((await service.call('POST', `/workspaces/${other}/webhooks/${made.id}/test`)).status, 404);
    assert.ok(!receiver.received.some(({ path }) => path === '/never'));
  });
});

onEachDatabaseInFull('what webhooks are told', (place) => {
  let service: EvaluationService;
  let receiver: WebhookReceiver;
  let workspace: string;
  const script = (accuracy: number) => ({ models: { watched: { answers: { kind: 'solver', accuracy } } } });
  before(async () => {
    receiver = await startWebhookReceiver();
    service = await startEvaluationService(
      await place(),
      script(1) as never,
      {},
      {
        'fetch-allow-hosts': receiver.pair,
      },
    );
    workspace = await service.newWorkspace();
  });
  after(async () => {
    await service.stop();
    await receiver.stop();
  });

  /** The messages at a path, without what differs each time. */
  const told = (path: string) =>
    receiver.received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body));
  const make = async (path: string, events: string[]) => {
    const made = await service.call('POST', `/workspaces/${workspace}/webhooks`, {
      name: path,
      url: receiver.url + path,
      events,
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    return made.body.id as string;
  };

  test('an alarm, each look, and how evaluations end: once to each that wants it, with no prompt or answer', async () => {
    await make('/alarms', ['series.alarm']);
    await make('/all', ['series.alarm', 'series.looked', 'evaluation.completed', 'evaluation.failed']);
    const quiet = await make('/quiet', ['series.alarm', 'series.looked']);
    await service.call('PATCH', `/workspaces/${workspace}/webhooks/${quiet}`, { status: 'paused' });
    const series = await service.call('POST', `/workspaces/${workspace}/series`, {
      name: 'Weekly',
      evaluation: { name: 'Watched', targets: [mockTarget('watched')], benchmarks: [arithmetic(60)] },
      margins: { score: 0.3 },
    });
    const path = `/workspaces/${workspace}/series/${series.body.id}`;
    const look = async (accuracy: number) => {
      await service.mock.setScript(script(accuracy) as never);
      const { body } = await service.call('POST', `${path}/runs`);
      return until(async () => {
        const { looks } = (await service.call('GET', path)).body;
        const found = looks.find(({ id }: { id: string }) => id === body.id);
        return found.state !== 'running' && found;
      }, 50);
    };
    await look(1);
    const first = await look(0);
    const second = await look(0);
    assert.deepEqual([first.alarms[0].is_new, second.alarms[0].is_new], [true, false]);
    await until(async () => told('/all').filter(({ type }) => type === 'series.looked').length === 3);
    await until(async () => told('/all').filter(({ type }) => type === 'evaluation.completed').length === 3);

    const [alarm, ...others] = told('/alarms');
    assert.deepEqual(others, [], 'an alarm that goes on is told once');
    assert.deepEqual([alarm.type, alarm.version, alarm.workspace_id], ['series.alarm', 1, workspace]);
    assert.deepEqual(alarm.data, {
      series_id: series.body.id,
      series_name: 'Weekly',
      look_id: first.id,
      number: 1,
      evaluation_id: first.evaluation_id,
      alarms: first.alarms,
    });
    assert.deepEqual(told('/quiet'), []);
    const ids = receiver.received.map((one) => `${one.path} ${one.headers['webhook-id']}`);
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(told('/all').find(({ type }) => type === 'series.alarm').id, alarm.id);

    const [sample] = await service.samples(`/workspaces/${workspace}/evaluations/${first.evaluation_id}`);
    const everything = receiver.received.map(({ body }) => body).join('');
    for (const { content } of sample.input) assert.ok(!everything.includes(content.slice(-40)), everything);
    assert.ok(!everything.includes(sample.input[0].content.split('\n')[2]), everything);
  });

  test('one that is cancelled and one that fails say so', async () => {
    await make('/ends', ['evaluation.cancelled', 'evaluation.failed']);
    await service.mock.setScript({
      models: {
        broken: { quota_requests: 0 },
        slow: { latency: { distribution: 'constant', ms: 2000 } },
      },
    } as never);
    const definition = (model: string) => ({ targets: [mockTarget(model)], benchmarks: [arithmetic(10)] });
    const cancelled = await service.start(workspace, definition('slow'));
    await service.call('POST', `${cancelled}/cancel`);
    await until(async () => told('/ends').length === 1);
    const failed = await service.start(workspace, definition('broken'));
    const messages = await until(async () => told('/ends').length === 2 && told('/ends'));
    const idOf = (path: string) => path.split('/').at(-1);
    assert.deepEqual(
      messages.map(({ type, data }: { type: string; data: { status: string; evaluation_id: string } }) => [
        type,
        data.status,
        data.evaluation_id,
      ]),
      [
        ['evaluation.cancelled', 'cancelled', idOf(cancelled)],
        ['evaluation.failed', 'failed', idOf(failed)],
      ],
    );
  });

  test('one whose grading anew is cancelled has ended before, and is not told again', async () => {
    const judge = (ms: number) =>
      ({
        models: {
          judge: {
            answers: {
              kind: 'function',
              answer: ({ messages }: { messages: unknown[] }) => gradesReply(messages, 5),
            },
            latency: { distribution: 'constant', ms },
          },
        },
      }) as never;
    await make('/again', ['evaluation.completed', 'evaluation.cancelled']);
    await service.mock.setScript(judge(0));
    const judged = await service.start(workspace, {
      targets: [mockTarget('quick')],
      custom_eval: {
        prompt_template: 'Please answer: {{ question }}',
        inputs: Array.from({ length: 6 }, (_, i) => ({ question: `What is ${i} + 1?` })),
        criteria: [{ name: 'helpful', description: 'It helps.' }],
        judge_config: { provider: 'mock', model_id: 'judge' },
      },
    });
    await until(async () => told('/again').length === 1);
    await service.mock.setScript(judge(5000));
    assert.equal((await service.call('POST', `${judged}/rescore`)).status, 200);
    assert.equal((await service.call('POST', `${judged}/cancel`)).body.status, 'completed');
    await service.mock.setScript(judge(0));
    const next = await service.start(workspace, {
      targets: [mockTarget('quick')],
      benchmarks: [arithmetic(10)],
    });
    await until(async () => told('/again').length === 2);
    const ids = told('/again').map(({ data }: { data: { evaluation_id: string } }) => data.evaluation_id);
    assert.deepEqual(ids, [judged.split('/').at(-1), next.split('/').at(-1)]);
  });

  test('an approval that waits is told of, and an agent does not say where', async () => {
    await make('/approvals', ['approval.created']);
    const key = async (role: string, more: object = {}, as: Record<string, string> = {}) => {
      const { status, body } = await service.call('POST', '/api-keys', { name: role, role, ...more }, as);
      assert.equal(status, 201, JSON.stringify(body));
      return { authorization: `Bearer ${body.key}` };
    };
    const admin = await key('admin');
    const agent = await key('editor', { agent: true }, admin);
    const definition = { name: 'Asked', targets: [mockTarget('watched')], benchmarks: [arithmetic(10)] };
    const asked = await service.call('POST', `/workspaces/${workspace}/evaluations`, definition, agent);
    assert.equal(asked.status, 202, JSON.stringify(asked.body));
    const [message] = await until(async () => told('/approvals').length === 1 && told('/approvals'));
    assert.deepEqual([message.type, message.data], ['approval.created', { approval_id: asked.body.id }]);
    const body = { name: 'Elsewhere', url: receiver.url, events: ['series.alarm'] };
    const refused = await service.call('POST', `/workspaces/${workspace}/webhooks`, body, agent);
    assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden']);
    const viewer = await key('viewer', {}, admin);
    const read = await service.call('GET', `/workspaces/${workspace}/webhooks`, undefined, viewer);
    assert.equal(read.status, 403);
  });
});
