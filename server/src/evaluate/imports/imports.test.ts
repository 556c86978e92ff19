import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { onDisk, onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import {
  lineOf,
  type PlantedCall,
  type PlantedFormat,
  plantCalls,
} from '../../../test/support/planted-traffic.ts';
import { newWorkspace } from '../../../test/support/resource-behaviour.ts';
import { type Answer, type Service, startService } from '../../../test/support/service.ts';
import { until } from '../../../test/support/until.ts';

const SHIFT_JIS = Buffer.from(
  '{"input": "\x82\xb1\x82\xea\x82\xcd\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x95\xb6\x8f\xcd\x82\xc5\x82\xb7"}\n',
  'latin1',
);
const INFERENCE = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'm',
  'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Where is it?"}]}]',
  'gen_ai.output.messages': '[{"role":"assistant","parts":[{"type":"text","content":"Here."}]}]',
};
const attributesOf = (values: Record<string, unknown>) =>
  Object.entries(values).map(([key, value]) => ({ key, value: { stringValue: value } }));

const FORMATS: readonly PlantedFormat[] = ['otlp', 'openai', 'litellm', 'langfuse', 'jsonl'];
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

onEachDatabaseInFull('imports', (place) => {
  let service: Service;
  before(async () => {
    service = await startService(await place());
  });
  after(() => service.stop());
  const call: Service['call'] = (...request) => service.call(...request);

  async function begin(body: object = {}): Promise<string> {
    const workspace = await newWorkspace(service);
    const made = await call('POST', `/workspaces/${workspace}/imports`, { name: 'Monday', ...body });
    assert.equal(made.status, 201);
    return `/workspaces/${workspace}/imports/${made.body.id}`;
  }
  async function send(
    path: string,
    offset: number,
    bytes: string | Uint8Array,
    complete = true,
  ): Promise<Answer> {
    const response = await fetch(`${service.url}${path}/content?offset=${offset}&complete=${complete}`, {
      method: 'PUT',
      body: bytes as string,
      headers: { 'content-type': 'application/octet-stream' },
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }
  /** The import once it is made. */
  async function made(path: string): Promise<Answer['body']> {
    const found = await until(async () => {
      const { body } = await call('GET', path);
      return body.status === 'receiving' || body.status === 'making' ? null : body;
    });
    assert.equal(found.status, 'ready', JSON.stringify(found.error));
    return found;
  }
  async function importAll(text: string, body: object = {}) {
    const path = await begin(body);
    const { status, body: answer } = await send(path, 0, text);
    assert.equal(status, 200, JSON.stringify(answer));
    return { path, ...(await made(path)) };
  }
  async function linesOf(path: string, source: { source_id: string }) {
    const sources = path.replace(/imports.*/, 'sources');
    assert.equal((await call('GET', `${sources}/${source.source_id}`)).body.status, 'ready');
    const { body } = await call('GET', `${sources}/${source.source_id}/content`);
    return (body as string)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  for (const format of FORMATS) {
    test(`${format}: counts, gaps, prefixes, sums of tokens and clusters are those that were planted`, async () => {
      const planted = plantCalls(40);
      const text = `${planted.map((one) => lineOf(format, one)).join('\n')}\n`;
      const done = await importAll(text, { sample: { size: 1000 } });
      assert.equal(done.format, format);
      assert.equal(done.calls, planted.length);
      const { result } = done;
      assert.equal(result.tokens.input.sum, sum(planted.map(({ inputTokens }) => inputTokens)));
      assert.equal(result.tokens.output.sum, sum(planted.map(({ outputTokens }) => outputTokens)));
      assert.equal(result.tokens.cached.sum, sum(planted.map(({ cachedTokens }) => cachedTokens)));
      assert.deepEqual(result.sessions, { count: 40, calls: planted.length, longest: 4 });
      assert.deepEqual(result.prefixes, prefixesOf(planted));
      const traffic = await linesOf(done.path, result.traffic);
      assert.deepEqual(
        traffic.map(({ timestamp }) => timestamp),
        planted.map(({ atMs }) => atMs - (planted[0]?.atMs ?? 0)),
      );
      for (const [i, one] of planted.entries()) {
        const { turn, input_tokens, output_tokens, model } = traffic[i];
        assert.deepEqual(
          [turn, input_tokens, output_tokens, model],
          [one.turn, one.inputTokens, one.outputTokens, one.model],
        );
      }
      const sessions = await linesOf(done.path, result.session_trace);
      assert.deepEqual(sessions, sessionsOf(planted, format !== 'openai'));
      const items = await linesOf(done.path, result.items);
      assert.equal(items.length, planted.length);
      assert.deepEqual(items[0].input, planted[0]?.messages);
      assert.equal(items[0].expected, planted[0]?.output);
      assert.ok(
        JSON.stringify(items[0].metadata).includes('"shelf 1"'),
        'what the format does not know is kept',
      );
      const named = new Map(planted.map(({ session }, i) => [session, traffic[i].session]));
      assert.equal(new Set(named.values()).size, 40);
      assert.deepEqual(
        items.map(({ cluster }) => cluster),
        planted.map(({ session }) => named.get(session)),
      );
    });
  }

  test('a file in parts cut anywhere is the same import, and what was acknowledged is not sent again', async () => {
    const lines = plantCalls(30).map((one) => lineOf('jsonl', one));
    const bytes = Buffer.from(lines.join('\n'));
    const path = await begin();
    let offset = 0;
    let parts = 0;
    for (; offset < bytes.length; parts++) {
      const end = Math.min(bytes.length, offset + 7001);
      const { status, body } = await send(path, offset, bytes.subarray(offset, end), end === bytes.length);
      assert.equal(status, 200);
      assert.ok(body.received_bytes <= end);
      if (end < bytes.length) assert.equal(bytes[body.received_bytes - 1], 10, 'it ends with a whole line');
      offset = body.received_bytes;
    }
    assert.ok(parts > 4);
    assert.equal((await made(path)).result.calls, lines.length);
  });

  test('a gzip file is read as what is in it; in parts each is packed by itself, and offsets are unpacked', async () => {
    const lines = plantCalls(30).map((one) => lineOf('jsonl', one));
    const bytes = Buffer.from(lines.join('\n'));
    const whole = await begin();
    const members = Buffer.concat([gzipSync(bytes.subarray(0, 999)), gzipSync(bytes.subarray(999))]);
    const sent = await send(whole, 0, members);
    assert.deepEqual([sent.status, sent.body.received_bytes], [200, bytes.length], JSON.stringify(sent.body));
    const path = await begin();
    for (let offset = 0, n = 0; offset < bytes.length; n++) {
      const end = Math.min(bytes.length, offset + 7001);
      const part = bytes.subarray(offset, end);
      const { status, body } = await send(
        path,
        offset,
        n % 3 === 1 ? part : gzipSync(part),
        end === bytes.length,
      );
      assert.equal(status, 200, JSON.stringify(body));
      offset = body.received_bytes;
    }
    const [one, other] = [await made(whole), await made(path)];
    assert.equal(one.calls, lines.length);
    assert.deepEqual(other.result.tokens, one.result.tokens);
  });

  const withMark = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  const ENCODINGS: readonly [name: string, encode: (text: string) => Buffer][] = [
    ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16 LE', withMark],
    ['UTF-16 BE', (text) => withMark(text).swap16()],
    ['windows-1252', (text) => Buffer.from(text, 'latin1')],
  ];
  for (const [name, encode] of ENCODINGS) {
    test(`a file in ${name} is read in parts cut anywhere, as JSON lines and as a document`, async () => {
      const records = Array.from({ length: 40 }, (_, n) => ({
        input: `${n < 20 ? 'Which' : 'Größe für'} parcel ${n}?`,
        output: n < 20 ? 'This one.' : 'Die größere.',
      }));
      const lines = records.map((one) => `${JSON.stringify(one)}\n`).join('');
      for (const text of [lines, JSON.stringify(records, null, 2)]) {
        const bytes = encode(text);
        const path = await begin({ redact: false });
        let offset = 0;
        while (offset < bytes.length) {
          const end = Math.min(bytes.length, offset + 701);
          const isLast = end === bytes.length;
          const sent = await send(path, offset, bytes.subarray(offset, end), isLast);
          assert.equal(sent.status, 200, JSON.stringify(sent.body));
          offset = isLast ? end : sent.body.received_bytes;
        }
        const items = await linesOf(path, (await made(path)).result.items);
        assert.deepEqual(
          items.map(({ input, expected }) => ({ input, output: expected })),
          records,
        );
      }
    });
  }

  test('a line ends at a line feed only', async () => {
    const input = 'One\u2028two\u2029three\u0085four';
    const done = await importAll(
      `${JSON.stringify({ input, output: 'Fine.' })}\r\n{"input": "b", "output": "Fine."}`,
    );
    assert.deepEqual(
      (await linesOf(done.path, done.result.items)).map((item) => item.input),
      [input, 'b'],
    );
  });

  const asked = [{ role: 'user', content: 'Where is it?' }];
  const tools = [{ type: 'function', function: { name: 'find_parcel' } }];
  const completion = {
    object: 'chat.completion',
    choices: [{ message: { content: 'Here.' } }],
    messages: asked,
  };
  const logged = { call_type: 'acompletion', startTime: 1, messages: asked, response: 'Here.' };
  const observed = { type: 'GENERATION', traceId: 't', input: asked, output: 'Here.' };
  const span = (attributes: Record<string, unknown>) => ({
    resourceSpans: [
      { scopeSpans: [{ spans: [{ attributes: attributesOf({ ...INFERENCE, ...attributes }) }] }] },
    ],
  });
  const OFFERS: readonly [what: string, record: (some: unknown) => object][] = [
    ['plain lines', (some) => ({ input: 'Where is it?', output: 'Here.', tools: some })],
    ['a plain request', (some) => ({ input: { messages: asked, tools: some }, output: 'Here.' })],
    ['OpenAI', (some) => ({ ...completion, tools: some })],
    ['LiteLLM', (some) => ({ ...logged, model_parameters: { tools: some } })],
    ['LiteLLM’s proxy', (some) => ({ ...logged, proxy_server_request: { tools: some } })],
    ['Langfuse', (some) => ({ ...observed, input: { messages: asked, tools: some } })],
    ['Langfuse’s parameters', (some) => ({ ...observed, modelParameters: { tools: JSON.stringify(some) } })],
    ['OTLP', (some) => span({ 'gen_ai.tool.definitions': JSON.stringify(some) })],
  ];
  for (const [what, record] of OFFERS) {
    test(`a call of ${what} that offered tools is no item, also where none was called`, async () => {
      const { result } = await importAll(`${JSON.stringify(record(tools))}\n${JSON.stringify(record([]))}`);
      assert.deepEqual(
        [result.calls, result.no_items['with tools or pictures'], result.items?.items ?? 1],
        [2, 1, 1],
      );
    });
  }

  const idsOf = (n: number) => ({ traceId: `${n}`.padStart(32, '0'), spanId: `${n}`.padStart(16, '0') });
  const spanOf = (n: number) => ({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                ...idsOf(n),
                startTimeUnixNano: `${1_790_000_000_000_000_000n + BigInt(n) * 1_000_000_000n}`,
                attributes: attributesOf({ 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm' }),
              },
            ],
          },
        ],
      },
    ],
  });
  const kv = (fields: object) => ({
    kvlistValue: {
      values: Object.entries(fields).map(([key, value]) => ({
        key,
        value: typeof value === 'string' ? { stringValue: value } : value,
      })),
    },
  });
  const logsOf = (n: number, ...events: [eventName: string, body: object][]) => ({
    resourceLogs: [
      { scopeLogs: [{ logRecords: events.map(([eventName, body]) => ({ ...idsOf(n), eventName, body })) }] },
    ],
  });
  const askedIn = (n: number) =>
    logsOf(
      n,
      ['gen_ai.system.message', kv({ content: 'Be short.' })],
      ['gen_ai.user.message', kv({ content: `Where is parcel ${n}? Write to ann${n}@example.org` })],
    );
  const answeredIn = (n: number) =>
    logsOf(n, [
      'gen_ai.choice',
      kv({ index: { intValue: '0' }, message: kv({ role: 'assistant', content: `In hall ${n}.` }) }),
    ]);
  const itemOf = (n: number) => [
    [
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: `Where is parcel ${n}? Write to [email]` },
    ],
    `In hall ${n}.`,
  ];

  test('content in log records is joined to its spans, in any order and over parts, and is redacted', async () => {
    const details = {
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: [
                {
                  ...idsOf(4),
                  attributes: attributesOf({
                    'event.name': 'gen_ai.client.inference.operation.details',
                    'gen_ai.input.messages': '[{"role":"user","parts":[{"type":"text","content":"Four?"}]}]',
                    'gen_ai.output.messages':
                      '[{"role":"assistant","parts":[{"type":"text","content":"Yes, four."}]}]',
                  }),
                },
              ],
            },
          ],
        },
      ],
    };
    const records = [
      ...[askedIn(1), answeredIn(1), spanOf(1)],
      ...[spanOf(2), askedIn(2), answeredIn(2)],
      ...[askedIn(3), spanOf(3), answeredIn(3)],
      ...[{ ...spanOf(4), ...details }, answeredIn(99), spanOf(5)],
    ];
    const bytes = Buffer.from(records.map((one) => JSON.stringify(one)).join('\n'));
    for (const size of [bytes.length, 1_500]) {
      const path = await begin();
      for (let offset = 0; offset < bytes.length; ) {
        const sent = await send(
          path,
          offset,
          bytes.subarray(offset, offset + size),
          offset + size >= bytes.length,
        );
        assert.equal(sent.status, 200, JSON.stringify(sent.body));
        offset = Math.max(sent.body.received_bytes, offset + size >= bytes.length ? bytes.length : 0);
      }
      const { result, redaction, skipped } = await made(path);
      const items = await linesOf(path, result.items);
      assert.deepEqual(
        items.map(({ input, expected }) => [input, expected]),
        [...[1, 2, 3].map(itemOf), ['Four?', 'Yes, four.']],
      );
      assert.deepEqual([result.calls, result.no_items['without a request']], [5, 1]);
      assert.equal(skipped['log records that joined no call'], 1);
      assert.equal(redaction.found.email, 3);
    }
  });

  test('calls that wait for more content are held up to a number of characters', async () => {
    const records = Array.from({ length: 20 }, (_, n) => [
      spanOf(n),
      logsOf(n, ['gen_ai.user.message', kv({ content: `${n}${' parcel'.repeat(10_000)}` })]),
    ]);
    const bytes = Buffer.from(
      `${records
        .flat()
        .map((one) => JSON.stringify(one))
        .join('\n')}\n`,
    );
    const path = await begin();
    const sent = await send(path, 0, bytes, false);
    assert.deepEqual([sent.status, sent.body.calls], [200, 13], JSON.stringify(sent.body));
    await send(path, sent.body.received_bytes, bytes.subarray(sent.body.received_bytes));
    const { calls, skipped } = await made(path);
    assert.deepEqual([calls, skipped], [20, {}]);
  });

  test('a part that begins elsewhere is refused with the place to go on from, also of two at the same time', async () => {
    const [first = '', second = ''] = plantCalls(2).map((one) => `${lineOf('jsonl', one)}\n`);
    const path = await begin();
    const both = await Promise.all([send(path, 0, first, false), send(path, 0, first, false)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    const late = await send(path, 3, second);
    assert.equal(late.status, 409);
    assert.equal(late.body.code, 'conflict');
    assert.deepEqual(late.body.errors, [{ pointer: '/offset', detail: `must be ${first.length}` }]);
    assert.equal((await send(path, first.length, second)).status, 200);
    assert.equal((await made(path)).calls, 2);
    assert.equal((await send(path, first.length + second.length, second)).body.code, 'wrong_state');
  });

  test('one JSON document is read record by record, with any white space: a list, a page of an API, OTLP in many lines', async () => {
    const planted = plantCalls(12);
    const objects = (format: PlantedFormat) => planted.map((one) => JSON.parse(lineOf(format, one)));
    const documents: [string, string][] = [
      ['langfuse', JSON.stringify(objects('langfuse'), null, 2)],
      ['openai', JSON.stringify({ object: 'list', data: objects('openai'), has_more: false }, null, 1)],
      [
        'otlp',
        JSON.stringify({ resourceSpans: objects('otlp').flatMap((one) => one.resourceSpans) }, null, 2),
      ],
      ['litellm', JSON.stringify(objects('litellm'))],
      ...['jsonl' as const, 'openai' as const, 'langfuse' as const].flatMap((format): [string, string][] => {
        const page = { data: objects(format) };
        return [
          [format, JSON.stringify(page)],
          [format, `${JSON.stringify(page)}\n`],
          [format, JSON.stringify(page).replace('{', '{\n')],
        ];
      }),
    ];
    for (const [format, text] of documents) {
      const path = await begin();
      const bytes = Buffer.from(text);
      const half = await send(path, 0, bytes.subarray(0, bytes.length >> 1), false);
      assert.equal(half.status, 200, JSON.stringify(half.body));
      const from = half.body.received_bytes;
      assert.equal((await send(path, from, bytes.subarray(from))).status, 200, format);
      const { format: found, calls } = await made(path);
      assert.deepEqual([found, calls], [format, planted.length]);
    }
  });

  test('a hosted-evals export becomes items with its graders, and criteria for what a judge decided', async () => {
    const records = [
      {
        object: 'eval',
        testing_criteria: [
          {
            type: 'string_check',
            name: 'same',
            operation: 'eq',
            input: '{{sample.output_text}}',
            reference: '{{item.answer}}',
          },
          { type: 'label_model', name: 'polite', input: [{ role: 'system', content: 'Is it polite?' }] },
          { type: 'python', name: 'own', source: 'def grade(): pass' },
        ],
      },
      {
        object: 'eval.run',
        data_source: {
          input_messages: { type: 'template', template: [{ role: 'user', content: 'What is {{item.q}}?' }] },
        },
      },
      { item: { q: '6 × 7', answer: '42' } },
      { item: { q: '6 × 8', answer: '48' } },
    ];
    const { path, format, result } = await importAll(records.map((one) => JSON.stringify(one)).join('\n'));
    assert.equal(format, 'hosted_evals');
    assert.deepEqual(
      result.graders.map(({ name, became }: { name: string; became: string }) => [name, became]),
      [
        ['same', 'grader'],
        ['polite', 'criterion'],
        ['own', null],
      ],
    );
    const items = await linesOf(path, result.items);
    assert.deepEqual(
      items.map(({ input, expected, grader }) => [input, expected, grader.type]),
      [
        ['What is 6 × 7?', '42', 'exact'],
        ['What is 6 × 8?', '48', 'exact'],
      ],
    );
  });

  test('a request that comes again is one item and two arrivals; form alone is no difference', async () => {
    const line = (input: string, second: number) =>
      JSON.stringify({
        timestamp: 1_790_000_000 + second,
        input,
        output: 'yes',
        input_tokens: 5,
        output_tokens: 1,
      });
    const { path, result } = await importAll(
      [line('Is it open?', 0), line(' Is  it\nopen? ', 4), line('Is it shut?', 9)].join('\n'),
    );
    assert.equal(result.repeated, 1);
    assert.equal((await linesOf(path, result.items)).length, 2);
    const traffic = await linesOf(path, result.traffic);
    assert.deepEqual(
      traffic.map(({ timestamp }) => timestamp),
      [0, 4000, 9000],
    );
  });

  test('what a trace of sessions does not have of the calls, or why there is none, is said with counts', async () => {
    const line = (session: string, second: number, more: object = {}) =>
      JSON.stringify({
        ...{ timestamp: 1_790_000_000 + second, session, input: `Question ${second}?`, output: 'yes' },
        ...{ input_tokens: 5, output_tokens: 1, ...more },
      });
    const long = Array.from({ length: 250 }, (_, n) => line('long', n));
    const cases: [string[], number | null, RegExp[]][] = [
      [
        [...long, line('slow', 1), line('slow', 9000), line('large', 2, { output_tokens: 3_000_000 })],
        3,
        [
          /^1 sessions have more than 200 calls; the trace ends each at 200, so 50 calls are not in it/,
          /^1 pauses within sessions are longer than an hour/,
          /^1 turns of sessions have more than 1,000,000 tokens/,
        ],
      ],
      [[line('only', 0), line('only', 5)], null, [/^A trace of sessions needs two .* the traffic has 1, so/]],
      [[line('one call', 0)], null, [/^Only one call in the file has a time/]],
    ];
    for (const [lines, sessions, said] of cases) {
      const { result } = await importAll(lines.join('\n'));
      assert.equal(result.session_trace?.lines ?? null, sessions);
      assert.equal(result.warnings.length, said.length, result.warnings.join('\n'));
      for (const [i, warning] of said.entries()) assert.match(result.warnings[i], warning);
    }
  });

  test('a sample has its share of each stratum and at least one, the same for the same seed', async () => {
    const line = (model: string, n: number) =>
      JSON.stringify({
        timestamp: 1_790_000_000 + n,
        model,
        input: `Question ${n} of ${model}?`,
        output: 'yes',
      });
    const text = [
      ...Array.from({ length: 90 }, (_, n) => line('large', n)),
      ...Array.from({ length: 9 }, (_, n) => line('small', n)),
      line('rare', 0),
    ].join('\n');
    const taken = async (seed: number) => {
      const { path, result } = await importAll(text, { sample: { size: 20, by: ['model'], seed } });
      const counts = result.strata.map(({ of, items }: { of: { model: string }; items: number }) => [
        of.model,
        items,
      ]);
      return { counts, inputs: (await linesOf(path, result.items)).map(({ input }) => input) };
    };
    const [first, again, other] = [await taken(7), await taken(7), await taken(8)];
    assert.deepEqual(first.counts, [
      ['large', 17],
      ['small', 2],
      ['rare', 1],
    ]);
    assert.deepEqual(again, first);
    assert.notDeepEqual(other.inputs, first.inputs);
  });

  test('what cannot be used is refused by its line with what would be accepted, and nothing is kept', async () => {
    const [good = '', other = ''] = plantCalls(2).map((one) => lineOf('jsonl', one));
    const langfuse = lineOf('langfuse', plantCalls(1)[0] as PlantedCall);
    const cases: [string, string | Uint8Array, RegExp, object?][] = [
      [
        'broken JSON',
        `${good}\n{"input": "a", \n${other}`,
        /line 2: it is not valid JSON; a record is one JSON object/,
      ],
      [
        'too many levels',
        `${good}\n{"input": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
        /line 2: it is nested deeper than 200 levels/,
      ],
      ['a number', `${good}\n7`, /line 2: it is not a JSON object/],
      [
        'another format',
        `${good}\n${langfuse}`,
        /line 2: it looks like a Langfuse export; a record of plain JSON lines must be a JSON object/,
      ],
      ['no known format', '{"colour": "red"}', /line 1: the format is unknown. Known formats: otlp: /],
      [
        'not the format named',
        good,
        /line 1: it looks like plain JSON lines; a record of LiteLLM logs must be/,
        { format: 'litellm' },
      ],
      ['a list cut off', `[${good}, {"input": "b`, /record 2 \(line 1\): the file ends within this record/],
      ['a line cut off', `${good}\n{"input": "b`, /line 2: it is not valid JSON/],
      [
        'a bad time',
        '{"input": "a", "timestamp": "yesterday"}',
        /line 1: timestamp is neither an ISO 8601 time/,
      ],
      ['microseconds', '{"input": "a", "timestamp": 1790000000000000}', /up to the year 2255/],
      [
        'a time beyond all',
        '{"input": "a", "timestamp": 1e300}',
        /line 1: timestamp is neither an ISO 8601 time/,
      ],
      [
        'no UTF-8',
        Buffer.concat([Buffer.from('{"input": "größer'), Buffer.from([0xff])]),
        /line 1: it is not UTF-8/,
      ],
      ['another encoding', Buffer.concat(Array(40).fill(SHIFT_JIS)), /it seems to be in shift_jis; save it/],
      ['a line of 9 MB', `{"input": "${'a'.repeat(9e6)}"}`, /line 1\): a record has at most 8 MB/],
      [
        'more tokens than there are',
        '{"input": "a", "output_tokens": 1e15}',
        /output_tokens is not a whole number/,
      ],
      ['a bad count', '{"input": "a", "input_tokens": -3}', /line 1: input_tokens is not a whole number/],
      ['nothing', '', /the file: it is empty; it must contain at least one recorded model call/],
      ['empty lines', '\n \n', /the file: it is empty/],
      ['a table', 'input,output\n"a","b"\n', /the file: its first line looks like the columns of a table/],
      ['a spreadsheet', 'PK\u0003\u0004...', /the file: it is a ZIP archive or spreadsheet. Send JSON Lines/],
      ['gzip cut off', gzipSync(good.repeat(9)).subarray(0, 60), /its gzip is truncated or damaged/],
      [
        'gzip with more behind it',
        Buffer.concat([gzipSync(good), Buffer.from(other)]),
        /its gzip is truncated or damaged/,
      ],
      ['gzip that fills the service', gzipSync(Buffer.alloc(20e6, '\n')), /more than 200 times its size/],
      [
        'no call',
        JSON.stringify({ trace_id: 't', type: 'SPAN' }),
        /none of its 1 records is a model call \(1 span observations\)/,
      ],
    ];
    for (const [what, text, problem, body] of cases) {
      const path = await begin(body);
      const { status, body: answer } = await send(path, 0, text);
      assert.equal(status, 422, what);
      assert.match(answer.detail, problem, what);
      const failed = (await call('GET', path)).body;
      assert.equal(failed.status, 'failed');
      assert.match(failed.error.message, problem);
      const { data } = (await call('GET', path.replace(/imports.*/, 'sources'))).body;
      assert.deepEqual(data, [], what);
    }
  });

  test('odd records are read as far as they go: halves of characters, NUL, times in any order and unit', async () => {
    const lines = [
      '{"input": "half \\ud800 of one", "output": "\\u0000", "timestamp": 1790000003, "model": "m\\u0000\\udc00"}',
      '{"input": "a", "input": "the last counts", "output": "b", "timestamp": "2026-09-21T14:13:20Z"}',
      '{"input": "later", "output": "b", "timestamp": 1790000001500, "latency_ms": 1e300}',
      '{"input": "far", "output": "b", "timestamp": "2200-01-01T00:00:00+02:00", "latency_ms": -5}',
      '{"input": "own", "output": "b", "metadata": {"__proto__": {"x": 1}, "constructor": 1}}',
    ];
    const { path, calls, result } = await importAll(lines.join('\r\n'));
    assert.deepEqual([calls, result.arrivals.untimed], [5, 1]);
    const items = await linesOf(path, result.items);
    assert.deepEqual(
      items.map(({ input }) => input),
      ['half \ud800 of one', 'the last counts', 'later', 'far', 'own'],
    );
    const traffic = await linesOf(path, result.traffic);
    const times = traffic.map(({ timestamp }) => timestamp);
    assert.deepEqual(times.slice(0, 3), [0, 1500, 3000]);
  });

  test('what a request for an import says wrongly is refused by its pointer', async () => {
    const workspace = await newWorkspace(service);
    for (const [body, status, pointer] of [
      [{ phone_region: 'XX' }, 422, '/phone_region'],
      [{ grader: 'guess' }, 422, '/grader'],
      [{ format: 'csv' }, 400, '/format'],
      [{ sample: { size: 0 } }, 400, '/sample/size'],
      [{ sample: { by: ['colour'] } }, 400, '/sample/by/0'],
    ] as const) {
      const answer = await call('POST', `/workspaces/${workspace}/imports`, { name: 'x', ...body });
      assert.equal(answer.status, status, pointer);
      assert.equal(answer.body.errors[0].pointer, pointer);
    }
  });

  test('an import becomes a new evaluation of its items, and a load at the times of its calls', async () => {
    const text = plantCalls(20)
      .map((one) => lineOf('otlp', one))
      .join('\n');
    const { path, result } = await importAll(text);
    await linesOf(path, result.items);
    await linesOf(path, result.traffic);
    await linesOf(path, result.session_trace);
    const workspace = path.replace(/\/imports.*/, '');
    const scenario = await call('POST', `${workspace}/scenarios`, {
      name: 'Shop',
      workload_type: 'chatbot',
      traffic_profile: 'replay',
      slo_requirements: { throughput_rps: 1 },
    });
    for (const { source_id: source } of [result.traffic, result.session_trace]) {
      const { status, body } = await call('POST', `${workspace}/evaluations/estimate`, {
        name: 'Traffic',
        targets: [
          { target_type: 'model', model_provider: 'baseline', model_id: 'echo' },
          { target_type: 'scenario', target_id: scenario.body.id },
        ],
        benchmarks: [
          { benchmark_type: 'dataset', subset: result.items.source_id },
          { benchmark_type: 'load', trace: { source } },
        ],
      });
      assert.equal(status, 200, JSON.stringify(body));
    }
  });

  test('an import is renamed and paused: no part is taken and nothing is made of it until it goes on', async () => {
    const text = plantCalls(12)
      .map((one) => lineOf('jsonl', one))
      .join('\n');
    const half = text.length >> 1;
    const path = await begin();
    const first = await send(path, 0, text.slice(0, half), false);
    const from = first.body.received_bytes;
    const paused = await call('PATCH', path, { ...first.body, name: 'Tuesday', paused: true });
    assert.deepEqual(
      [paused.status, paused.body.name, paused.body.paused, paused.body.received_bytes],
      [200, 'Tuesday', true, from],
    );
    const refused = await send(path, from, text.slice(from));
    assert.deepEqual([refused.status, refused.body.code], [409, 'wrong_state']);
    assert.match(refused.body.detail, /is paused; PATCH it with \{"paused": false\}/);
    assert.equal((await call('GET', path)).body.received_bytes, from);
    assert.equal((await call('PATCH', path, { paused: false })).body.paused, false);
    assert.equal((await send(path, from, text.slice(from))).status, 200);
    const done = await made(path);
    assert.deepEqual([done.name, done.calls], ['Tuesday', plantCalls(12).length]);
    const late = await call('PATCH', path, { paused: true });
    assert.deepEqual([late.body.code, late.body.errors[0].pointer], ['wrong_state', '/paused']);
    assert.match(late.body.detail, /^This import is \w+ and cannot be paused\.$/);
    assert.equal((await call('PATCH', path, { name: 'Wednesday', paused: false })).body.name, 'Wednesday');
    for (const [body, pointer] of [
      [{ name: '' }, '/name'],
      [{ paused: 'yes' }, '/paused'],
      [{ sample: {} }, '/sample'],
      [{ id: 'other' }, '/id'],
    ] as const) {
      const { status, body: answer } = await call('PATCH', path, body);
      assert.deepEqual([status, answer.errors[0].pointer], [400, pointer]);
    }
  });

  test('an import that is paused in the middle of a part, or while it is made, goes on from there', async () => {
    const lines = plantCalls(3000).map((one) => lineOf('jsonl', one));
    const text = lines.join('\n');
    const path = await begin();
    const sending = send(path, 0, text);
    await until(async () => (await call('GET', path)).body.received_bytes > 0);
    await call('PATCH', path, { paused: true });
    const cut = await sending;
    const stopped = (await call('GET', path)).body;
    if (stopped.status === 'receiving') {
      assert.deepEqual([cut.status, cut.body.code], [409, 'wrong_state']);
      const from = stopped.received_bytes;
      assert.ok(from > 0 && from < text.length);
      await call('PATCH', path, { paused: false });
      assert.equal((await send(path, from, text.slice(from))).status, 200);
      await call('PATCH', path, { paused: true });
    }
    const held = (await call('GET', path)).body;
    // Where it was quicker than the pause, there is nothing to go on with.
    if (held.status === 'making') {
      await new Promise((resolve) => setTimeout(resolve, 200));
      assert.equal((await call('GET', path)).body.status, 'making');
    }
    await call('PATCH', path, { paused: false });
    const done = await made(path);
    assert.equal(done.calls, lines.length);
    const { data } = (await call('GET', path.replace(/imports.*/, 'sources'))).body;
    assert.equal(data.length, 3, 'each source once');
  });

  test('deleting an import deletes its calls and the sources that it became; it is gone from the list', async () => {
    const { path, result } = await importAll(
      plantCalls(5)
        .map((one) => lineOf('jsonl', one))
        .join('\n'),
    );
    const list = path.replace(/\/[^/]+$/, '');
    assert.equal((await call('GET', list)).body.data.length, 1);
    assert.equal((await call('DELETE', path)).status, 204);
    assert.equal((await call('GET', path)).status, 404);
    assert.equal((await send(path, 0, 'x')).status, 404);
    assert.deepEqual((await call('GET', list)).body.data, []);
    const { data } = (await call('GET', path.replace(/imports.*/, 'sources'))).body;
    assert.deepEqual(data, [], result.items.title);
    assert.equal((await call('DELETE', path)).status, 404);
  });
});

test('an import whose dataset cannot be read says so, and what else it became can be used', async () => {
  const service = await startService(
    onDisk(undefined, async () => {}),
    { 'chunks-per-source': '8' },
  );
  try {
    const text = plantCalls(20)
      .map((one) => lineOf('jsonl', one))
      .join('\n');
    const workspace = `/workspaces/${await newWorkspace(service)}`;
    const { body } = await service.call('POST', `${workspace}/imports`, { name: 'Monday' });
    const path = `${workspace}/imports/${body.id}`;
    await fetch(`${service.url}${path}/content?complete=true`, {
      method: 'PUT',
      body: text,
      headers: { 'content-type': 'application/octet-stream' },
    });
    const done = await until(async () => {
      const { body: found } = await service.call('GET', path);
      return found.status === 'making' ? null : found;
    });
    assert.equal(done.status, 'ready', JSON.stringify(done.error));
    const { items, session_trace, warnings } = done.result;
    const statusOf = async ({ source_id }: { source_id: string }) =>
      (await service.call('GET', `${workspace}/sources/${source_id}`)).body.status;
    assert.deepEqual([await statusOf(items), await statusOf(session_trace)], ['failed', 'ready']);
    assert.match(
      warnings.at(-1),
      /^“Monday \(items\)” cannot be used until it is indexed: .+\. Retry it: POST …\/sources\/[^/]+\/retry\.$/,
    );
  } finally {
    await service.stop();
  }
});

test('a file larger than the service takes is refused, however it is sent, and nothing of it is kept', async () => {
  const service = await startService(
    onDisk(undefined, async () => {}),
    { 'import-limit-bytes': '1000000' },
  );
  try {
    const line = lineOf('jsonl', plantCalls(1)[0] as PlantedCall);
    const text = `${line}\n`.repeat(Math.ceil(1_500_000 / line.length));
    const workspace = await newWorkspace(service);
    for (const bytes of [text, gzipSync(text)]) {
      const { body } = await service.call('POST', `/workspaces/${workspace}/imports`, { name: 'Large' });
      const path = `/workspaces/${workspace}/imports/${body.id}`;
      const response = await fetch(`${service.url}${path}/content?complete=true`, {
        method: 'PUT',
        body: bytes as string,
        headers: { 'content-type': 'application/octet-stream' },
      });
      assert.equal(((await response.json()) as Answer['body']).code, 'limit_exceeded');
      assert.equal((await service.call('GET', path)).body.status, 'failed');
    }
  } finally {
    await service.stop();
  }
});

/** The gaps between turns, from answer to request where the format says how long an answer took, and what each adds. */
function sessionsOf(planted: readonly PlantedCall[], knowsLatency: boolean) {
  const sessions = Map.groupBy(planted, ({ session }) => session);
  return [...sessions.values()].map((calls) => ({
    arrival_ms: (calls[0]?.atMs ?? 0) - (planted[0]?.atMs ?? 0),
    turns: calls.map((one, i) => {
      const before = calls[i - 1];
      return {
        ...(before && { think_ms: one.atMs - before.atMs - (knowsLatency ? before.latencyMs : 0) }),
        input_tokens: Math.max(1, one.inputTokens - (before ? before.inputTokens + before.outputTokens : 0)),
        output_tokens: one.outputTokens,
      };
    }),
  }));
}

/** Each later turn begins with all messages and the answer of the turn before it. */
function prefixesOf(planted: readonly PlantedCall[]) {
  const before = (one: PlantedCall) =>
    planted.find(({ session, turn }) => session === one.session && turn === one.turn - 1) as PlantedCall;
  const later = planted.filter(({ turn }) => turn > 1);
  return {
    calls: later.length,
    messages: sum(later.map((one) => before(one).messages.length + 1)),
    tokens: sum(later.map((one) => before(one).inputTokens + before(one).outputTokens)),
  };
}
