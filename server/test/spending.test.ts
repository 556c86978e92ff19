import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createBenchmarks } from '../src/benchmarks/benchmarks.ts';
import { createEvaluations } from '../src/evaluations/evaluations.ts';
import type { Actor } from '../src/kernel/actor.ts';
import { AppError } from '../src/kernel/errors.ts';
import { createSeries } from '../src/series/series.ts';
import { createWebhooks } from '../src/webhooks/webhooks.ts';

/** What costs money or load: an agent's key is answered with an approval (202). */
const SPENDS = [
  'createEvaluation',
  'fetchBenchmark',
  'rerunEvaluation',
  'rescoreEvaluation',
  'resumeEvaluation',
  'retryEvaluation',
] as const;

/** What changes something, or is asked with a body, and is not approved: why it needs not be. */
const APPROVED_BY_NOBODY: Readonly<Record<string, readonly string[]>> = {
  'It needs an admin, which an agent’s key never is.': [
    'createApiKey',
    'deleteApiKey',
    'createWorkspace',
    'updateWorkspace',
    'deleteWorkspace',
  ],
  'It is how people approve.': ['createSession', 'deleteSession', 'decideApproval'],
  'It calls nothing: rows are written.': [
    'updateEvaluation',
    'deleteEvaluation',
    'cancelEvaluation',
    'createEvaluationSampleLabel',
    'updateMessage',
    'stopMessage',
    'deleteMessages',
    'deleteMessage',
    'createScenario',
    'updateScenario',
    'deleteScenario',
    'createStack',
    'updateStack',
    'deleteStack',
    'deleteSource',
    'createImport',
    'deleteImport',
    'replaceImportContent',
    'updateImport',
    'deleteSeries',
  ],
  'At most the model that the operator names for the conversation is asked, within the limits of AGENT_COST_USD and its like.':
    ['createMessage'],
  'It refuses an agent’s key.': [
    'tryStack',
    'preflightEvaluation',
    'createSeries',
    'updateSeries',
    'runSeries',
    'createWebhook',
    'updateWebhook',
    'deleteWebhook',
    'rotateWebhookSecret',
    'testWebhook',
    'resendWebhookDelivery',
  ],
  'It plans and asks no model.': ['estimateEvaluation', 'estimateSeries'],
  'It analyses answers that are there, and writes nothing.': ['createEvaluationReanalysis'],
  'At most the operator’s embedding model is asked, which EMBEDDING_MODEL pays for: once for each text, and for a question.':
    ['search', 'createSource', 'updateSource', 'reindexSource', 'retrySource'],
};

const untouched = new Proxy({}, { get: (_, name) => assert.fail(`${String(name)} was read`) });
const agent: Actor = { id: 'k', role: 'editor', workspaces: null, isAgent: true, mayDecide: false };

const document = JSON.parse(
  readFileSync(new URL('../../client/openapi.json', import.meta.url), 'utf8'),
) as Record<'paths', Record<string, Record<string, { operationId: string; responses: object }>>>;
const operations = Object.values(document.paths).flatMap((methods) =>
  Object.entries(methods).map(([method, operation]) => ({ method, ...operation })),
);

test('every operation that may change something spends, or is said not to with the reason', () => {
  const listed = [...SPENDS, ...Object.values(APPROVED_BY_NOBODY).flat()].toSorted();
  const changing = operations.filter(({ method }) => method !== 'get').map(({ operationId }) => operationId);
  assert.deepEqual(changing.toSorted(), listed);
});

test('what spends answers an agent with an approval, and nothing else does', () => {
  const answers = operations.filter(({ responses }) => '202' in responses);
  assert.deepEqual(answers.map(({ operationId }) => operationId).toSorted(), SPENDS.toSorted());
});

test('a series is neither made nor run nor changed by an agent, since it would spend later', async () => {
  const series = createSeries({ db: untouched } as never);
  const calls = [
    series.create(agent, 'w', {} as never, () => {}),
    series.run(agent, 'w', 's', () => {}),
    series.patch(agent, 'w', 's', { status: 'active' }, null),
  ];
  for (const call of calls)
    await assert.rejects(call, (error) => error instanceof AppError && error.code === 'forbidden');
});

test('what is told to others, and where, is changed by no agent', async () => {
  const webhooks = createWebhooks({ db: untouched, rules: untouched } as never);
  const none = () => {};
  const calls = [
    webhooks.create(agent, 'w', {} as never, none),
    webhooks.patch(agent, 'w', 'h', { status: 'paused' }, null),
    webhooks.remove(agent, 'w', 'h', null),
    webhooks.rotate(agent, 'w', 'h', {}),
    webhooks.test(agent, 'w', 'h', none),
    webhooks.resend(agent, 'w', 'h', 'd'),
  ];
  for (const call of calls)
    await assert.rejects(call, (error) => error instanceof AppError && error.code === 'forbidden');
});

test('a door that spends refuses an agent before it looks at anything, whatever led there', async () => {
  const evaluations = createEvaluations({ db: untouched, references: {} } as never);
  const benchmarks = createBenchmarks({
    directory: '/nowhere',
    mirror: null,
    skipMalformed: false,
    downloader: untouched as never,
    measured: [],
  });
  const none = () => {};
  const calls: Record<(typeof SPENDS)[number], () => Promise<unknown>> = {
    fetchBenchmark: () => benchmarks.fetch(agent, 'gsm8k', new AbortController().signal),
    createEvaluation: () => evaluations.create(agent, 'w', { name: 'x', targets: [] }, none),
    rerunEvaluation: () => evaluations.rerun(agent, 'w', 'e', none),
    rescoreEvaluation: () => evaluations.rescore(agent, 'w', 'e'),
    resumeEvaluation: () => evaluations.resume(agent, 'w', 'e'),
    retryEvaluation: () => evaluations.retry(agent, 'w', 'e'),
  };
  for (const [name, call] of Object.entries(calls)) {
    const isRefusal = (error: unknown) => error instanceof AppError && error.code === 'forbidden';
    await assert.rejects(call(), isRefusal, name);
  }
});
