const MIN_WORDS = 8;
const MAX_WORDS = 40;
/** First words of sentences that refer to the previous sentence. */
const LEANS_BACK =
  /^(?:it|its|they|their|them|he|she|his|her|this|that|these|those|here|there|such|both|then|thus|so|but|and|or|however|instead|also|otherwise)\b/i;
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{Lu}|Dr|Mr|Mrs|Ms|Prof|St|No|Nr|Fig|Eq|Sec|Ch|vs|ca|approx|e\.g|i\.e|cf|etc|al|Inc|Ltd|Co|Jr|Sr)\.$/u;
/** Characters of formulas, markup and notes that prose does not have. */
const FORMULA = /[=<>{}[\]|@~^\\→…]|\S\(/;
const NO_PROSE = /^(?:#|\||>|={3,}|-{3,}|`{3}|~{3}|\s{4}|\t|!\[)/;
const FENCE = /^\s*(?:`{3}|~{3})/;

/**
 * Sentences of a passage that can be asked about alone: 8 to 40 words of prose from a capital letter to a full stop,
 * without formulas and without a first word that refers to the previous sentence. Headings, tables, quotes, code and
 * fenced text are excluded; list, emphasis and link marks are removed.
 */
export function askableSentences(text: string): string[] {
  return paragraphsOf(text).flatMap(splitParagraph).filter(standsAlone);
}

function paragraphsOf(text: string): string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  let fenced = false;
  const end = () => {
    if (lines.length > 0) paragraphs.push(withoutMarks(lines.join(' ')));
    lines = [];
  };
  for (const line of text.split('\n')) {
    const fence = FENCE.test(line);
    const isItem = /^\s*(?:[-*+]|\d+[.)])\s/.test(line);
    if (fence || fenced || isItem || line.trim() === '' || NO_PROSE.test(line)) end();
    if (fence) fenced = !fenced;
    else if (!fenced && line.trim() !== '' && (isItem || !NO_PROSE.test(line)))
      lines.push(line.trim().replace(/^(?:[-*+]|\d+[.)])\s+/, ''));
  }
  end();
  return paragraphs;
}

function withoutMarks(text: string): string {
  return text
    .replace(/\[([^\][]*)\]\([^()\s]*\)/g, '$1')
    .replace(/[*`]+|(?<!\w)_+|_+(?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function splitParagraph(paragraph: string): string[] {
  const sentences: string[] = [];
  let held = '';
  for (const piece of paragraph.split(/(?<=[.!?]["”’)]?)\s+(?=["“‘(]?[\p{Lu}\d])/u)) {
    held = held === '' ? piece : `${held} ${piece}`;
    if (ABBREVIATION.test(piece)) continue;
    sentences.push(held);
    held = '';
  }
  return held === '' ? sentences : [...sentences, held];
}

function standsAlone(sentence: string): boolean {
  const words = sentence.split(' ').length;
  if (words < MIN_WORDS || words > MAX_WORDS) return false;
  return /^\p{Lu}[^_]*[^.…]\.$/u.test(sentence) && !FORMULA.test(sentence) && !LEANS_BACK.test(sentence);
}
