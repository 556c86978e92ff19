/** A part of a sentence that can be removed and asked for. */
export interface Fact {
  kind: 'date' | 'number' | 'name';
  /** The text as in the sentence, with its position (UTF-16 units). */
  text: string;
  at: number;
  /** The accepted answers: other ways to write the same date, otherwise only the text. */
  expected: string[];
}

const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'.split(
  '|',
);
const MONTH = `(?:${MONTHS.join('|')})`;
const DATE = new RegExp(
  `\\b(?:(?<d1>\\d{1,2}) (?<m1>${MONTH}) (?<y1>\\d{4})|(?<m2>${MONTH}) (?<d2>\\d{1,2}), (?<y2>\\d{4})|(?<y3>\\d{4})-(?<n3>\\d{2})-(?<d3>\\d{2}))(?![\\w-])`,
  'g',
);
/** A number of at least two digits that is not part of a word, a version, an identifier, a range or a longer number. */
const NUMBER =
  /(?<![\p{L}\p{N}_.,:/#§=×+\-–−$€£@~([])(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d+|\d+(?=\.\d))(?:\.\d+)?(?![\p{L}\p{N}_:/×\-–−)\]]|[.,]\d)/gu;
const WORD = String.raw`\p{Lu}[\p{L}\p{M}]*\p{Ll}`;
/** Two to four consecutive words with a capital letter, without further ones beside them. */
const NAME = new RegExp(
  String.raw`(?<=[\p{Ll}\p{N},;:)] (?:the )?)(?<![\p{Lu}]\S* )${WORD}(?: ${WORD}){1,3}(?![\p{L}\p{N}\-’']| \p{Lu})`,
  'gu',
);

/** The dates, numbers and names that occur once in a sentence, in order; none is inside another. */
export function findFacts(sentence: string): Fact[] {
  const found = [...datesOf(sentence), ...matches(sentence, NUMBER, 'number'), ...namesOf(sentence)];
  const apart = found.filter((fact, i) => !found.slice(0, i).some((other) => overlap(fact, other)));
  return apart
    .filter(({ text, at }) => sentence.indexOf(text) === at && sentence.lastIndexOf(text) === at)
    .sort((a, b) => a.at - b.at);
}

function overlap(a: Fact, b: Fact): boolean {
  return a.at < b.at + b.text.length && b.at < a.at + a.text.length;
}

function matches(sentence: string, pattern: RegExp, kind: Fact['kind']): Fact[] {
  return [...sentence.matchAll(pattern)].map(({ 0: text, index }) => ({
    kind,
    text,
    at: index,
    expected: [text],
  }));
}

function namesOf(sentence: string): Fact[] {
  return matches(sentence, NAME, 'name').filter(({ text }) => !MONTHS.some((month) => text.includes(month)));
}

function datesOf(sentence: string): Fact[] {
  return [...sentence.matchAll(DATE)].flatMap(({ 0: text, index, groups = {} }) => {
    const { d1, d2, d3, m1, m2, n3, y1, y2, y3 } = groups;
    const day = Number(d1 ?? d2 ?? d3);
    const month = n3 === undefined ? MONTHS.indexOf(m1 ?? m2 ?? '') + 1 : Number(n3);
    const year = y1 ?? y2 ?? y3 ?? '';
    const name = MONTHS[month - 1];
    if (name === undefined || day < 1 || day > 31) return [];
    const iso = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    const expected = [`${day} ${name} ${year}`, `${name} ${day}, ${year}`, iso];
    return [{ kind: 'date' as const, text, at: index, expected }];
  });
}
