import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../../../test/support/each-database.ts';
import {
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../../test/support/evaluation-service.ts';

type Body = Record<string, unknown>;

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  hangs?: true;
}
interface Seen {
  headers: NodeJS.Dict<string | string[]>;
  body: Body;
}

/** A server of a user: by the last part of the path it gives these replies in turn, the last one again and again. */
const REPLIES: Readonly<Record<string, readonly Reply[]>> = {
  verdict: [{ body: '{"score": 0.5, "reason": "It is half right.", "figures": {"price": 20}}' }],
  yes: [{ body: 'true' }],
  share: [{ body: '0.25' }],
  busy: [{ status: 429, headers: { 'retry-after': '0' } }, { status: 503 }, { body: '1' }],
  down: [{ status: 500, body: '{"error": "It is down for planted-secret-value."}' }],
  slow: [{ hangs: true }],
  away: [{ status: 302, headers: { location: 'http://127.0.0.1:1/grade' } }],
  page: [{ body: '<p>Welcome</p>' }],
  seven: [{ body: '7' }],
  echo: [{ body: '{"score": 1, "reason": "planted-secret-value"}' }],
};

async function startGraderServer() {
  const seen = new Map<string, Seen[]>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const name = request.url?.slice(1) ?? '';
    const before = seen.get(name) ?? [];
    seen.set(name, [
      ...before,
      { headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) },
    ]);
    const replies = REPLIES[name] ?? [];
    const {
      status = 200,
      headers,
      body = '',
      hangs,
    } = replies[Math.min(before.length, replies.length - 1)] ?? {};
    if (!hangs) response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    pair: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: (name: string) => seen.get(name) ?? [],
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Row {
  sentence: string;
  path: string;
  options?: object;
  sample: Body;
}

/** All are answered "It is 20 euros."; [what the row is, where its grader is, what its sample has]. */
const ROWS: readonly Row[] = [
  {
    sentence: 'a score, a reason and figures',
    path: 'verdict',
    sample: { score: 0.5, message: 'It is half right.', details: { price: 20 } },
  },
  { sentence: 'true or false', path: 'yes', sample: { score: 1 } },
  { sentence: 'a share', path: 'share', sample: { score: 0.25 } },
  { sentence: 'a server that is busy and then answers', path: 'busy', sample: { score: 1 } },
  {
    sentence: 'a server that is down',
    path: 'down',
    options: { timeout_ms: 1000, headers: { authorization: 'Bearer {{secret.GRADER_KEY}}' } },
    sample: {
      outcome: 'unscored',
      reason: 'grader_error',
      message: 'The grader http failed: Its server answered 500: It is down for [redacted].',
    },
  },
  {
    sentence: 'a server that does not answer in time',
    path: 'slow',
    options: { timeout_ms: 200 },
    sample: {
      outcome: 'unscored',
      reason: 'grading_timeout',
      message: /more than 0\.2 s\. Make the server faster/,
    },
  },
  {
    sentence: 'a redirect',
    path: 'away',
    sample: { outcome: 'unscored', reason: 'grader_error', message: /Its server redirects \(302\)/ },
  },
  {
    sentence: 'no JSON',
    path: 'page',
    options: { timeout_ms: 1000 },
    sample: { outcome: 'unscored', reason: 'grader_error', message: /Its server answered 200 with a page/ },
  },
  {
    sentence: 'a score that is none',
    path: 'seven',
    sample: { outcome: 'unscored', reason: 'grader_error', message: /a score from 0 to 1.*it returned 7/ },
  },
  {
    sentence: 'a secret that comes back',
    path: 'echo',
    options: { headers: { authorization: 'Bearer {{secret.GRADER_KEY}}' } },
    sample: { score: 1, message: '[redacted]' },
  },
];

/** [sentence, options, what is said]. */
const REFUSED: readonly [string, object, RegExp][] = [
  ['no address', {}, /option \\"url\\" is required/],
  ['another protocol', { url: 'file:///etc/passwd' }, /an address such as/],
  [
    'a password in the address',
    { url: 'https://me:pass@grader.example.com/' },
    /must have no user and no password/,
  ],
  [
    'a key in the address',
    { url: 'https://grader.example.com/?api_key=abc' },
    /must have no placeholder or secret/,
  ],
  [
    'a secret in clear',
    { url: 'https://grader.example.com/', headers: { authorization: 'Bearer abc' } },
    /never write a secret here/,
  ],
  [
    'headers that are no texts',
    { url: 'https://grader.example.com/', headers: { a: 1 } },
    /an object of texts/,
  ],
];

/** [sentence, options, what is said where an evaluation is made]. */
const NOT_ADMITTED: readonly [string, object, RegExp][] = [
  [
    'a private address',
    { url: 'http://10.0.0.1/grade' },
    /10\.0\.0\.1:80 is not allowed.*TARGET_ALLOW_HOSTS/,
  ],
  ['a public address', { url: 'https://grader.example.com/' }, /grader\.example\.com:443 is not allowed/],
  ['the metadata of a cloud', { url: 'http://169.254.169.254/latest' }, /is not allowed/],
];

onEachDatabaseInFull('evaluations that are graded by a server of a user', (place) => {
  let grader: Awaited<ReturnType<typeof startGraderServer>>;
  let service: EvaluationService;
  let workspaceId: string;
  before(async () => {
    grader = await startGraderServer();
    service = await startEvaluationService(
      await place(),
      { models: { m: { answers: { kind: 'list', values: ['It is 20 euros.'] } } } },
      {},
      {
        'target-allow-hosts': grader.pair,
        'target-secrets': `GRADER_KEY@${grader.pair}`,
      },
      { GRADER_KEY: 'planted-secret-value' },
    );
    workspaceId = await service.newWorkspace();
  });
  after(async () => {
    await service.stop();
    await grader.stop();
  });

  const definition = (subset: string) => ({
    targets: [mockTarget('m')],
    benchmarks: [{ benchmark_type: 'dataset', subset }],
  });

  test('each response has what the server says of it', async () => {
    const rows = ROWS.map(({ path, options }, i) => ({
      input: `Question ${i}`,
      expected: '20',
      metadata: { plan: 'basic' },
      grader: { type: 'http', options: { url: `http://${grader.pair}/${path}`, ...options } },
    }));
    await service.newSource(workspaceId, 'own', rows.map((row) => JSON.stringify(row)).join('\n'));
    const path = await service.start(workspaceId, definition('own'));
    const { status, warnings } = await service.ended(path);
    assert.equal(status, 'completed');
    assert.match(
      JSON.stringify(warnings),
      /graded by what the dataset defines: http 127\.0\.0\.1:\d+ [0-9a-f]{16}/,
    );
    const samples = await service.samples(path);
    for (const [i, { sentence, sample: wanted }] of ROWS.entries()) {
      const sample = samples.find(({ input }) => input[0].content === `Question ${i}`);
      assert.ok(sample, sentence);
      for (const [name, value] of Object.entries(wanted))
        if (value instanceof RegExp) assert.match(String(sample[name]), value, sentence);
        else assert.deepEqual(sample[name], value, `${sentence}: ${name} ${JSON.stringify(sample)}`);
    }
    const [asked] = grader.seen('verdict');
    assert.ok(asked);
    const { trace, ...sent } = asked.body as Body & { trace: Body };
    assert.deepEqual(sent, {
      input: 'Question 0',
      response: 'It is 20 euros.',
      expected: '20',
      metadata: { plan: 'basic' },
    });
    assert.equal(trace.finish_reason, 'stop');
    assert.equal(grader.seen('echo')[0]?.headers.authorization, 'Bearer planted-secret-value');
    const manifest = (await service.call('GET', `${path}/manifest`)).body;
    const names = manifest.graded_by.map(({ name }: Body) => String(name));
    assert.equal(names.filter((name: string) => name.startsWith(`http ${grader.pair} `)).length, ROWS.length);
    assert.doesNotMatch(JSON.stringify([manifest, samples]), /planted-secret-value/);
  });

  for (const [sentence, options, says] of REFUSED)
    test(`${sentence} is refused where a grader is named`, async () => {
      const { status, body } = await service.call('POST', `/workspaces/${workspaceId}/sources`, {
        type: 'text',
        title: sentence,
        content: '{"input": "a"}',
        grader: { type: 'http', options },
      });
      assert.equal(status, 422);
      assert.match(JSON.stringify(body), says);
    });

  for (const [sentence, options, says] of NOT_ADMITTED)
    test(`${sentence} that the operator did not admit is refused where an evaluation is made`, async () => {
      const row = { input: 'a', grader: { type: 'http', options } };
      await service.newSource(workspaceId, sentence, JSON.stringify(row));
      const { status, body } = await service.post(workspaceId, definition(sentence));
      assert.equal(status, 422);
      assert.match(JSON.stringify(body), says);
      assert.equal(body.errors[0].pointer, '/benchmarks/0/subset');
    });
});
