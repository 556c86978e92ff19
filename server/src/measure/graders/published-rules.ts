import { type OptionSpec, oneOf } from './options.ts';

/** The rule by which a published script reads responses, as of a date. */
export interface PublishedRule {
  /** Its source: the repository, and the commit or the version of the task that introduced it. */
  version: string;
  /** The date since which it applies there, as YYYY-MM-DD. */
  date: string;
  /** What differs here; null if nothing does. */
  note: string | null;
  /** The answer that it finds in a response; null if it finds none. */
  read(reply: string): string | null;
  /** Converts an expected answer for the comparison. Absent: unchanged. */
  clean?(expected: string): string;
}

/** `\s` of Python: unlike in JavaScript it includes the separators from U+001C and U+0085, and excludes U+FEFF. */
const SPACE = '[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';

/** A letter without a letter, number or underscore of any script beside it. */
const LONE_LETTER = /(?<![\p{L}\p{N}_])[A-J](?![\p{L}\p{N}_])/gu;

/** MMLU-Pro's three levels: the announced letter, the one after "answer:", and the last separate one. */
const mmluPro = (reply: string): string | null =>
  /answer is \(?([A-J])\)?/.exec(reply)?.[1] ??
  lastOfFirstLine(reply) ??
  [...reply.matchAll(LONE_LETTER)].at(-1)?.[0] ??
  null;

/** Looks ahead, because one match could consume the beginning of the next. */
const LETTER_BEHIND = new RegExp(`(?=[aA]nswer:${SPACE}*([A-J]))`, 'g');

/** The result of `.*[aA]nswer:\s*([A-J])`, the last in the first line that has one, in time linear in the response. */
function lastOfFirstLine(reply: string): string | null {
  let lineEnd: number | null = null;
  let letter: string | null = null;
  for (const found of reply.matchAll(LETTER_BEHIND)) {
    if (lineEnd !== null && found.index > lineEnd) break;
    const end = reply.indexOf('\n', found.index);
    lineEnd ??= end === -1 ? reply.length : end;
    letter = found[1] ?? null;
  }
  return letter;
}

/** The announcements of simple-evals, in its order; a blank before the colon matches any space. */
const ANNOUNCEMENTS = [
  'Answer :',
  `Answer :${'\u200b'.repeat(6)}`,
  ...'উত্তর :|उत्तर :|উত্তরঃ|Antwort :|답변 :|정답 :|답 :|答案 ：|答案 :|答 ：|答 :|答复 ：|答曰 ：'.split('|'),
  ...'الإجابة:|الجواب:|إجابة:|الإجابة النهائية:|الإجابة الصحيحة:|الإجابة الصحيحة هي:|الإجابة هي:|الجواب النهائي:'.split(
    '|',
  ),
  ...'Respuesta :|Risposta :|答え :|答え ：|回答 :|回答 ：|解答 :|Jawaban :|Réponse :|Resposta :|Jibu :|Idahun :'.split(
    '|',
  ),
  // Two of the Yoruba words have separate accents there, the others do not.
  ...'Ìdáhùn :|Idáhùn :|A\u0300m\u1ecd\u0300na\u0300 :|Àdáhùn :|A\u0300nu\u0301go\u0323 :|Àṣàyàn :'.split(
    '|',
  ),
].map(
  (words) =>
    new RegExp(`${words.replace(/ (?=[:：])/, `${SPACE}*`)}[ \\t]*([A-D]|[أ-د]|[অবডঢ]|[Ａ-Ｄ])`, 'iu'),
);

/** What it removes from a response, in order. */
const MARKUP = [
  '**',
  '$\\boxed{',
  '}$',
  '\\$',
  '$\\text{',
  '$',
  '\\mathrm{',
  '\\{',
  '\\text',
  '\\(',
  '\\mathbf{',
  '{',
  '\\boxed',
];

const LETTERS: ReadonlyMap<string, string> = new Map(
  ['أبجد', 'অবডঢ', 'ＡＢＣＤ'].flatMap((four) => [...four].map((letter, i) => [letter, 'ABCD'[i] ?? ''])),
);

/**
 * MMLU of simple-evals in several languages: the first match of the first announcement that matches, case-sensitive.
 */
function simpleEvals(reply: string): string | null {
  const text = MARKUP.reduce((rest, mark) => rest.replaceAll(mark, ''), reply);
  for (const announcement of ANNOUNCEMENTS) {
    const letter = announcement.exec(text)?.[1];
    if (letter !== undefined) return LETTERS.get(letter) ?? letter;
  }
  return null;
}

/** What lm-evaluation-harness removes from both sides of GSM8K before comparing. */
const cleaned = (text: string): string =>
  afterMark(text.replaceAll(',', '').replaceAll('$', '')).replace(/\.$/, '').toLowerCase();

const afterMark = (text: string): string => {
  const at = text.lastIndexOf('#### ');
  return at === -1 ? text : text.slice(at + '#### '.length);
};

const gsm8k = (read: (reply: string) => string | undefined): PublishedRule => ({
  version: 'EleutherAI/lm-evaluation-harness, task gsm8k version 3.0',
  date: '2024-02-19',
  note: null,
  read(reply) {
    const found = read(reply);
    return found === undefined ? null : cleaned(found);
  },
  clean: cleaned,
});

/**
 * The rules by the names that graders accept. Each is applied to the whole response as the script would, even if it was
 * truncated. `bench/published-rules.ts` compares them with the published scripts, response by response.
 */
export const PUBLISHED_RULES: Readonly<Record<string, PublishedRule>> = {
  mmlu_pro: {
    version: 'TIGER-AI-Lab/MMLU-Pro, commit 9dac3c3',
    date: '2024-07-14',
    note: 'If the script finds no letter, it chooses a random option, which is right in about one of ten cases; here such a response counts as wrong.',
    read: mmluPro,
  },
  simple_evals: {
    version: 'openai/simple-evals, commit 18eba9d',
    date: '2025-01-29',
    note: null,
    read: simpleEvals,
  },
  gsm8k_strict: gsm8k((reply) => /#### (-?[0-9.,]+)/.exec(reply)?.[1]),
  gsm8k_flexible: gsm8k((reply) => [...reply.matchAll(/-?[$0-9.,]{2,}|-?[0-9]+/g)].at(-1)?.[0]),
};

export const publishedRule: OptionSpec = oneOf(
  'A published extraction rule to apply in addition, so that its grade can be compared: "mmlu_pro", "simple_evals", "gsm8k_strict" or "gsm8k_flexible" (both of lm-evaluation-harness). It changes no score.',
  Object.keys(PUBLISHED_RULES) as [string, ...string[]],
  null,
);

/** The name of a rule among the versions of a grade, with its date as a number: `rule:mmlu_pro` 20240714. */
const RULE = 'rule:';

/** The version of a published rule as stored with samples; empty for an unknown name. */
export function ruleVersion(name: unknown): Readonly<Record<string, number>> {
  const rule = typeof name === 'string' ? PUBLISHED_RULES[name] : undefined;
  return rule ? { [`${RULE}${name}`]: Number(rule.date.replaceAll('-', '')) } : {};
}

/**
 * The name of the rule among the versions that graded a sample; null if there is none, as in samples of earlier
 * versions.
 */
export function ruleOfVersions(versions: Readonly<Record<string, number>>): string | null {
  const version = Object.keys(versions).find((name) => name.startsWith(RULE));
  return version?.slice(RULE.length) ?? null;
}

/** The grade by the published rule, 0 or 1; null if none was named. */
export function referenceGrade(name: unknown, reply: string, expected: readonly string[]): number | null {
  const rule = typeof name === 'string' ? PUBLISHED_RULES[name] : undefined;
  if (rule === undefined) return null;
  const found = rule.read(reply);
  const { clean = (text: string) => text } = rule;
  return found !== null && expected.map(clean).includes(found) ? 1 : 0;
}
