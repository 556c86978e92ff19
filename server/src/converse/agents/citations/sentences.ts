/** A sentence, a row of a table, an item of a list, a heading or a line of code: `text.slice(start, end)`. */
export interface Sentence {
  start: number;
  end: number;
  kind: 'prose' | 'heading' | 'row' | 'code';
}

interface Line {
  start: number;
  end: number;
}

const FENCE = /^\s*(?:`{3}|~{3})/;
const HEADING = /^\s{0,3}#{1,6}\s+/;
const TABLE_ROW = /^\s*\|.*\|\s*$/;
/** The line between the head of a table and its rows. */
const TABLE_RULE = /^[\s:|-]+$/;
const ITEM = /^\s*(?:[-*+•]|\d{1,3}[.)])\s+/;
const MARKDOWN_MARKS = /^(?:\s*(?:>|[-*+•]\s|\d{1,3}[.)]\s))*\s*/;
/** A full stop after one of these never ends a sentence. */
export const ABBREVIATION =
  /(?:^|[\s(“"„«])(?:\p{Lu}|Dr|Mr|Mrs|Ms|Prof|St|No|Nos|Nr|Fig|Figs|Eq|Sec|Ch|Vol|pp?|vs|ca|approx|e\.\s?g|i\.\s?e|cf|etc|al|resp|incl|excl|max|min|Inc|Ltd|Co|Corp|Jr|Sr|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|z\.\s?B|d\.\s?h|u\.\s?a|bzw|usw|vgl|Art|Abs|Abb|Hr|Fr|Str|inkl|zzgl|bspw|sog|Mio|Mrd|M|Mme|Mlle|env|art|p\.\s?ex)\.$/u;
/** Ends a sentence even without a space; a full stop of Latin script does not (`3.1`, `what?!`, `![image]`). */
const WIDE_STOP = /[。！？｡।॥؟۔][」』）”’"]*$/u;
/** In German, the day of a month has a full stop: `9. März`. */
const ORDINAL_BEFORE_MONTH = /\d{1,2}\.$/;
const MONTH = /^\s*(?:Jan|Feb|März|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)/;

/** In linear time, because a source can contain lines of thousands of spaces. */
function isRule(line: string): boolean {
  return line.includes('-') && TABLE_RULE.test(line);
}

let segmenter: Intl.Segmenter | undefined;

/**
 * The sentences of a chunk of Markdown or plain text, in order. Between them are white space and the marks of lists,
 * quotes and fences. A sentence continues after a line break (PDFs, wrapped texts), but not after an empty line or
 * before a list item, a heading or a table row. If it is unclear whether a sentence ends, it does not, because a
 * quotation is shown with its complete sentence and more of it omits less.
 */
export function findSentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let paragraph: Line[] = [];
  let fenced = false;
  const close = () => {
    const [first, last] = [paragraph[0], paragraph.at(-1)];
    if (first && last) found.push(...proseOf(text, first.start, last.end));
    paragraph = [];
  };
  for (const line of linesOf(text)) {
    const written = text.slice(line.start, line.end);
    const isFence = FENCE.test(written);
    const isHeading = !fenced && HEADING.test(written);
    const isRow =
      !fenced && (TABLE_ROW.test(written) || (isRule(written) && !/\S\s+\S/.test(written.trim())));
    if (isFence || fenced || isHeading || isRow || written.trim() === '' || ITEM.test(written)) close();
    if (isFence) fenced = !fenced;
    else if (fenced) found.push(...trimmed(text, line, 'code', /^\s*/));
    else if (isHeading) found.push(...trimmed(text, line, 'heading', HEADING));
    else if (isRow) {
      if (!isRule(written)) found.push(...rowOf(text, line));
    } else if (written.trim() !== '') paragraph.push(line);
  }
  close();
  return found;
}

function* linesOf(text: string): Generator<Line> {
  let start = 0;
  for (const { index, 0: mark } of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) {
    yield { start, end: index };
    start = index + mark.length;
  }
  yield { start, end: text.length };
}

function trimmed(text: string, line: Line, kind: Sentence['kind'], marks: RegExp): Sentence[] {
  const written = text.slice(line.start, line.end);
  const start = line.start + (marks.exec(written)?.[0].length ?? 0);
  const end = line.start + written.trimEnd().length;
  return start < end ? [{ start, end, kind }] : [];
}

/** From the first cell to the last, without the marks at both ends. */
function rowOf(text: string, line: Line): Sentence[] {
  const written = text.slice(line.start, line.end).replace(/[\s|]+$/, '');
  const start = line.start + (/^[\s|]*/.exec(written)?.[0].length ?? 0);
  const end = line.start + written.length;
  return start < end ? [{ start, end, kind: 'row' }] : [];
}

function proseOf(text: string, from: number, to: number): Sentence[] {
  // A line break would end a sentence for the segmenter; a space of the same length does not.
  const flat = text.slice(from, to).replace(/[\n\r\u2028\u2029\t]/g, ' ');
  segmenter ??= new Intl.Segmenter('und', { granularity: 'sentence' });
  const found: Sentence[] = [];
  let start = 0;
  for (const { index, segment } of segmenter.segment(flat)) {
    const end = index + segment.length;
    if (end < flat.length && sentenceContinues(flat.slice(start, end), flat.slice(end))) continue;
    const written = flat.slice(start, end);
    const marks = start === 0 ? MARKDOWN_MARKS : /^\s*/;
    const first = start + (marks.exec(written)?.[0].length ?? 0);
    const last = start + written.trimEnd().length;
    if (first < last) found.push({ start: from + first, end: from + last, kind: 'prose' });
    start = end;
  }
  return found;
}

function sentenceContinues(before: string, after: string): boolean {
  const written = before.trimEnd();
  if (ABBREVIATION.test(written) || (written === before && !WIDE_STOP.test(written))) return true;
  return ORDINAL_BEFORE_MONTH.test(written) && MONTH.test(after);
}
