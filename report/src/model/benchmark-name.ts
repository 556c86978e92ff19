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

/** How JSON was asked for. */
const CONDITIONS: Readonly<Record<string, string>> = {
  response_format: 'by response format',
  prompt: 'schema in the prompt',
};
const CONDITION = /^(.+)\/(response_format|prompt)$/s;

/** What is measured of answers from passages, and with which passages. */
const MEASURES: Readonly<Record<string, string>> = {
  recall: 'recall of passages',
  precision: 'precision of passages',
  ndcg: 'nDCG of passages',
  citation_precision: 'citation precision',
  citation_recall: 'citation recall',
  answered: 'answers that are no refusal',
  right_refusal: 'right refusals',
  gold: 'with the right passages',
  none: 'without passages',
};
const MEASURE = new RegExp(`^(.+)/(${Object.keys(MEASURES).join('|')})$`, 's');

/**
 * What people call a benchmark of results: `dataset/Support questions` is “Support questions”, `arithmetic/level-2`
 * “Arithmetic, level-2”, `load/Busy hour` “Load: Busy hour”, `structured_output/Orders/prompt` “Orders, schema in the prompt”,
 * `rag/Manual/recall` “Manual, recall of passages”.
 */
export function benchmarkName(key: string): string {
  const slash = key.indexOf('/');
  const [type, own] = slash < 0 ? [key, ''] : [key.slice(0, slash), key.slice(slash + 1)];
  if (type === 'dataset' || type === 'custom') return capital(own);
  const name = PUBLISHED[type] ?? capital(type.replaceAll('_', ' '));
  if (own === '') return name;
  const condition = type === 'structured_output' ? CONDITION.exec(own) : null;
  if (condition) return `${capital(condition[1] as string)}, ${CONDITIONS[condition[2] as string]}`;
  if (type === 'rag') {
    const measure = MEASURE.exec(own);
    return measure
      ? `${capital(measure[1] as string)}, ${MEASURES[measure[2] as string]}`
      : `${capital(own)}, from passages`;
  }
  return type === 'load' ? `${name}: ${own}` : `${name}, ${own}`;
}

/** With a capital first letter. */
export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
