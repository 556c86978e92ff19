/** Names that are not their key with spaces: of published benchmarks as their authors write them. */
const PUBLISHED: Readonly<Record<string, string>> = {
  gsm8k: 'GSM8K',
  mmlu: 'MMLU',
  mmlu_pro: 'MMLU-Pro',
  arc_challenge: 'ARC-Challenge',
  hellaswag: 'HellaSwag',
  truthfulqa_mc1_gen: 'TruthfulQA',
  ifeval: 'IFEval',
  squad: 'SQuAD',
  drop: 'DROP',
  lock_in: 'Lock-in',
  bfcl: 'Function calling (BFCL)',
};

/**
 * What people call a benchmark of results: `dataset/Support questions` is “Support questions”, `arithmetic/level-2`
 * “Arithmetic, level-2”, `load/Busy hour` “Load: Busy hour”.
 */
export function benchmarkName(key: string): string {
  const slash = key.indexOf('/');
  const [type, own] = slash < 0 ? [key, ''] : [key.slice(0, slash), key.slice(slash + 1)];
  if (type === 'dataset' || type === 'custom') return capital(own);
  const name = PUBLISHED[type] ?? capital(type.replaceAll('_', ' '));
  if (own === '') return name;
  return type === 'load' ? `${name}: ${own}` : `${name}, ${own}`;
}

/** With a capital first letter. */
export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
