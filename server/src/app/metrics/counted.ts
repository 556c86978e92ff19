import type { Registry } from 'prom-client';
import { unitsFinished } from '../../evaluate/evaluations/evaluations.ts';
import { searchDone } from '../../knowledge/search/search.ts';
import { modelCalled } from '../../models/models.ts';
import { databaseWorkDone } from '../../platform/db/db.ts';
import { requestAnswered } from '../../platform/http/http.ts';
import { webhookSent } from '../webhooks/webhooks.ts';

type Prometheus = typeof import('prom-client');

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const CALL_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const DATABASE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];

/** Counts what the features publish from now on; returns a function that ends it. */
export function countWhatHappens({ Counter, Histogram }: Prometheus, registry: Registry): () => void {
  const registers = [registry];
  const counter = <L extends string>(name: string, labelNames: L[], help: string) =>
    new Counter({ name: `touchstone_${name}_total`, help, labelNames, registers });
  const histogram = <L extends string>(name: string, labelNames: L[], buckets: number[], help: string) =>
    new Histogram({ name: `touchstone_${name}_duration_seconds`, help, labelNames, buckets, registers });
  const requests = counter(
    'http_requests',
    ['method', 'route', 'status'],
    'Requests that were answered completely. `route` is the path pattern or `none`, `status` the class such as `2xx`.',
  );
  const requestSeconds = histogram(
    'http_request',
    ['method', 'route'],
    REQUEST_SECONDS,
    'Time until the response ended. Streams are not counted.',
  );
  const units = counter(
    'evaluation_units',
    ['outcome'],
    'Finished units of evaluations; a unit that is graded again counts again. `outcome` is `right`, `wrong`, `compared`, `measured`, `unscored` or `failed`.',
  );
  const calls = counter(
    'provider_calls',
    ['provider', 'work', 'outcome'],
    'Calls to providers, retries included, requests of load tests excluded. `work` is `chat` or `embedding`; `outcome` is `ok`, `rate_limit`, `transient`, `timeout`, `quota`, `deterministic` (the same call would fail again) or `aborted` (by this service).',
  );
  const callSeconds = histogram(
    'provider_call',
    ['provider', 'work'],
    CALL_SECONDS,
    'Duration of calls to providers, aborted ones excluded.',
  );
  const tokens = counter(
    'provider_tokens',
    ['provider', 'direction'],
    'Tokens as counted by providers. `direction` is `input` or `output`.',
  );
  const cost = counter(
    'provider_cost_usd',
    ['provider'],
    'Cost of successful calls with a known price, in USD.',
  );
  const unpriced = counter(
    'provider_unpriced_calls',
    ['provider'],
    'Successful calls of unknown cost: no price is configured, or the provider reported no tokens.',
  );
  const searchSeconds = histogram('search', ['mode'], REQUEST_SECONDS, 'Duration of searches.');
  const databaseSeconds = histogram(
    'database',
    ['work'],
    DATABASE_SECONDS,
    'Duration of reads (`read`) and of write batches (`write`), including the wait for a thread or connection.',
  );

  const webhooks = counter(
    'webhook_attempts',
    ['outcome'],
    'Delivery attempts to webhooks. `outcome` is `delivered`, `retried` (it failed and is tried again) or `failed`.',
  );

  const ends = [
    requestAnswered.hear(({ method, route, status, seconds, isStream }) => {
      const labels = { method, route: route ?? 'none' };
      requests.inc({ ...labels, status: `${Math.floor(status / 100)}xx` });
      if (!isStream) requestSeconds.observe(labels, seconds);
    }),
    webhookSent.hear(({ outcome }) => webhooks.inc({ outcome })),
    unitsFinished.hear((outcomes) => {
      for (const outcome of outcomes) units.inc({ outcome });
    }),
    modelCalled.hear(({ provider, work, outcome, seconds, inputTokens, outputTokens, usd }) => {
      calls.inc({ provider, work, outcome });
      if (seconds !== null) callSeconds.observe({ provider, work }, seconds);
      if (inputTokens !== null) tokens.inc({ provider, direction: 'input' }, inputTokens);
      if (outputTokens !== null) tokens.inc({ provider, direction: 'output' }, outputTokens);
      if (usd !== null) cost.inc({ provider }, usd);
      else if (outcome === 'ok') unpriced.inc({ provider });
    }),
    searchDone.hear(({ mode, took_ms }) => searchSeconds.observe({ mode }, took_ms / 1000)),
    databaseWorkDone.hear(({ work, seconds }) => databaseSeconds.observe({ work }, seconds)),
  ];
  return () => {
    for (const end of ends) end();
  };
}
