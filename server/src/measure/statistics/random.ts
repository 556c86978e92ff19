/** Seeded random numbers that are the same on every machine: integers only, no Math.random. Not for secrets. */
export type Random = ReturnType<typeof fromWords>;

/** The successive outputs of splitmix64 from a 64-bit state (Steele, Lea, Flood 2014). */
export function createSplitMix64(state: bigint): () => bigint {
  let at = BigInt.asUintN(64, state);
  return () => {
    at = BigInt.asUintN(64, at + 0x9e3779b97f4a7c15n);
    let z = at;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  };
}

/** 64-bit FNV-1a of the text's UTF-8 bytes: turns a stream's name into a number. */
function hashText(text: string): bigint {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash;
}

/** xoshiro128** 1.1 (Blackman and Vigna 2018) from four 32-bit words, not all zero. */
export function createXoshiro128(words: readonly [number, number, number, number]): () => number {
  let [a, b, c, d] = words.map((word) => word | 0) as [number, number, number, number];
  return () => {
    const scrambled = Math.imul(b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result >>> 0;
  };
}

/**
 * A generator from a whole-number seed and, optionally, the names of a stream, so that one seed of an
 * evaluation gives unrelated numbers to each benchmark: `createRandom(seed, 'gsm8k', 'items')`.
 * Throws RangeError for a seed that is not a safe integer.
 */
export function createRandom(seed: number, ...stream: readonly string[]): Random {
  if (!Number.isSafeInteger(seed)) throw new RangeError(`A seed is a whole number, not ${seed}.`);
  let state = BigInt(seed);
  for (const name of stream) state = createSplitMix64(state)() ^ hashText(name);
  const mix = createSplitMix64(state);
  const [first, second] = [mix(), mix()];
  const low = (word: bigint) => Number(BigInt.asUintN(32, word));
  return fromWords(createXoshiro128([low(first), low(first >> 32n), low(second), low(second >> 32n)]));
}

function fromWords(uint32: () => number) {
  function below(limit: number): number {
    if (!Number.isSafeInteger(limit) || limit < 1 || limit > 2 ** 32) {
      throw new RangeError(`A random limit is a whole number from 1 to 2^32, not ${limit}.`);
    }
    // Words above the last whole multiple of the limit are drawn again, otherwise small results would be more likely.
    const end = 2 ** 32 - (2 ** 32 % limit);
    let word = uint32();
    while (word >= end) word = uint32();
    return word % limit;
  }
  const fraction = () => ((uint32() >>> 5) * 2 ** 26 + (uint32() >>> 6)) / 2 ** 53;
  return {
    /** A whole number in [0, 2³²). */
    uint32 /** A fraction in [0, 1) with 53 random bits. */,
    fraction /** A whole number in [0, limit), all equally likely; 1 ≤ limit ≤ 2³², otherwise RangeError. */,
    below,
  };
}

/** A whole number from `low` to `high`, both included. */
export function randomInteger(random: Random, low: number, high: number): number {
  return low + random.below(high - low + 1);
}

/** One of the items, all equally likely. Throws RangeError if there are none. */
export function pickOne<T>(random: Random, items: readonly T[]): T {
  if (items.length === 0) throw new RangeError('There is nothing to pick from.');
  return items[random.below(items.length)] as T;
}

/**
 * `count` different indices of 0 … size−1 in random order (all of them if count ≥ size), by a sparse Fisher–Yates
 * shuffle that stops after `count`: O(count) memory for any size. A larger count with the same seed begins with the
 * same indices, so enlarging a sample keeps the items already paid for.
 */
export function sampleIndices(random: Random, size: number, count: number): number[] {
  const moved = new Map<number, number>();
  const drawn: number[] = [];
  for (let i = 0; i < Math.min(size, count); i += 1) {
    const j = i + random.below(size - i);
    drawn.push(moved.get(j) ?? j);
    moved.set(j, moved.get(i) ?? i);
  }
  return drawn;
}

/** `count` different items in random order; see `sampleIndices`. */
export function sampleWithoutReplacement<T>(random: Random, items: readonly T[], count: number): T[] {
  return sampleIndices(random, items.length, count).map((index) => items[index] as T);
}

/** The items in random order, as a new array. */
export function shuffle<T>(random: Random, items: readonly T[]): T[] {
  return sampleWithoutReplacement(random, items, items.length);
}
