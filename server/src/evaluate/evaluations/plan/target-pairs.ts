/** Two compared targets by their indexes in the plan, a before b. */
export type TargetPair = readonly [a: number, b: number];

export function countPairs(targets: number): number {
  return (targets * (targets - 1)) / 2;
}

/** Every pair of targets: (0,1), (0,2) and so on. */
export function targetPairs(targets: number): TargetPair[] {
  return Array.from({ length: countPairs(targets) }, (_, i) => pairAt(targets, i));
}

/** The pair at an index of `targetPairs`. */
export function pairAt(targets: number, index: number): TargetPair {
  let rest = index;
  for (let a = 0; a < targets - 1; a++) {
    const others = targets - 1 - a;
    if (rest < others) return [a, a + 1 + rest];
    rest -= others;
  }
  throw new RangeError(`${targets} targets have no pair ${index}.`);
}

/** The number of a pair of targets, a before b. */
export function pairKey(targets: number, [a, b]: TargetPair): number {
  return a * targets + b;
}
