import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, test } from 'node:test';
import { type AppRequest, type AppServer, sendJson, startAppServer } from './support/app-server.ts';
import { onEachDatabaseInFull, type TestPlace } from './support/each-database.ts';
import { type EvaluationService, startEvaluationService } from './support/evaluation-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

const COLOURS = ['red', 'green', 'blue', 'white', 'black', 'grey', 'pink', 'brown', 'orange', 'violet'];
const DATASET = COLOURS.map((colour) =>
  JSON.stringify({ input: `Say ${colour}`, expected: colour, metadata: { wanted: colour, tenant: 7 } }),
).join('\n');
const last = (text: string) => text.split(' ').at(-1) ?? '';
const events = (response: ServerResponse, data: readonly (object | string)[]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const one of data) response.write(`data: ${typeof one === 'string' ? one : JSON.stringify(one)}\n\n`);
  response.end();
};
const lines = (response: ServerResponse, data: readonly object[]) => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  response.end(data.map((one) => `${JSON.stringify(one)}\n`).join(''));
};
const halves = (text: string) => [text.slice(0, 2), text.slice(2)];

/** An application of each shape, and the endpoint that sets it up. */
const SHAPES: Record<
  string,
  { answer(request: AppRequest, response: ServerResponse): void; endpoint: object }
> = {
  'like OpenAI’s': {
    answer({ body: { messages } }, response) {
      const content = last(messages.at(-1).content);
      const usage = { prompt_tokens: 11, completion_tokens: 3 };
      sendJson(response, {
        model: 'app-1',
        choices: [{ message: { content }, finish_reason: 'stop' }],
        usage,
      });
    },
    endpoint: {
      request: { model: 'app', messages: '{{messages}}', seed: '{{seed}}' },
      response: {
        answer: '$.choices[0].message.content',
        finish_reason: '$.choices[0].finish_reason',
        model: '$.model',
        usage: { input_tokens: '$.usage.prompt_tokens', output_tokens: '$.usage.completion_tokens' },
      },
    },
  },
  'like Anthropic’s': {
    answer({ body: { messages } }, response) {
      const content = [
        { type: 'text', text: last(messages.at(-1).content) },
        { type: 'tool_use', id: 't1', name: 'look_up', input: { of: 1 } },
      ];
      const usage = { input_tokens: 11, output_tokens: 3 };
      sendJson(response, { type: 'message', model: 'app-1', content, stop_reason: 'end_turn', usage });
    },
    endpoint: {
      request: { messages: '{{messages}}', max_tokens: 50 },
      response: {
        answer: '$.content[*].text',
        finish_reason: '$.stop_reason',
        model: '$.model',
        usage: { input_tokens: '$.usage.input_tokens', output_tokens: '$.usage.output_tokens' },
        tool_calls: { each: '$.content[*]', name: '$.name', arguments: '$.input', id: '$.id' },
      },
    },
  },
  'a bare field': {
    answer: ({ body: { question } }, response) =>
      sendJson(response, { answer: last(question), model: 'app-1', tokens: [11, 3], cost: 0.002 }),
    endpoint: {
      request: { question: 'Please: {{input}}', tenant: '{{fields.tenant}}' },
      response: {
        answer: '$.answer',
        model: '$.model',
        cost_usd: '$.cost',
        usage: { input_tokens: '$.tokens[0]', output_tokens: '$.tokens[-1]' },
      },
    },
  },
  'events of deltas': {
    answer({ body: { q } }, response) {
      const pieces = halves(last(q)).map((delta) => ({ type: 'piece', delta }));
      const end = { type: 'end', model: 'app-1', usage: { input: 11, output: 3 } };
      events(response, [{ type: 'start' }, ...pieces, end, '[DONE]']);
    },
    endpoint: {
      request: { q: '{{input}}', stream: true },
      response: {
        answer: '$.delta',
        model: '$.model',
        usage: { input_tokens: '$.usage.input', output_tokens: '$.usage.output' },
      },
      stream: { format: 'sse', done: '[DONE]' },
    },
  },
  'JSON lines': {
    answer({ body: { q } }, response) {
      const pieces = halves(last(q)).map((piece) => ({ message: { content: piece }, done: null }));
      lines(response, [...pieces, { done: true, model: 'app-1', in: 11, out: 3 }]);
    },
    endpoint: {
      request: { q: '{{input}}' },
      response: {
        answer: '$.message.content',
        model: '$.model',
        usage: { input_tokens: '$.in', output_tokens: '$.out' },
      },
      stream: { format: 'json_lines', finished: '$.done' },
    },
  },
};

const escapedSlashes = (text: string) => text.replaceAll('/', '\\/');

/** Sends back what it was sent, secrets in every spelling among it. */
function echoed({ url, headers: { authorization = '' }, body }: AppRequest, response: ServerResponse): void {
  const [, key = ''] = authorization.split(' ');
  const spelled = [
    key,
    encodeURIComponent(key),
    encodeURIComponent(key).toLowerCase(),
    Buffer.from(key).toString('base64'),
    Buffer.from(key).toString('base64').replace(/=+$/, ''),
    Buffer.from(key).toString('base64url'),
    Buffer.from(authorization).toString('base64'),
    Buffer.from(key).toString('hex'),
    JSON.stringify(key),
  ];
  const raw = (text: string, status = 200) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  const calls = [{ name: key, arguments: { key } }];
  const answer = `${last(body.q)} ${spelled.join(' ')}`;
  if (url === '/refuse') sendJson(response, { error: `No ${key}` }, 403);
  else if (url === '/slashes') raw(escapedSlashes(JSON.stringify({ answer: key })));
  else if (url === '/refuse-slashes')
    raw(escapedSlashes(JSON.stringify({ error: { message: `No ${key}` } })), 400);
  else if (url === '/unicode')
    raw(
      `{"answer":"${[...key].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"}`,
    );
  else if (url === '/parts') sendJson(response, { answer: [key.slice(0, 9), key.slice(9)] });
  else if (url === '/halves') events(response, [{ answer: key.slice(0, 9) }, { answer: key.slice(9) }]);
  else if (url === '/stream')
    events(
      response,
      [...key].map((letter) => ({ answer: letter })),
    );
  else sendJson(response, { answer, model: key, calls, texts: [key] });
}

onEachDatabaseInFull('endpoints of stacks', (makePlace) => {
  let place: TestPlace;
  let service: EvaluationService;
  let workspace: string;
  let subset: string;
  let echo: AppServer;
  const apps: AppServer[] = [];

  const secret = 'operators-key-0815/+';

  before(async () => {
    place = await makePlace();
    echo = await startAppServer((request, response) => echoed(request, response));
    service = await startEvaluationService(
      place,
      {},
      {},
      { 'target-secrets': `ECHO_KEY@${echo.host}` },
      { ECHO_KEY: secret },
    );
    workspace = await service.newWorkspace();
    subset = await service.newSource(workspace, 'Colours', DATASET);
  });
  after(async () => {
    await service?.stop();
    await Promise.all([echo, ...apps].map((app) => app?.stop()));
  });

  async function start(answer: Parameters<typeof startAppServer>[0]): Promise<AppServer> {
    const app = await startAppServer(answer);
    apps.push(app);
    return app;
  }
  const post = (stack: object) =>
    service.call('POST', `/workspaces/${workspace}/stacks`, { name: 'App', model: {}, ...stack });
  const plain = (url: string, more: object = {}) => ({
    kind: 'http',
    url,
    request: { q: '{{input}}' },
    response: { answer: '$.answer' },
    ...more,
  });

  async function stackOf(endpoint: object, more: object = {}): Promise<string> {
    const { status, body } = await post({ endpoint, ...more });
    assert.equal(status, 201, JSON.stringify(body));
    return body.id;
  }
  async function run(
    endpoint: object,
    more: object = {},
  ): Promise<{ evaluation: Body; samples: Body[]; path: string }> {
    const target_id = await stackOf(endpoint);
    const path = await service.start(workspace, {
      targets: [{ target_type: 'stack', target_id, label: 'App' }],
      benchmarks: [{ benchmark_type: 'dataset', subset }],
      ...more,
    });
    const evaluation = await service.ended(path);
    return { evaluation, samples: await service.samples(path), path };
  }

  for (const [shape, { answer, endpoint }] of Object.entries(SHAPES)) {
    test(`an application ${shape} is set up by its template alone, and measured`, async () => {
      const app = await start(answer);
      const { evaluation, samples, path } = await run({
        kind: 'http',
        url: `${app.url}/answer`,
        ...endpoint,
      });
      assert.equal(evaluation.status, 'completed', JSON.stringify(evaluation.error_message));
      assert.deepEqual(
        samples.map((sample) => [sample.answer, sample.score, sample.returned_model]).toSorted(),
        COLOURS.map((colour) => [colour, 1, 'app-1']).toSorted(),
      );
      assert.ok(
        samples.every((one) => one.input_tokens === 11 && one.output_tokens === 3),
        JSON.stringify(samples[0]),
      );
      assert.equal(samples[0].cost_usd, shape === 'a bare field' ? 0.002 : null);
      const { body: manifest } = await service.call('GET', `${path}/manifest`);
      assert.equal(manifest.targets[0].endpoint.url, `${app.url}/answer`);
      assert.match(manifest.targets[0].endpoint_sha256, /^[\da-f]{64}$/);
      assert.deepEqual(
        Object.keys(manifest.targets[0].parameters),
        shape === 'like OpenAI’s' ? ['seed'] : [],
      );
    });
  }

  test('fields of the item reach the application, and its answer is not among them', async () => {
    const app = await start(SHAPES['a bare field']?.answer as never);
    await run({
      kind: 'http',
      url: app.url,
      request: { question: '{{input}}', all: '{{fields}}', id: '{{request_id}}' },
      response: { answer: '$.answer' },
    });
    assert.deepEqual(Object.keys(app.seen[0]?.body.all), ['wanted', 'tenant']);
    assert.equal(new Set(app.seen.map(({ body }) => body.id)).size, COLOURS.length);
  });

  const REFUSED: Record<string, { endpoint: object; pointer: string; says: RegExp }> = {
    'a placeholder that does not exist': {
      endpoint: { request: { a: [{ b: 'x {{inptu}}' }] } },
      pointer: '/endpoint/request/a/0/b',
      says: /there is no \{\{inptu\}\}; there are: input, messages, .*fields\.NAME/,
    },
    'an open placeholder': {
      endpoint: { request: '{{input' },
      pointer: '/endpoint/request',
      says: /not closed/,
    },
    'a secret in the request': {
      endpoint: { request: { key: '{{secret.APP_KEY}}' } },
      pointer: '/endpoint/request/key',
      says: /only allowed in headers/,
    },
    'a session that is not kept': {
      endpoint: { request: { s: '{{session}}' } },
      pointer: '/endpoint/request/s',
      says: /needs session/,
    },
    'a path that cannot be read': {
      endpoint: { response: { answer: '$.choices[?(@.a)]' } },
      pointer: '/endpoint/response/answer',
      says: /"\[\?\(@\.a\)\]" cannot be read; a path is/,
    },
    'a path without $': {
      endpoint: { response: { answer: '$', usage: { input_tokens: 'usage.in' } } },
      pointer: '/endpoint/response/usage/input_tokens',
      says: /begins with \$/,
    },
    'a host that is not admitted': {
      endpoint: { url: 'http://10.0.0.1:80/' },
      pointer: '/endpoint/url',
      says: /10\.0\.0\.1:80 is not allowed; the operator can add it to TARGET_ALLOW_HOSTS/,
    },
    'an address that is none': {
      endpoint: { url: 'ftp://127.0.0.1/' },
      pointer: '/endpoint/url',
      says: /must be an address such as/,
    },
    'a password in the address': {
      endpoint: { url: 'http://me:secret@127.0.0.1:9/' },
      pointer: '/endpoint/url',
      says: /no user and no password/,
    },
    'a secret in the address': {
      endpoint: { url: 'http://127.0.0.1:9/?api_key=123' },
      pointer: '/endpoint/url',
      says: /no placeholder or secret/,
    },
    'a secret by its value': {
      endpoint: { headers: { authorization: 'Bearer sk-123' } },
      pointer: '/endpoint/headers/authorization',
      says: /never write a secret here/,
    },
    'a secret that is not admitted': {
      endpoint: { headers: { authorization: 'Bearer {{secret.HOME}}' } },
      pointer: '/endpoint/headers/authorization',
      says: /secret HOME is not allowed for 127\.0\.0\.1:9/,
    },
    'a placeholder in a header that is not closed': {
      endpoint: { headers: { 'x-q': '{{secret.HOME' } },
      pointer: '/endpoint/headers/x-q',
      says: /is not closed/,
    },
    'a header twice': {
      endpoint: { headers: { 'X-A': '1', 'x-a': '2' } },
      pointer: '/endpoint/headers/x-a',
      says: /repeated/,
    },
    'another placeholder in a header': {
      endpoint: { headers: { 'x-q': '{{input}}' } },
      pointer: '/endpoint/headers/x-q',
      says: /headers support \{\{secret\.NAME\}\}/,
    },
    'a header of the connection': {
      endpoint: { headers: { 'Transfer-Encoding': 'chunked' } },
      pointer: '/endpoint/headers/Transfer-Encoding',
      says: /set by the connection/,
    },
    'a header with a line break': {
      endpoint: { headers: { 'x-a': 'b\r\nhost: evil' } },
      pointer: '/endpoint/headers/x-a',
      says: /printable ASCII/,
    },
    'a template without end': {
      endpoint: { request: JSON.parse('['.repeat(25) + ']'.repeat(25)) },
      pointer: '/endpoint/request',
      says: /at most 20 deep/,
    },
    'a request beyond measure': {
      endpoint: { request: 'x'.repeat(70_000) },
      pointer: '/endpoint/request',
      says: /at most 64000/,
    },
  };
  test('what cannot be asked is refused when it is written, by its JSON pointer and with what is accepted', async () => {
    for (const [what, { endpoint, pointer, says }] of Object.entries(REFUSED)) {
      const { status, body } = await post({ endpoint: plain('http://127.0.0.1:9/', endpoint) });
      assert.equal(status, 422, `${what}: ${JSON.stringify(body)}`);
      assert.equal(body.errors[0].pointer, pointer, what);
      assert.match(body.errors[0].detail, says, what);
    }
    const unknown = await post({ endpoint: { ...plain('http://127.0.0.1:9/'), respons: 1 } });
    assert.deepEqual([unknown.status, unknown.body.errors[0].pointer], [400, '/endpoint/respons']);
  });

  test('an item without a field that the request names is refused before anything is asked', async () => {
    const app = await start((_, response) => sendJson(response, {}));
    const target_id = await stackOf(plain(app.url, { request: { q: '{{fields.question}}' } }));
    const targets = [{ target_type: 'stack', target_id, label: 'App' }];
    for (const [benchmark, says] of [
      [
        { benchmark_type: 'dataset', subset },
        /needs \{\{fields\.question\}\}; the item has: wanted, tenant\./,
      ],
      [{ benchmark_type: 'latency' }, /the item has no fields; its question is \{\{input\}\}/],
    ] as const) {
      const refused = await service.post(workspace, { targets, benchmarks: [benchmark] });
      assert.equal(refused.status, 422, JSON.stringify(refused.body));
      assert.match(refused.body.detail, says);
    }
    assert.equal(app.seen.length, 0);
  });

  test('a wrong path says which part is missing and what is there', async () => {
    const app = await start((_, response) =>
      sendJson(response, { choices: [{ message: { role: 'assistant', text: 'red' } }] }),
    );
    const wrong: [path: string, says: string][] = [
      [
        '$.choices[0].message.content',
        '$.choices[0].message has no "content"; it is an object with role, text.',
      ],
      ['$.choices[1].message', '$.choices is a list of 1, so it has no [1].'],
      ['$.answer', '$ has no "answer"; it is an object with choices.'],
      ['$.choices[0].message', '$.choices[0].message is an object with role, text, not a text.'],
    ];
    for (const [answer, says] of wrong) {
      const { evaluation, samples } = await run(plain(app.url, { response: { answer } }));
      assert.equal(evaluation.status, 'failed');
      assert.equal(samples[0].message, `No answer at response.answer: ${says}`);
      assert.deepEqual([samples[0].reason, samples[0].attempts], ['deterministic', 1]);
    }
  });

  test('a secret is sent to its host, and is in no answer, sample, export, manifest or trial', async () => {
    const headers = { authorization: 'Bearer {{secret.ECHO_KEY}}' };
    const paths = {
      answer: '$.answer',
      model: '$.model',
      tool_calls: { each: '$.calls[*]', name: '$.name', arguments: '$.arguments' },
      passages: { each: '$.texts[*]', text: '$' },
    };
    const spellings = [
      secret,
      secret.slice(9),
      encodeURIComponent(secret),
      encodeURIComponent(secret).toLowerCase(),
      escapedSlashes(secret),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
      Buffer.from(secret).toString('base64url'),
      Buffer.from(`Bearer ${secret}`).toString('base64'),
      Buffer.from(secret).toString('hex'),
    ];
    for (const [path, more] of [
      ['/', { response: paths }],
      ['/refuse', {}],
      ['/slashes', {}],
      ['/refuse-slashes', {}],
      ['/unicode', {}],
      ['/parts', { response: { answer: '$.answer[*]' } }],
      ['/halves', { stream: { format: 'sse' } }],
      ['/stream', { stream: { format: 'sse' } }],
    ] as const) {
      const endpoint = plain(`${echo.url}${path}`, { headers, ...more });
      const { path: evaluation } = await run(endpoint);
      assert.equal(echo.seen.at(-1)?.headers.authorization, `Bearer ${secret}`);
      const tried = await service.call('POST', `/workspaces/${workspace}/stacks/try`, {
        endpoint,
        input: 'Say red',
      });
      assert.equal(tried.status, 200, JSON.stringify(tried.body));
      const read = ['', '/results', '/manifest', '/samples?include=all'].map((part) => evaluation + part);
      const exports = ['json', 'jsonl', 'csv', 'html', 'junit'].map(
        (format) => `${evaluation}/export?format=${format}`,
      );
      const texts = await Promise.all(
        [...read, ...exports, `/workspaces/${workspace}/stacks`].map(async (address) =>
          (await fetch(service.url + address)).text(),
        ),
      );
      for (const text of [...texts, JSON.stringify(tried.body)]) {
        for (const spelled of spellings) assert.ok(!text.includes(spelled), `${path}: ${text.slice(0, 500)}`);
      }
      assert.ok(
        texts.some((text) => text.includes('[redacted]')),
        path,
      );
    }
  });

  test('a trial shows what was sent, what came, and what each path found; an application that fails is a result', async () => {
    const app = await start(SHAPES['a bare field']?.answer as never);
    const endpoint = plain(app.url, {
      request: {
        question: '{{input}}',
        of: '{{fields.tenant}}',
        temperature: '{{temperature}}',
        s: '{{session}}',
      },
      response: {
        answer: '$.answer',
        cost_usd: '$.cost',
        model: '$.modle',
        usage: { input_tokens: '$.tokens[0]' },
      },
      session: {},
    });
    const path = `/workspaces/${workspace}/stacks/try`;
    const { status, body } = await service.call('POST', path, {
      endpoint,
      model: { temperature: 0.5 },
      input: 'Say red',
      fields: { tenant: '7' },
      session: 'abc',
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.request.body, { question: 'Say red', of: '7', temperature: 0.5, s: 'abc' });
    assert.deepEqual(
      [body.status, body.answer, body.error, body.cost_usd, body.session],
      [200, 'red', null, 0.002, 'abc'],
    );
    assert.equal(JSON.parse(body.body).answer, 'red');
    assert.deepEqual(
      body.found.find(({ pointer }: Body) => pointer === '/response/model'),
      {
        pointer: '/response/model',
        path: '$.modle',
        missing: '$ has no "modle"; it is an object with answer, model, tokens, cost',
      },
    );
    const saved = await service.call('POST', path, { stack_id: await stackOf(endpoint), input: 'Say red' });
    assert.match(saved.body.error, /needs \{\{fields\.tenant\}\}; the item has no fields/);
    await app.stop();
    const gone = await service.call('POST', path, { endpoint, input: 'Say red', fields: { tenant: '7' } });
    assert.deepEqual([gone.status, gone.body.answer, gone.body.status], [200, null, null]);
    assert.match(
      gone.body.error,
      /The application at http:\/\/127\.0\.0\.1:\d+\/ could not be reached: the connection was refused/,
    );
    const none = await service.call('POST', path, { input: 'Say red' });
    assert.deepEqual([none.status, none.body.errors[0].pointer], [422, '/stack_id']);
  });

  test('a limit of cost says which applications tell what they cost, and which do not', async () => {
    const costly = { answer: '$.answer', cost_usd: '$.cost' };
    const [telling, silent] = [
      await stackOf(plain('http://127.0.0.1:9/', { response: costly })),
      await stackOf(plain('http://127.0.0.1:9/')),
    ];
    const made = await service.post(workspace, {
      targets: [
        { target_type: 'stack', target_id: telling, label: 'Telling' },
        { target_type: 'stack', target_id: silent, label: 'Silent' },
      ],
      benchmarks: [{ benchmark_type: 'dataset', subset }],
      methodology: { max_cost_usd: 1 },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    for (const warning of [
      'max_cost_usd includes only models with a known price; models without one: Silent.',
      'max_cost_usd includes the cost that each response reports, but none under load: Telling.',
    ])
      assert.ok(made.body.warnings.includes(warning), JSON.stringify(made.body.warnings));
    await service.call('DELETE', `/workspaces/${workspace}/evaluations/${made.body.id}`);
  });

  test('an edit replaces the endpoint as a whole, null removes it, and other edits leave it', async () => {
    const id = await stackOf(plain('http://127.0.0.1:9/', { headers: { 'x-a': 'b' } }));
    const path = `/workspaces/${workspace}/stacks/${id}`;
    const patch = async (body: object) =>
      (await service.call('PATCH', path, { name: 'App', model: {}, ...body })).body;
    assert.equal((await patch({ description: 'Other' })).endpoint.headers['x-a'], 'b');
    assert.equal((await patch({ endpoint: plain('http://127.0.0.1:9/new') })).endpoint.headers, undefined);
    assert.equal((await patch({ endpoint: null })).endpoint, undefined);
    assert.equal((await service.call('GET', path)).body.endpoint, undefined);
  });
});
