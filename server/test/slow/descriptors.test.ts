import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMockModel } from '@touchstone/mock';
import { SERVICE_ENV, SERVICE_FLAGS } from '../../../scripts/lib/node-flags.mjs';
import { CLI, compileCache, temporaryFolder } from '../support/cli-process.ts';
import { pdfFile } from '../support/pdf-file.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

/** Of the service; it holds some 60 itself. */
const DESCRIPTORS = 160;
const WITHOUT_ANY_MS = 8000;
const ECHO = `process.stdin.resume().on('end', () => console.log(JSON.stringify({ text: '1' })))`;

test('a service without a free file descriptor stays alive, loses nothing that it acknowledged, and goes on with one', {
  skip: process.platform !== 'linux' && 'descriptors are counted in /proc',
}, async () => {
  const folder = temporaryFolder();
  const mock = await startMockModel();
  const config = join(folder.path, 'providers.json');
  const command = {
    run: [process.execPath, '-e', ECHO],
    request: { prompt: '{{input}}' },
    response: { answer: '$.text' },
  };
  const providers = [
    { name: 'http', kind: 'openai-compatible', base_url: `${mock.url}/v1`, models: ['m'] },
    { name: 'program', kind: 'command', command, models: ['m'] },
  ];
  writeFileSync(config, JSON.stringify({ providers }));
  const service = await startLimited(folder.path, config);
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  const call = (method: string, path: string, body?: object) => ask(kept, service.url, method, path, body);
  try {
    const at = `/workspaces/${(await call('POST', '/workspaces', { name: 'Few' })).id}`;
    await call('GET', `${at}/sources`);
    const hold = await holdAll(service.url, service.child.pid as number);
    const made: string[] = [];
    const make = async (collection: string, body: object) => {
      const answer = await call('POST', `${at}/${collection}`, body);
      if (answer.id !== undefined) made.push(`${at}/${collection}/${answer.id}`);
      else assert.equal(answer.code, 'storage_unavailable', JSON.stringify(answer));
    };
    for (let i = 0; i < 4; i++) await make('sources', page(i));
    for (const { name } of providers) await make('evaluations', evaluation(name));
    await sleep(WITHOUT_ANY_MS);
    assert.equal(service.child.exitCode, null, service.log());
    assert.equal((await call('GET', '/healthz')).status, 'alive');
    assert.match(service.log(), /EMFILE|no_resources/, 'something wanted a descriptor and got none');
    hold.letGo();
    for (const path of made) {
      const ended = await until(async () => {
        const one = await call('GET', path);
        return ['ready', 'completed', 'failed'].includes(one.status) && one;
      }, 100);
      assert.ok(ended.status !== 'failed', JSON.stringify(ended));
    }
  } finally {
    kept.destroy();
    service.child.kill('SIGTERM');
    await service.ended;
    await mock.stop();
    folder.remove();
  }
});

const page = (i: number) => ({
  type: 'pdf',
  title: `Page ${i}`,
  content: pdfFile([`Parcels ${i} arrive within ${i + 2} working days.`]).toString('base64'),
});

const evaluation = (model_provider: string) => ({
  name: model_provider,
  targets: [{ target_type: 'model', model_provider, model_id: 'm' }],
  benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 20 }],
});

async function startLimited(dataDir: string, config: string) {
  const flags = ['--port', '0', '--data-dir', dataDir, '--log-level', 'warn', '--touchstone-config', config];
  const command = [process.execPath, ...SERVICE_FLAGS, CLI, 'serve', ...flags];
  const child = spawn('sh', ['-c', `ulimit -n ${DESCRIPTORS}; exec "$0" "$@"`, ...command], {
    env: { ...SERVICE_ENV, ...compileCache(), PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  const ended = once(child, 'close');
  const url = await until(() => /API +(http:[^\s,]+)/.exec(said.stdout)?.[1] ?? false);
  return { child, url, ended, log: () => said.stderr };
}

/** Opens connections until the service has no descriptor left for another. */
async function holdAll(url: string, pid: number): Promise<{ letGo(): void }> {
  const { hostname, port } = new URL(url);
  const held: Socket[] = [];
  while (readdirSync(`/proc/${pid}/fd`).length < DESCRIPTORS && held.length < 2 * DESCRIPTORS) {
    held.push(connect(Number(port), hostname).on('error', () => {}));
    await sleep(5);
  }
  return {
    letGo() {
      for (const socket of held) socket.destroy();
    },
  };
}

/** Over the one connection that is kept: the service can take no other. */
function ask(agent: Agent, url: string, method: string, path: string, body?: object): Promise<Body> {
  const { promise, resolve, reject } = Promise.withResolvers<Body>();
  const headers = { 'content-type': 'application/json' };
  const sent = request(url + path, { agent, method, headers }, (answer) => {
    let text = '';
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    answer.on('end', () => resolve(JSON.parse(text)));
  });
  sent.on('error', reject);
  sent.end(body && JSON.stringify(body));
  return promise;
}
