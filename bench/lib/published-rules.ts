/** What a published extraction reads in a reply; null where it finds nothing. */
export type PublishedRule = (reply: string) => string | null;

/** MMLU-Pro's three levels (compute_accuracy.py), without the letter it draws at random where all three fail. */
export const mmluProRule: PublishedRule = (reply) =>
  /answer is \(?([A-J])\)?/.exec(reply)?.[1] ??
  /.*[aA]nswer:\s*([A-J])/.exec(reply)?.[1] ??
  /[A-J](?=[^A-J]*$)/.exec(reply)?.[0] ??
  null;

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
  text
    .replaceAll(',', '')
    .replaceAll('$', '')
    .replace(/[\s\S]*#### /, '')
    .replace(/\.$/, '');

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
