/**
 * Units a second of an evaluation that asks an application over HTTP by its endpoint, beside those of one that asks the
 * same server as a model of an OpenAI-compatible provider: the same mock server, the same answers, in turns, in one
 * service. The first run of each warms up; what counts is the ratio of the medians. Then the same with the answer
 * streamed, and the memory of the service.
 *
 *   node bench/endpoints.ts [units] [rounds]   (20,000 units, 3 rounds)
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startMockModel } from '../server/src/mock-model/mock-model.ts';
import { type ServeProcess, startServe, temporaryFolder } from '../server/test/support/cli-process.ts';
import { arithmetic, mockTarget, writeProviders } from '../server/test/support/evaluation-service.ts';
import { ask, mb, residentBytes } from '../server/test/support/service-calls.ts';

const CONCURRENCY = 64;
const WARM_UP = 1_000;

if (process.argv[2] === 'serve-mock') await serveMock();
else await measure();

/** The child: a mock model that answers at once. */
async function serveMock(): Promise<void> {
  const mock = await startMockModel();
  process.once('disconnect', () => void mock.stop());
  process.send?.({ url: mock.url });
}

async function measure(): Promise<void> {
  const [units = 20_000, rounds = 3] = process.argv.slice(2).map(Number);
  const folder = temporaryFolder();
  const child = fork(fileURLToPath(import.meta.url), ['serve-mock'], { execArgv: [] });
  const [mock] = (await once(child, 'message')) as [{ url: string }];
  const config = writeProviders(folder.path, mock, { max_concurrency: CONCURRENCY });
  const flags = ['--data-dir', folder.path, '--log-level', 'warn', '--touchstone-config', config];
  const service = await startServe(flags);
  try {
    console.log(
      `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}, load ${loadavg()[0]}`,
    );
    const { id: workspace } = await ask(service, 'POST', '/workspaces', { name: 'Bench' });
    const stack = async (stream: boolean) => {
      const body = { name: 'App', model: {}, endpoint: endpointOf(mock.url, stream) };
      const { id } = await ask(service, 'POST', `/workspaces/${workspace}/stacks`, body);
      return { target_type: 'stack', target_id: id };
    };
    const asked = { model: mockTarget('instant'), endpoint: await stack(false), streamed: await stack(true) };
    const rates: Record<string, number[]> = { model: [], endpoint: [], streamed: [] };
    for (const target of Object.values(asked)) await run(service, workspace, target, WARM_UP);
    console.log(`resident memory of the service before: ${mb(await residentBytes(service))}`);
    for (let round = 0; round < rounds; round++) {
      for (const [name, target] of Object.entries(asked)) {
        const rate = await run(service, workspace, target, units);
        rates[name]?.push(rate);
        console.log(
          `${name.padEnd(8)} ${Math.round(rate)} units/s, resident ${mb(await residentBytes(service))}`,
        );
      }
    }
    const median = (name: string) => rates[name]?.toSorted((a, b) => a - b)[rounds >> 1] ?? 0;
    for (const name of ['endpoint', 'streamed'])
      console.log(`${name}: ${(median(name) / median('model')).toFixed(2)} of the OpenAI-compatible adapter`);
  } finally {
    await service.stop();
    child.disconnect();
    await once(child, 'exit');
    folder.remove();
  }
}

function endpointOf(url: string, stream: boolean): object {
  const usage = { input_tokens: '$.usage.prompt_tokens', output_tokens: '$.usage.completion_tokens' };
  const choice = `$.choices[0].${stream ? 'delta' : 'message'}.content`;
  return {
    kind: 'http',
    url: `${url}/v1/chat/completions`,
    request: {
      model: 'instant',
      messages: '{{messages}}',
      seed: '{{seed}}',
      ...(stream && { stream: true, stream_options: { include_usage: true } }),
    },
    response: { answer: choice, model: '$.model', finish_reason: '$.choices[0].finish_reason', usage },
    ...(stream && { stream: { format: 'sse', done: '[DONE]' } }),
  };
}

/** Units a second, from the start of the evaluation to its results. */
async function run(service: ServeProcess, workspace: string, target: object, units: number): Promise<number> {
  const path = `/workspaces/${workspace}/evaluations`;
  const { id } = await ask(service, 'POST', path, {
    name: 'Bench',
    targets: [target],
    benchmarks: [arithmetic(units)],
    methodology: { concurrency: CONCURRENCY, max_concurrency: CONCURRENCY, cache: false },
  });
  for (;;) {
    await sleep(200);
    const { status, error_message } = (await ask(service, 'GET', `${path}?limit=1`)).data[0];
    if (status === 'completed') break;
    if (status !== 'running' && status !== 'queued') throw new Error(error_message);
  }
  const { started_at, completed_at, results } = await ask(service, 'GET', `${path}/${id}`);
  if (results.coverage[0].scored !== units) throw new Error('not every unit was scored');
  return units / ((Date.parse(completed_at) - Date.parse(started_at)) / 1000);
}
