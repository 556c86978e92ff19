import type { Registry } from 'prom-client';
import { unitsFinished } from '../../evaluate/evaluations/evaluations.ts';
import { searched } from '../../knowledge/search/search.ts';
import { modelCalled } from '../../models/models.ts';
import { databaseAsked } from '../../platform/db/db.ts';
import { requestAnswered } from '../../platform/http/http.ts';
import { webhookSent } from '../webhooks/webhooks.ts';

type Prometheus = typeof import('prom-client');

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const CALL_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const DATABASE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];

/** Counts what the features tell from now on; answers what ends it. */
export function countWhatHappens({ Counter, Histogram }: Prometheus, registry: Registry): () => void {
  const registers = [registry];
  const counter = <L extends string>(name: string, labelNames: L[], help: string) =>
    new Counter({ name: `touchstone_${name}_total`, help, labelNames, registers });
  const histogram = <L extends string>(name: string, labelNames: L[], buckets: number[], help: string) =>
    new Histogram({ name: `touchstone_${name}_duration_seconds`, help, labelNames, buckets, registers });
  const requests = counter(
    'http_requests',
    ['method', 'route', 'status'],
    'Answers to requests, by the pattern of their address; "none" where none fits.',
  );
  const requestSeconds = histogram(
    'http_request',
    ['method', 'route'],
    REQUEST_SECONDS,
    'Time to the end of the answer; without streams, which last as long as they are read.',
  );
  const units = counter(
    'evaluation_units',
    ['outcome'],
    'Units of evaluations that were finished, by outcome; one that is graded again counts again.',
  );
  const calls = counter(
    'provider_calls',
    ['provider', 'work', 'outcome'],
    'Attempts at calls to providers, by what came of them; without requests of load tests.',
  );
  const callSeconds = histogram(
    'provider_call',
    ['provider', 'work'],
    CALL_SECONDS,
    'Time of attempts that were not given up by the service.',
  );
  const tokens = counter(
    'provider_tokens',
    ['provider', 'direction'],
    'Tokens as providers counted them; absent where they do not say.',
  );
  const cost = counter(
    'provider_cost_usd',
    ['provider'],
    'Cost of successful calls in USD, where it is known.',
  );
  const unpriced = counter(
    'provider_unpriced_calls',
    ['provider'],
    'Successful calls of which nobody knows the cost: no price is configured, or no tokens were said.',
  );
  const searchSeconds = histogram(
    'search',
    ['mode'],
    REQUEST_SECONDS,
    'Time of searches, by the mode that was used.',
  );
  const databaseSeconds = histogram(
    'database',
    ['work'],
    DATABASE_SECONDS,
    'Time of reads and of batches that are written, waiting for a thread or connection included.',
  );

  const webhooks = counter(
    'webhook_attempts',
    ['outcome'],
    'Attempts at deliveries to webhooks: delivered, retried (it failed and is tried again), failed.',
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
    searched.hear(({ mode, took_ms }) => searchSeconds.observe({ mode }, took_ms / 1000)),
    databaseAsked.hear(({ work, seconds }) => databaseSeconds.observe({ work }, seconds)),
  ];
  return () => {
    for (const end of ends) end();
  };
}
