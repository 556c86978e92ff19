import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MockModel, type MockScriptInput, startMockModel } from '@touchstone/mock';
import type { TestPlace } from './each-database.ts';
import { type Answer, type Service, startService } from './service.ts';
import { restAfter, until } from './until.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

/** A service whose provider `mock` is a mock model server. */
export interface EvaluationService {
  readonly url: string;
  readonly metricsUrl: string | null;
  readonly call: Service['call'];
  readonly mock: MockModel;
  /** Requests that reached a model so far. */
  requestsTo(model: string): number;
  newWorkspace(): Promise<string>;
  /** Adds a text and waits until it is ready; answers the source's id. */
  newSource(workspaceId: string, title: string, content: string): Promise<string>;
  /** POSTs an evaluation; `definition` has at least targets. */
  post(workspaceId: string, definition: object, headers?: Record<string, string>): Promise<Answer>;
  /** The same, which must succeed; answers the evaluation's address. */
  start(workspaceId: string, definition: object): Promise<string>;
  /** Reads until the evaluation has ended; `seen` is told each reading. */
  ended(path: string, seen?: (evaluation: Body) => void): Promise<Body>;
  /** Starts in a workspace of its own and waits for the end. */
  run(definition: object): Promise<{ path: string; evaluation: Body }>;
  /** Every sample, page by page. */
  samples(path: string, query?: string): Promise<Body[]>;
  stop(): Promise<void>;
}

/** A target that calls a model of the mock; its label is the model's name. */
export const mockTarget = (model: string, label = model) => ({
  target_type: 'model',
  model_provider: 'mock',
  model_id: model,
  label,
});

export const arithmetic = (samples: number, subset?: string) => ({
  benchmark_type: 'arithmetic',
  num_samples: samples,
  ...(subset !== undefined && { subset }),
});

const ENDED = ['completed', 'failed', 'cancelled'];
const PATIENCE_MS = 90_000;

/** Writes the file that TOUCHSTONE_CONFIG names: the provider `mock`. */
export function writeProviders(dataDir: string, mock: Pick<MockModel, 'url'>, more: object = {}): string {
  const file = join(dataDir, 'providers.json');
  const provider = { name: 'mock', kind: 'openai-compatible', base_url: `${mock.url}/v1`, ...more };
  writeFileSync(file, JSON.stringify({ providers: [provider] }));
  return file;
}

export async function startEvaluationService(
  place: TestPlace,
  script: MockScriptInput,
  provider: object = {},
  settings: Record<string, string> = {},
  env: Record<string, string> = {},
): Promise<EvaluationService> {
  const mock = await startMockModel({ script });
  const config = writeProviders(place.dataDir, mock, provider);
  const service = await startService(place, { 'touchstone-config': config, ...settings }, env);
  const { call } = service;

  const post: EvaluationService['post'] = (workspaceId, definition, headers) =>
    call('POST', `/workspaces/${workspaceId}/evaluations`, { name: 'Test', ...definition }, headers);

  const start: EvaluationService['start'] = async (workspaceId, definition) => {
    const { status, body } = await post(workspaceId, definition);
    assert.equal(status, 201, JSON.stringify(body));
    return `/workspaces/${workspaceId}/evaluations/${body.id}`;
  };

  const newWorkspace = async () => (await call('POST', '/workspaces', { name: 'Test' })).body.id as string;

  const ended: EvaluationService['ended'] = async (path, seen = () => {}) => {
    const begun = performance.now();
    for (;;) {
      const { status, body } = await call('GET', path);
      assert.equal(status, 200);
      seen(body);
      if (ENDED.includes(body.status)) return body;
      const waited = performance.now() - begun;
      assert.ok(waited < PATIENCE_MS, `still ${body.status} at ${body.progress_percent} %`);
      await sleep(restAfter(waited, 20));
    }
  };

  return {
    url: service.url,
    metricsUrl: service.metricsUrl,
    call,
    mock,
    newWorkspace,
    async newSource(workspaceId, title, content) {
      const path = `/workspaces/${workspaceId}/sources`;
      const created = await call('POST', path, { type: 'text', title, content });
      assert.equal(created.status, 201, JSON.stringify(created.body));
      return until(async () => {
        const { body } = await call('GET', `${path}/${created.body.id}`);
        assert.notEqual(body.status, 'failed', JSON.stringify(body.error));
        return body.status === 'ready' && body.id;
      }, 20);
    },
    post,
    start,
    ended,
    requestsTo: (model) => mock.stats().models[model]?.requests ?? 0,
    async run(definition) {
      const path = await start(await newWorkspace(), definition);
      return { path, evaluation: await ended(path) };
    },
    async samples(path, query = '') {
      const all: Body[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { status, body } = await call(
          'GET',
          `${path}/samples?limit=1000${query}${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        assert.equal(status, 200);
        all.push(...body.data);
        cursor = body.next_cursor;
      }
      return all;
    },
    async stop() {
      await service.stop();
      await mock.stop();
    },
  };
}
