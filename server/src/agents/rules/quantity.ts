/** A number as people write it, with a factor in letters. */
export const NUMBER = String.raw`(?<![\p{L}\p{N}._,-])(?:\d{1,3}(?:[ \u00a0\u202f']\d{3}){1,4}(?!\d)|\d+(?:[.,]\d+)*)(?:[ \u00a0]?(?:k|thousand|tausend|million(?:en)?)(?![\p{L}]))?`;

const FACTORS: readonly (readonly [RegExp, number])[] = [
  [/(?:k|thousand|tausend)$/iu, 1000],
  [/million(?:en)?$/iu, 1_000_000],
];
const GERMAN =
  /(?<!\p{L})(?:und|mit|für|unter|höchstens|mindestens|maximal|pro|ein|eine|einen|das|anfragen|sekunden?|monat|erstelle|entwirf)(?!\p{L})/giu;
const ENGLISH =
  /(?<!\p{L})(?:and|with|for|under|at most|at least|within|per|a|an|the|requests|seconds?|month|create|draft|below)(?!\p{L})/giu;

/** Whether a comma stands before decimals; by the words around the numbers. */
export function hasDecimalComma(text: string): boolean {
  return (text.match(GERMAN)?.length ?? 0) > (text.match(ENGLISH)?.length ?? 0);
}

/**
 * The number that is written; null where it could be read in two ways: `1.500` is a thousand times as much in German as
 * in English, and three digits behind the mark of the other language are more often thousands than decimals.
 */
export function readNumber(written: string, decimalComma: boolean): number | null {
  const digits = written.replace(/[\p{L}\s]+$/u, '').replace(/[ \u00a0\u202f']/gu, '');
  const factor = FACTORS.find(([words]) => words.test(written))?.[1] ?? 1;
  const [decimal, thousands] = decimalComma ? [',', '.'] : ['.', ','];
  const marks = digits.replace(/\d/g, '');
  const groups = digits.split(/[.,]/);
  const hasGroups = groups.slice(1).every((group) => group.length === 3) && (groups[0] ?? '').length <= 3;
  if (marks === '') return factor * Number(digits);
  if (marks === decimal && !(hasGroups && groups[0] !== '0')) return factor * Number(groups.join('.'));
  if ([...marks].every((mark) => mark === thousands) && hasGroups && groups[0] !== '0')
    return factor * Number(groups.join(''));
  const [last = '', ...before] = groups.reverse();
  const isGrouped = before.slice(0, -1).every((group) => group.length === 3);
  if (marks.length > 1 && marks.endsWith(decimal) && !marks.slice(0, -1).includes(decimal) && isGrouped)
    return factor * Number(`${before.reverse().join('')}.${last}`);
  return null;
}
