import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { EvaluationService } from '../evaluation-service.ts';
import { until } from '../until.ts';
import { differences } from './difference.ts';
import type { Body, Figures } from './figures.ts';
import { readFixture } from './fixture.ts';

/** One request and what was answered to it. */
export interface Recorded {
  method: 'GET' | 'POST';
  path: string;
  json?: unknown;
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** What is recorded of the databases of the fixture. */
export interface Answers {
  /** Every answer to a GET, search and estimate. */
  settled: Recorded[];
  /** The evaluations and their samples after everything was graded again. */
  rescored: Recorded[];
  /** How those end that were left unfinished, by name. */
  finished: Record<string, Figures>;
}

export function readAnswers(): Answers {
  return JSON.parse(readFixture('answers.json').toString());
}

/** A line for each answer that is not what was recorded: the request, and where the answers differ. */
export function changedAnswers(expected: readonly Recorded[], actual: readonly Recorded[]): string[] {
  return expected.flatMap((one, i) => {
    const found = differences(one, actual[i]);
    return found.length === 0 ? [] : [`${one.method} ${one.path}\n    ${found.join('\n    ')}`];
  });
}

/** Headers that belong to the answer and not to the moment. */
const HEADERS = ['content-type', 'etag', 'content-disposition', 'content-security-policy'];

/** Asks, and takes out what rightly depends on the moment. */
async function ask(
  service: Pick<EvaluationService, 'call'>,
  { method, path, json }: Pick<Recorded, 'method' | 'path' | 'json'>,
): Promise<Recorded> {
  const { status, headers, body } = await service.call(method, path, json);
  const kept = HEADERS.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  // How long a search took.
  if (path.endsWith('/search')) delete body.took_ms;
  return {
    method,
    path,
    ...(json !== undefined && { json }),
    status,
    headers: Object.fromEntries(kept),
    body,
  };
}

const INDEXED_WITHIN_MS = 30_000;

/** The same; the fixture holds no search index, so a search is repeated until the index is rebuilt. */
export async function askIndexed(
  service: Pick<EvaluationService, 'call'>,
  request: Pick<Recorded, 'method' | 'path' | 'json'>,
): Promise<Recorded> {
  return until(
    async () => {
      const answer = await ask(service, request);
      const isBehind = request.path.endsWith('/search') && /index_behind/.test(JSON.stringify(answer.body));
      return !isBehind && answer;
    },
    20,
    INDEXED_WITHIN_MS,
  );
}

/** GET operations that say nothing of what is kept in a workspace, or never end. */
const NOT_RECORDED = [
  ...[
    '/api-keys',
    '/api-keys/{key_id}',
    '/session',
    '/healthz',
    '/readyz',
    '/errors',
    '/providers',
    '/providers/{provider_name}',
    '/benchmarks',
    '/graders',
  ],
  ...['frameworks', 'hardware', 'models', 'providers'].map((table) => `/catalog/${table}`),
  '/workspaces/{workspace_id}/events',
  // The version that wrote the databases had none.
  '/workspaces/{workspace_id}/approvals',
  '/workspaces/{workspace_id}/approvals/{approval_id}',
  ...['/catalog', '/workspaces/{workspace_id}'].flatMap((of) => [`${of}/prices`, `${of}/prices/{price_id}`]),
  '/workspaces/{workspace_id}/imports',
  '/workspaces/{workspace_id}/sources/{source_id}/rows',
  '/workspaces/{workspace_id}/sources/{source_id}/versions',
  '/workspaces/{workspace_id}/imports/{import_id}',
  '/workspaces/{workspace_id}/evaluations/{evaluation_id}/batches',
  '/workspaces/{workspace_id}/webhooks',
  '/workspaces/{workspace_id}/webhooks/{webhook_id}',
  '/workspaces/{workspace_id}/webhooks/{webhook_id}/deliveries',
  '/workspaces/{workspace_id}/series',
  '/workspaces/{workspace_id}/series/{series_id}',
  '/workspaces/{workspace_id}/evaluations/{evaluation_id}/migration',
  // It counts for so many milliseconds, and says where it stopped.
  '/workspaces/{workspace_id}/evaluations/{evaluation_id}/samples/counts',
  // It is answered of an evaluation of two targets, and says how many days are left.
  '/workspaces/{workspace_id}/evaluations/{evaluation_id}/migration',
];
const FORMATS = ['json', 'jsonl', 'csv', 'junit', 'html'];
const OUTCOMES = ['scored', 'failed', 'unscored', 'right', 'wrong', 'compared'];
/** So many evaluations apart, samples are also asked for by every filter. */
const FILTERED_EVERY = 3;
const SEARCHES = [
  'pump',
  '"north hall"',
  'pump -Orvall3',
  'Orvall1*',
  'invoice OR refund',
  'nothing like it',
];

/** Asks everything that can be read of all workspaces, every page of it. */
export async function recordAll(service: EvaluationService): Promise<Recorded[]> {
  const all: Recorded[] = [];

  async function get(path: string): Promise<Body> {
    const recorded = await ask(service, { method: 'GET', path });
    assert.equal(recorded.status, 200, `${path}: ${JSON.stringify(recorded.body)}`);
    all.push(recorded);
    return recorded.body;
  }

  /** Every page of a list; answers all rows. */
  async function list(path: string, query: string): Promise<Body[]> {
    const rows: Body[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await get(
        `${path}?${query}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      rows.push(...page.data);
      cursor = page.next_cursor;
    }
    return rows;
  }

  async function post(path: string, json: unknown): Promise<void> {
    const recorded = await askIndexed(service, { method: 'POST', path, json });
    // What refers to something deleted is refused.
    if (recorded.status === 200) all.push(recorded);
  }

  async function filters(path: string, samples: Body[]): Promise<void> {
    await list(`${path}/samples`, `limit=${Math.ceil(samples.length / 3) + 1}`);
    for (const outcome of OUTCOMES) await get(`${path}/samples?limit=1000&outcome=${outcome}`);
    await get(`${path}/samples?limit=1000&disagree=true`);
    const { target_label, benchmark } = samples.at(-1) ?? {};
    if (target_label) await get(`${path}/samples?limit=1000&target=${encodeURIComponent(target_label)}`);
    if (benchmark) await get(`${path}/samples?limit=1000&benchmark=${encodeURIComponent(benchmark)}`);
  }

  async function evaluation(path: string, filtered: boolean): Promise<void> {
    const { name, targets, benchmarks, custom_eval, methodology, results } = await get(path);
    await get(`${path}/manifest`);
    for (const format of FORMATS) await get(`${path}/export?format=${format}`);
    const label = results?.target_results[0].target_label;
    if (label) await get(`${path}/export?format=junit&baseline=${encodeURIComponent(label)}`);
    const samples = await list(`${path}/samples`, 'limit=1000');
    await get(`${path}/samples/matrix`);
    if (filtered) await filters(path, samples);
    for (const { id } of samples.slice(0, 3)) {
      await get(`${path}/samples/${id}`);
      await get(`${path}/samples/${id}/labels`);
    }
    const definition = { name, targets, benchmarks, custom_eval, methodology };
    await post(path.replace(/\/[^/]+$/, '/estimate'), definition);
  }

  await list('/workspaces', 'limit=1');
  for (const { id } of await list('/workspaces', 'limit=100')) {
    const path = `/workspaces/${id}`;
    await get(path);
    for (const kind of ['scenarios', 'stacks']) {
      await list(`${path}/${kind}`, 'limit=1');
      for (const one of await list(`${path}/${kind}`, 'limit=100')) await get(`${path}/${kind}/${one.id}`);
    }
    for (const query of ['', '?limit=1&offset=1', '?order=desc&limit=2', '?order=asc'])
      for (const { id: message } of (await get(`${path}/messages${query}`)).data)
        if (query === '') {
          await get(`${path}/messages/${message}`);
          await get(`${path}/messages/${message}/steps`);
        }
    await list(`${path}/sources`, 'limit=3');
    for (const query of ['type=pdf', 'status=failed', 'status=ready', 'classification=other'])
      await list(`${path}/sources`, query);
    for (const source of await list(`${path}/sources`, 'limit=100')) {
      const at = `${path}/sources/${source.id}`;
      await get(at);
      await list(`${at}/chunks`, 'limit=2');
      if (source.status === 'ready') await get(`${at}/content`);
      if (['text', 'pdf'].includes(source.type)) await get(`${at}/original`);
    }
    for (const query of SEARCHES) await post(`${path}/search`, { query, mode: 'keyword', limit: 5 });
    await list(`${path}/evaluations`, 'limit=5');
    await get(`${path}/evaluations?status=cancelled`);
    for (const [i, one] of (await list(`${path}/evaluations`, 'limit=100')).entries())
      await evaluation(`${path}/evaluations/${one.id}`, i % FILTERED_EVERY === 0);
  }
  requireEveryOperation(all);
  return all;
}

/** No GET of the API is left out by oversight. */
function requireEveryOperation(recorded: readonly Recorded[]): void {
  const openapi = JSON.parse(
    readFileSync(new URL('../../../../client/openapi.json', import.meta.url), 'utf8'),
  );
  const templates = Object.keys(openapi.paths).filter(
    (path) => openapi.paths[path].get && !NOT_RECORDED.includes(path),
  );
  const paths = recorded.filter(({ method }) => method === 'GET').map(({ path }) => path.split('?')[0] ?? '');
  for (const template of templates) {
    const pattern = new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`);
    assert.ok(
      paths.some((path) => pattern.test(path)),
      `nothing was asked of GET ${template}`,
    );
  }
}

const SINCE = ['started_at', 'completed_at', 'updated_at'];

/** Grades again every evaluation that can be; answers how each and its samples read afterwards. */
export async function rescoreAll(service: EvaluationService): Promise<Recorded[]> {
  const paths: string[] = [];
  const { body: workspaces } = await service.call('GET', '/workspaces?limit=100');
  for (const { id } of workspaces.data) {
    const { body } = await service.call('GET', `/workspaces/${id}/evaluations?limit=100`);
    paths.push(...body.data.map((one: Body) => `/workspaces/${id}/evaluations/${one.id}`));
  }
  const queued = await Promise.all(paths.map((path) => service.call('POST', `${path}/rescore`)));
  const all: Recorded[] = [];
  for (const [i, path] of paths.entries()) {
    // Without an answer there is nothing to grade.
    if (queued[i]?.status === 409) continue;
    assert.equal(queued[i]?.status, 200, path);
    await service.ended(path);
    const evaluation = await ask(service, { method: 'GET', path });
    const samples = await ask(service, { method: 'GET', path: `${path}/samples?limit=1000` });
    for (const name of SINCE) delete (evaluation.body as Body)[name];
    // Versions of graders are raised more often than answers are recorded.
    for (const graded of [(evaluation.body as Body).results, ...(samples.body as Body).data])
      delete graded?.graded_by;
    all.push(evaluation, samples);
  }
  return all;
}
