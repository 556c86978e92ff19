import type { Registry } from 'prom-client';
import { databaseAsked } from '../db/db.ts';
import { unitsFinished } from '../evaluations/evaluations.ts';
import { requestAnswered } from '../http/http.ts';
import { modelCalled } from '../models/models.ts';
import { searched } from '../search/search.ts';

type Prometheus = typeof import('prom-client');

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const CALL_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
const DATABASE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];

/** Counts what the features tell from now on; answers what ends it. */
export function countWhatHappens({ Counter, Histogram }: Prometheus, registry: Registry): () => void {
  const registers = [registry];
  const requests = new Counter({
    name: 'touchstone_http_requests_total',
    help: 'Answers to requests, by the pattern of their address; "none" where none fits.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'touchstone_http_request_duration_seconds',
    help: 'Time to the end of the answer; without streams, which last as long as they are read.',
    labelNames: ['method', 'route'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const units = new Counter({
    name: 'touchstone_evaluation_units_total',
    help: 'Units of evaluations that were finished, by outcome; one that is graded again counts again.',
    labelNames: ['outcome'],
    registers,
  });
  const calls = new Counter({
    name: 'touchstone_provider_calls_total',
    help: 'Attempts at calls to providers, by what came of them; without requests of load tests.',
    labelNames: ['provider', 'work', 'outcome'],
    registers,
  });
  const callSeconds = new Histogram({
    name: 'touchstone_provider_call_duration_seconds',
    help: 'Time of attempts that were not given up by the service.',
    labelNames: ['provider', 'work'],
    buckets: CALL_SECONDS,
    registers,
  });
  const tokens = new Counter({
    name: 'touchstone_provider_tokens_total',
    help: 'Tokens as providers counted them; absent where they do not say.',
    labelNames: ['provider', 'direction'],
    registers,
  });
  const cost = new Counter({
    name: 'touchstone_provider_cost_usd_total',
    help: 'Cost of successful calls in USD, where it is known.',
    labelNames: ['provider'],
    registers,
  });
  const unpriced = new Counter({
    name: 'touchstone_provider_unpriced_calls_total',
    help: 'Successful calls of which nobody knows the cost: no price is configured, or no tokens were said.',
    labelNames: ['provider'],
    registers,
  });
  const searchSeconds = new Histogram({
    name: 'touchstone_search_duration_seconds',
    help: 'Time of searches, by the mode that was used.',
    labelNames: ['mode'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const databaseSeconds = new Histogram({
    name: 'touchstone_database_duration_seconds',
    help: 'Time of reads and of batches that are written, waiting for a thread or connection included.',
    labelNames: ['work'],
    buckets: DATABASE_SECONDS,
    registers,
  });

  const ends = [
    requestAnswered.hear(({ method, route, status, seconds, isStream }) => {
      const labels = { method, route: route ?? 'none' };
      requests.inc({ ...labels, status: `${Math.floor(status / 100)}xx` });
      if (!isStream) requestSeconds.observe(labels, seconds);
    }),
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
