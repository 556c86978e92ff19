import type { Schemas } from '@touchstone/client';
import { count, ms, percent, points, stated, usd } from '../figures/figures.ts';

type Methodology = Schemas['Results']['methodology'];

/** What people call a part of the methodology, and how its value is said. */
const WORDS: Readonly<Record<string, readonly [name: string, says: (value: number) => string]>> = {
  sample_size: ['Questions of a benchmark that states no number of its own', count],
  confidence_level: ['Confidence of intervals', (share) => stated(percent, share)],
  random_seed: ['Random seed', String],
  epochs: ['Times that each question is asked', count],
  margin: ['Differences that count as a tie', (share) => `within ±${stated(points, share)} points`],
  max_cost_usd: ['Cap on the cost', (amount) => usd(amount)],
  concurrency: ['Calls at once', count],
  request_timeout_ms: ['Time-out of a call', ms],
};

const DELIVERY: Readonly<Record<string, string>> = {
  direct: 'by single calls',
  batch: 'in batches; no latency was measured',
};

/** The methodology as names with values, in people's words where there are such; "not set" for null. */
export function methodOf(methodology: Methodology): [name: string, value: string][] {
  return Object.entries(methodology).map(([key, value]: [string, unknown]) => {
    const [name, says] = WORDS[key] ?? [key.replaceAll('_', ' '), count];
    if (key === 'delivery') return ['How targets are asked', DELIVERY[String(value)] ?? said(value)];
    return [name, typeof value === 'number' ? says(value) : said(value)];
  });
}

/** What is made of several figures is said figure by figure. */
function said(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value ?? 'not set');
  return Object.entries(value)
    .map(([name, one]) => `${name.replaceAll('_', ' ')} ${one}`)
    .join(', ');
}
