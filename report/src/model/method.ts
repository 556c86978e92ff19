import type { Schemas } from '@touchstone/client';
import { count, formatExact, ms, percent, points, usd } from '../figures/figures.ts';

type Methodology = Schemas['Results']['methodology'];

/** Display names of the methodology's fields, and how their values are written. */
const METHODOLOGY_WORDS: Readonly<Record<string, readonly [name: string, says: (value: number) => string]>> =
  {
    sample_size: ['Questions per benchmark', count],
    confidence_level: ['Confidence level', (share) => formatExact(percent, share)],
    random_seed: ['Random seed', String],
    epochs: ['Repetitions per question', count],
    margin: ['Margin for a tie', (share) => `within ±${formatExact(points, share)} points`],
    max_cost_usd: ['Cost limit', (amount) => usd(amount)],
    concurrency: ['Parallel calls', count],
    request_timeout_ms: ['Timeout per call', ms],
  };

const DELIVERY: Readonly<Record<string, string>> = {
  direct: 'single calls',
  batch: 'batches; latency was not measured',
};

/** The methodology as display names with values; "not set" for null. */
export function methodologyRows(methodology: Methodology): [name: string, value: string][] {
  return Object.entries(methodology).map(([key, value]: [string, unknown]) => {
    const [name, says] = METHODOLOGY_WORDS[key] ?? [key.replaceAll('_', ' '), count];
    if (key === 'delivery') return ['Delivery', DELIVERY[String(value)] ?? valueText(value)];
    return [name, typeof value === 'number' ? says(value) : valueText(value)];
  });
}

/** A value that consists of several figures is written figure by figure. */
function valueText(value: unknown): string {
  if (value === null || typeof value !== 'object') return String(value ?? 'not set');
  return Object.entries(value)
    .map(([name, one]) => `${name.replaceAll('_', ' ')} ${one}`)
    .join(', ');
}
