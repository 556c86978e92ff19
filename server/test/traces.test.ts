import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { startServe } from './support/cli-process.ts';
import { onDisk } from './support/each-database.ts';
import { arithmetic, mockTarget, startEvaluationService } from './support/evaluation-service.ts';
import { startJsonServer } from './support/json-server.ts';
import { type ReceivedSpan, startOtlpReceiver } from './support/otlp-receiver.ts';
import { until } from './support/until.ts';

const place = () => onDisk(undefined, async () => {});
const ITEMS = 4;
const ROUTE = 'POST /workspaces/:workspace_id/evaluations';
const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const ANSWER = {
  model: 'good-1',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Five.' } }],
  usage: { prompt_tokens: 11, completion_tokens: 3 },
};
const SECRET = 'Words that nobody but the model may read.';

function providersAt(dataDir: string, url: string): string {
  const file = join(dataDir, 'traced-providers.json');
  const provider = { name: 'mock', kind: 'openai-compatible', base_url: url };
  writeFileSync(file, JSON.stringify({ providers: [provider] }));
  return file;
}

describe('traces', () => {
  let spans: ReceivedSpan[];
  let headers: Record<string, unknown>;
  let evaluation: string;
  let passedOn: string | undefined;
  const named = (name: string) => spans.filter((span) => span.name === name);
  const childrenOf = ({ spanId }: ReceivedSpan) =>
    spans.filter(({ parentSpanId }) => parentSpanId === spanId);

  before(async () => {
    const collector = await startOtlpReceiver();
    const model = await startJsonServer();
    model.reply({ body: ANSWER });
    const at = place();
    const service = await startEvaluationService(
      at,
      { seed: 1, models: {} },
      {},
      {
        'touchstone-config': providersAt(at.dataDir, model.url),
        'otel-exporter-otlp-endpoint': collector.url,
        'otel-exporter-otlp-headers': 'authorization=Basic%20abc',
        'otel-service-name': 'evaluations',
      },
    );
    const workspace = await service.newWorkspace();
    await service.newSource(workspace, 'Secret title', SECRET);
    await service.call('POST', `/workspaces/${workspace}/search`, { query: 'nobody', mode: 'keyword' });
    const definition = { targets: [mockTarget('good')], benchmarks: [arithmetic(ITEMS)] };
    const created = await service.post(workspace, definition, {
      traceparent: `00-${TRACE_ID}-${CALLER}-01`,
    });
    evaluation = created.body.id;
    await service.ended(`/workspaces/${workspace}/evaluations/${evaluation}`);
    await service.call('GET', '/no/such/address');
    passedOn = String(model.seen().headers.traceparent);
    await service.stop();
    await model.stop();
    spans = collector.spans;
    headers = collector.headers[0] as Record<string, unknown>;
    await collector.stop();
  });

  it('says which service it is, and sends the headers of the setting', () => {
    assert.equal(headers.authorization, 'Basic abc');
    for (const { service } of spans) assert.equal(service['service.name'], 'evaluations');
  });

  it('goes on with the trace of a request, by the pattern of its address', () => {
    const [posted] = named(ROUTE);
    assert.ok(posted);
    assert.equal(posted.traceId, TRACE_ID);
    assert.equal(posted.parentSpanId, CALLER);
    assert.equal(posted.attributes['http.response.status_code'], 201);
    assert.ok(childrenOf(posted).some(({ name }) => name === 'database write'));
  });

  it('has a span of what no route answers, and one of a search in its request', () => {
    assert.equal(named('GET').at(-1)?.attributes['http.response.status_code'], 404);
    const [search] = named('search keyword');
    const [request] = named('POST /workspaces/:workspace_id/search');
    assert.equal(search?.parentSpanId, request?.spanId);
  });

  it('makes each unit a trace of its own, linked with the job that runs it, and its call a part of it', () => {
    const units = named('evaluation unit');
    const [job] = named('job evaluation.run');
    assert.equal(units.length, ITEMS);
    assert.equal(new Set(units.map(({ traceId }) => traceId)).size, ITEMS);
    for (const unit of units) {
      assert.equal(unit.attributes['touchstone.evaluation.id'], evaluation);
      assert.deepEqual(
        unit.links.map(({ spanId }) => spanId),
        [job?.spanId],
      );
    }
    const calls = units.map((unit) => childrenOf(unit).filter(({ name }) => name === 'chat good').length);
    // One unit has the answer that the preflight brought.
    assert.deepEqual(calls.sort(), [0, ...Array(ITEMS - 1).fill(1)]);
  });

  it('names what was asked of a model and what it counted as the conventions do', () => {
    const call = named('chat good').find(({ parentSpanId }) =>
      named('evaluation unit').some(({ spanId }) => spanId === parentSpanId),
    );
    assert.ok(call);
    assert.equal(call.kind, 3);
    const { attributes } = call;
    assert.equal(attributes['gen_ai.operation.name'], 'chat');
    assert.equal(attributes['gen_ai.provider.name'], 'mock');
    assert.equal(attributes['gen_ai.request.model'], 'good');
    assert.deepEqual(attributes['gen_ai.response.finish_reasons'], ['stop']);
    assert.equal(attributes['gen_ai.response.model'], 'good-1');
    assert.equal(attributes['gen_ai.usage.input_tokens'], 11);
    assert.equal(attributes['gen_ai.usage.output_tokens'], 3);
  });

  it('passes the trace on to who is asked', () => {
    const calls = named('chat good').map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`);
    assert.ok(passedOn !== undefined && calls.includes(passedOn));
  });

  it('holds nothing that a user or a model wrote', () => {
    const all = JSON.stringify(spans);
    for (const word of ['Secret title', SECRET, 'nobody']) assert.ok(!all.includes(word), word);
  });

  it('ends each span after it began', () => {
    for (const { name, startTimeUnixNano, endTimeUnixNano } of spans)
      assert.ok(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano), name);
  });
});

describe('a service whose collector does not answer', () => {
  it('logs requests with the ids of their traces, and says once that no traces are sent', async () => {
    const { dataDir, remove } = place();
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_SAMPLER_ARG: '0' };
    const serve = await startServe(['--data-dir', dataDir], settings);
    const ask = (headers: Record<string, string>) => fetch(`${serve.url}/workspaces/none`, { headers });
    await ask({ traceparent: `00-${TRACE_ID}-${CALLER}-01` });
    for (const wrong of ['00-0-0-01', `ff-${TRACE_ID}-${CALLER}-01`, `00-${'0'.repeat(32)}-${CALLER}-01`])
      await ask({ traceparent: wrong });
    await until(() => serve.log().includes('traces are not sent'));
    const { stderr } = await serve.stop();
    await remove();
    const lines = stderr.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    assert.equal(lines.filter(({ msg }) => msg === 'traces are not sent').length, 1);
    const traces = lines.filter(({ msg }) => msg === 'request').map(({ trace_id }) => trace_id);
    assert.deepEqual(
      traces.map((id) => id === TRACE_ID),
      [true, false, false, false],
    );
    for (const id of traces) assert.match(id, /^[\da-f]{32}$/);
  });
});
