import { type OptionSpec, oneOf } from './options.ts';

/** What a published extraction reads in a reply; null where it finds nothing. */
export type PublishedRule = (reply: string) => string | null;

/** MMLU-Pro's three levels (compute_accuracy.py), without the letter it draws at random where all three fail. */
export const mmluProRule: PublishedRule = (reply) =>
  /answer is \(?([A-J])\)?/.exec(reply)?.[1] ??
  lastOfFirstLine(reply) ??
  /[A-J](?=[^A-J]*$)/.exec(reply)?.[0] ??
  null;

/** What `.*[aA]nswer:\s*([A-J])` finds, the last of the first line that has one, in time linear in the reply. */
function lastOfFirstLine(reply: string): string | null {
  let lineEnd: number | null = null;
  let letter: string | null = null;
  for (const found of reply.matchAll(/[aA]nswer:\s*([A-J])/g)) {
    if (lineEnd !== null && found.index > lineEnd) break;
    const end = reply.indexOf('\n', found.index);
    lineEnd ??= end === -1 ? reply.length : end;
    letter = found[1] ?? null;
  }
  return letter;
}

/** The words for the answer that simple-evals knows, in its order, each followed by a colon. */
const WORDS =
  'Answer|উত্তর|उत्तर|উত্তরঃ|Antwort|답변|정답|답|答案|答|答复|答曰|الإجابة|الجواب|إجابة|الإجابة النهائية|الإجابة الصحيحة|الإجابة الصحيحة هي|الإجابة هي|الجواب النهائي|Respuesta|Risposta|答え|回答|解答|Jawaban|Réponse|Resposta|Jibu|Idahun|Ìdáhùn|Idáhùn|Àmọ̀nà|Àdáhùn|Ànúgọ|Àṣàyàn'
    .split('|')
    .map(
      (word) =>
        new RegExp(
          `${word}${word.endsWith('ঃ') ? '' : '\\s*[:：]'}[ \\t]*([A-D]|[أ-د]|[অবডঢ]|[Ａ-Ｄ])`,
          'iu',
        ),
    );
const MARKS = /\*\*|\$\\boxed\{|\}\$|\\\$|\$\\text\{|\$|\\mathrm\{|\\\{|\\text|\\\(|\\mathbf\{|\{|\\boxed/g;
const LIKE: Readonly<Record<string, string>> = {
  أ: 'A',
  ب: 'B',
  ج: 'C',
  د: 'D',
  অ: 'A',
  ব: 'B',
  ড: 'C',
  ঢ: 'D',
};

/** simple-evals' MMLU in several languages: the first match of the first word that matches. */
export const simpleEvalsRule: PublishedRule = (reply) => {
  const text = reply.replace(MARKS, '');
  for (const word of WORDS) {
    const letter = word.exec(text)?.[1];
    if (letter !== undefined) return (LIKE[letter] ?? letter.normalize('NFKC')).toUpperCase();
  }
  return null;
};

/** What lm-evaluation-harness removes from both sides of GSM8K before it compares. */
const cleaned = (text: string): string =>
  afterMark(text.replaceAll(',', '').replaceAll('$', '')).replace(/\.$/, '');

const afterMark = (text: string): string => {
  const at = text.lastIndexOf('#### ');
  return at === -1 ? text : text.slice(at + '#### '.length);
};

/** lm-evaluation-harness, `gsm8k`, strict: the first number after `####`. */
export const gsm8kStrictRule: PublishedRule = (reply) => {
  const found = /#### (-?[0-9.,]+)/.exec(reply)?.[1];
  return found === undefined ? null : cleaned(found);
};

/** The same, flexible: the last run of digits, dots, commas and dollar signs. */
export const gsm8kFlexibleRule: PublishedRule = (reply) => {
  const found = [...reply.matchAll(/-?[$0-9.,]{2,}|-?[0-9]+/g)].at(-1)?.[0];
  return found === undefined ? null : cleaned(found);
};

/**
 * The rules by the names that graders take. Each is applied to the whole reply as the script would, also to one that was
 * cut off, and what it reads is compared with the expected answers as texts.
 */
const RULES: Readonly<Record<string, PublishedRule>> = {
  mmlu_pro: mmluProRule,
  simple_evals: simpleEvalsRule,
  gsm8k_strict: gsm8kStrictRule,
  gsm8k_flexible: gsm8kFlexibleRule,
};

export const publishedRule: OptionSpec = oneOf(
  'The published extraction that is applied as well, so that its grade stands beside ours: "mmlu_pro", "simple_evals", "gsm8k_strict" or "gsm8k_flexible" (both of lm-evaluation-harness). It changes no score.',
  Object.keys(RULES),
);

/** What the published rule would have given, 0 or 1; null where none was named. */
export function referenceGrade(rule: unknown, reply: string, expected: readonly string[]): number | null {
  const read = typeof rule === 'string' ? RULES[rule] : undefined;
  if (read === undefined) return null;
  const found = read(reply);
  return found !== null && expected.includes(found) ? 1 : 0;
}
