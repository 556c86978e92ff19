/**
 * pass^k of one task: the chance that k of its runs, drawn without replacement from n of which c solved it, all did:
 * C(c,k)/C(n,k). Its mean over tasks is an unbiased estimate of the chance that k independent runs all solve one (Yao et
 * al. 2024, τ-bench, arXiv:2406.12045, section 3).
 * Throws RangeError unless 0 ≤ c ≤ n and 1 ≤ k ≤ n, all whole.
 */
export function passHat(c: number, n: number, k: number): number {
  if (![c, n, k].every(Number.isInteger) || c < 0 || c > n || k < 1 || k > n) {
    throw new RangeError(`pass^${k} needs at least ${k} runs, and of ${n} cannot ${c} have solved it.`);
  }
  let share = 1;
  for (let i = 0; i < k; i++) share *= Math.max(0, c - i) / (n - i);
  return share;
}
