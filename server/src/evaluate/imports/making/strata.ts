import type { MeasuredCall } from '../import-store.ts';

export const STRATA = ['model', 'route', 'length', 'session'] as const;
export type Stratum = (typeof STRATA)[number];

/** Upper bounds of input tokens; if the file states none, four characters count as one token. */
const LENGTHS = [256, 1024, 4096, 16_384];
const SESSIONS = [1, 4, 9];
const CHARACTERS_A_TOKEN = 4;

/** The stratum of a call, in words: `{model: "gpt-5", length: "up to 1024 tokens"}`. */
export function stratumOf(
  call: Pick<MeasuredCall, 'model' | 'route' | 'input_tokens' | 'characters'>,
  callsOfSession: number,
  by: readonly Stratum[],
): Record<string, string> {
  const found: Record<Stratum, () => string> = {
    model: () => call.model ?? 'unknown',
    route: () => call.route ?? 'unknown',
    length: () =>
      band(call.input_tokens ?? Math.round(call.characters / CHARACTERS_A_TOKEN), LENGTHS, 'tokens'),
    session: () => band(callsOfSession, SESSIONS, 'calls'),
  };
  return Object.fromEntries(STRATA.filter((name) => by.includes(name)).map((name) => [name, found[name]()]));
}

function band(value: number, bounds: readonly number[], unit: string): string {
  const bound = bounds.find((most) => value <= most);
  return bound === undefined ? `above ${bounds.at(-1)} ${unit}` : `up to ${bound} ${unit}`;
}

/**
 * Distributes `size` items over strata. Strata whose share is below one get one each, the largest first while there
 * is room; the rest is distributed in proportion to calls, by the largest remainder (Hamilton's method).
 */
export function allocateItems(counts: readonly number[], size: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= size) return [...counts];
  const order = counts.map((_, i) => i).sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);
  if (counts.length >= size) {
    const largest = new Set(order.slice(0, size));
    return counts.map((_, i) => (largest.has(i) ? 1 : 0));
  }
  const given = counts.map(() => 0);
  let left = size;
  let rest = total;
  // From the smallest stratum on: each one that gets an item leaves less to the others, so the next may fall below
  // one too.
  for (let i = order.pop(); i !== undefined; i = order.pop()) {
    const count = counts[i] ?? 0;
    if ((left * count) / rest >= 1) {
      order.push(i);
      break;
    }
    given[i] = 1;
    left -= 1;
    rest -= count;
  }
  const shares = order.map((i) => ({ i, share: (left * (counts[i] ?? 0)) / rest }));
  for (const { i, share } of shares) given[i] = Math.floor(share);
  const missing = left - shares.reduce((sum, { share }) => sum + Math.floor(share), 0);
  shares.sort((a, b) => (b.share % 1) - (a.share % 1) || a.i - b.i);
  for (const { i } of shares.slice(0, missing)) given[i] = (given[i] ?? 0) + 1;
  return given;
}
