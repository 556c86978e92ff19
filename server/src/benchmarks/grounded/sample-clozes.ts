import { createHash } from 'node:crypto';
import type { Cloze } from './cloze.ts';

/**
 * Samples clozes from a stream of any length: each gets a place by the SHA-256 of the seed and its frame, and those with
 * the lowest places are taken. So the order of the passages does not matter, a larger sample begins with a smaller one,
 * and another source changes few items. A frame that two passages fill differently has no one answer: neither is taken.
 * Memory is bounded by four times the sample, and 200.
 */
export function createClozeSample(seed: number, type: string, count: number) {
  // As many again may turn out to be ambiguous.
  const capacity = 2 * count + 100;
  let kept = new Map<string, Cloze | 'ambiguous'>();

  function prune(): void {
    const places = [...kept.keys()].sort().slice(0, capacity);
    kept = new Map(places.map((place) => [place, kept.get(place) as Cloze | 'ambiguous']));
  }

  return {
    add(cloze: Cloze): void {
      const place = createHash('sha256').update(`${seed}\n${type}\n${cloze.frame}`).digest('hex');
      const known = kept.get(place);
      if (known === undefined) kept.set(place, cloze);
      else if (known !== 'ambiguous' && known.fact.text !== cloze.fact.text) kept.set(place, 'ambiguous');
      if (kept.size > 2 * capacity) prune();
    },
    sample(): Cloze[] {
      prune();
      return [...kept.values()].filter((cloze) => cloze !== 'ambiguous').slice(0, count);
    },
  };
}
