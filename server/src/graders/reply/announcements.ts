import { SENTENCE_END, toLines, trimMarks } from './extract.ts';
import { fold, visible } from './fold.ts';
import { WRONG } from './hedges.ts';
import { FOREIGN_LETTERS } from './letters.ts';
import { BACK, grammarOf, lastEnd, SENTENCE, standingOf } from './standing.ts';
import { isUnsaid } from './unsaid.ts';
import { wordsOf } from './words.ts';

/**
 * A place where a reply says its answer: `line` a line of its own that begins with the word and a colon, `sentence` a
 * sentence or clause that begins with it, `inside` any other place, which counts only where there is none of the first two.
 */
export interface Announcement {
  form: 'line' | 'sentence' | 'inside';
  /** `said`: the answer is B; `boxed`: \boxed{B}; `chosen`: I choose B, that leaves B; `affirmed`: B is correct, only B remains. */
  by: 'said' | 'boxed' | 'chosen' | 'affirmed';
  /** From where the answer begins to the end of its line, or the next line where nothing follows. */
  value: string;
  /** The lines after the announcement's own. */
  below: readonly string[];
  /** The value stands on the line below. */
  isBelow: boolean;
  /** `the answer is not B`. */
  denied: boolean;
  decimalComma: boolean;
}

/** How far from the beginning of a sentence its `if` may stand: `But if`. */
const LEAD = 6;
/** Looked at from the end of a reply; a hostile one has thousands. */
const MOST = 200;

const NOUN = new RegExp(wordsOf('answer'), 'giu');
const LIST = new RegExp(wordsOf('order'), 'giu');
/** What heads reasoning as often as an answer: it announces only what stands alone after it. */
const HEADING = new RegExp(
  `${wordsOf('heading')}(?=[*_\`]{0,3} ?[:=] ?[*_\`($]{0,4}(?:[A-Z]|-?\\d[\\d.,]*)[*_\`)$.]{0,4}(?:\\n|$))`,
  'giu',
);
const OPTION = `(?:${wordsOf('option')} ?)?[(["*$\`«]{0,4} ?`;
const CHOOSE = new RegExp(
  `(?<words>${wordsOf('choose')})(?=[:：]? ?[("*$]{0,4}${OPTION}[A-Z](?![A-Za-z]))`,
  'giu',
);
const AFFIRMED = new RegExp(
  `(?<![A-Za-z0-9\u00c0-\u024f])(?:[A-Z]|-?\\d[\\d.,]{0,20}%?)[)\\]*_"'\`]{0,4}(?: ?${wordsOf('option')})? ?[*_\`]{0,3}(?<words>${wordsOf('right')})`,
  'giu',
);
const LEAVES = new RegExp(
  `(?<words>${wordsOf('leaves')})(?=[:：]? ?[("*$]{0,4}${OPTION}(?-i:[A-Z])(?![A-Za-z]))`,
  'giu',
);
const LEFT = new RegExp(
  `(?<![A-Za-z0-9\u00c0-\u024f])(?-i:[A-Z])[)\\]*_"'\`]{0,4}(?: ?${wordsOf('option')})? ?[*_\`]{0,3}(?<words>${wordsOf('left')})(?=[)*_"'\` ]{0,4}(?:[.!。।۔\n]|$))`,
  'giu',
);
/** Before a letter that is one of several, or no subject: `A or`, `A,`, `of`. */
const JOINED = new RegExp(
  `(?<![A-Za-z0-9])[A-Z][)\\]*_"'\`]{0,3} ?(?:(?:[,/&、،]|${wordsOf('or', 'and')}) ?){1,2}$|(?:^| )(?:of|in|at|to|for|with|from|by) $`,
  'u',
);
/** A letter that stands alone, and is not said to be wrong. */
const LONE = new RegExp(
  `(?<![A-Za-z0-9\u00c0-\u024f'])([A-Z])(?![A-Za-z0-9\u00c0-\u024f'])(?!${WRONG.source})`,
  'u',
);
const SEPARATOR = /^[*_`"')\]]{0,4} ?(?:[:=\u0983>】]|[-=]>|→|[-–—]+(?= ))[:>]?/u;
const BOXED = /\\boxed\{/g;
const ALONE = new RegExp(
  `^[*_\`]{0,3} ?(?=${OPTION}(?:(?:[A-Z]|(?<=\\()[a-z](?=\\))|(?<=[ (])${FOREIGN_LETTERS})(?![A-Za-z0-9\\p{M}])|-?\\p{Sc}?\\d))`,
  'u',
);
const FENCE = /^(?:```.*|~~~.*|\$\$|\\\[|-{3,}|\*{3,}|={3,})$/;

/** Every place where the reply says its answer, from the last to the first, at most 200 of each kind. */
export function announcements(reply: string): Generator<Announcement> {
  const lines = toLines(visible(reply));
  const text = createLines(lines);
  const said = [
    ...text.find(NOUN, (at, match, folded) => saidAt(at, match, folded, 'answer')),
    ...text.find(HEADING, headed),
  ];
  const found = [
    ...said,
    ...text.find(CHOOSE, (at, match, folded) => claimed(at, match, folded, 'choose')),
    ...text.find(AFFIRMED, (at, match, folded) => claimed(at, match, folded, 'right')),
    ...text.find(LEAVES, (at, match, folded) => leftOver(at, match, folded, 'leaves')),
    ...text.find(LEFT, (at, match, folded) => leftOver(at, match, folded, 'left')),
    ...text.find(BOXED, (at, _, folded) => boxed(folded, at)),
  ];
  const outside = found.filter((hit) => hit.by !== 'boxed' || !said.some((other) => isPart(hit, other)));
  return lastFirst(outside, lines);
}

/** The same where a list is called by what it is: `the order is`, `Ranking:`. */
export function listAnnouncements(reply: string): Generator<Announcement> {
  const lines = toLines(visible(reply));
  const found = createLines(lines).find(LIST, (at, match, folded) => saidAt(at, match, folded, 'order'));
  return lastFirst(found, lines);
}

function* lastFirst(hits: Hit[], lines: readonly string[]): Generator<Announcement> {
  for (const hit of hits.sort((a, b) => b.i - a.i || b.from - a.from)) {
    const announced = complete(hit, lines);
    if (announced !== null && !isUnsaid(sentenceAt(hit))) yield announced;
  }
}

/** The sentence in which an announcement stands, with what answers it where it is asked: `The answer is B? No.` */
function sentenceAt({ folded, from, to }: Hit): string {
  const back = folded.slice(Math.max(0, from - BACK), from);
  const ahead = folded.slice(to, to + BACK);
  const end = /[.!;](?= |$)|[。！；]/.exec(ahead)?.index ?? ahead.length;
  return back.slice(lastEnd(back, SENTENCE)) + folded.slice(from, to + end + 1);
}

interface Hit extends Omit<Announcement, 'value' | 'below' | 'isBelow'> {
  /** Its line, where it begins there, and where its value begins. */
  i: number;
  from: number;
  to: number;
  folded: string;
}
type Read = Omit<Hit, 'i' | 'folded'>;

/** All lines as one text, because a pattern that is started for each of 60,000 lines takes half a second. */
function createLines(lines: readonly string[]) {
  const text = fold(lines.join('\n'));
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length + 1);

  /** The line in which a place of the text is. */
  function lineOf(at: number): number {
    let [low, high] = [0, lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  return {
    find(pattern: RegExp, read: (at: number, match: RegExpExecArray, folded: string) => Read | null): Hit[] {
      const last: RegExpExecArray[] = [];
      for (const match of text.matchAll(pattern)) {
        last.push(match);
        if (last.length > 2 * MOST) last.splice(0, MOST);
      }
      return last.slice(-MOST).flatMap((match) => {
        const i = lineOf(match.index);
        const start = starts[i] ?? 0;
        const folded = text.slice(start, (starts[i + 1] ?? text.length + 1) - 1);
        const hit = read(match.index - start, match, folded);
        return hit === null ? [] : [{ ...hit, i, folded }];
      });
    },
  };
}

/** `answer: X`, `the answer is X`, `<answer>X`, `Answer X`. */
function saidAt(at: number, [noun]: RegExpExecArray, folded: string, field: 'answer' | 'order'): Read | null {
  if (folded[at - 1] === '/' && folded[at - 2] === '<') return null;
  let to = at + noun.length;
  const rest = () => folded.slice(to, to + 120);
  const grammar = grammarOf(field, noun);
  const after = grammar.after.exec(rest())?.[0] ?? '';
  to += after.length;
  const standing = standingOf(folded, at, grammar);
  if (standing === null) return null;
  const common = { by: 'said', from: at, denied: false, decimalComma: grammar.decimalComma } as const;
  const separator = SEPARATOR.exec(rest());
  if (separator !== null) {
    const form =
      standing === 'line' && folded[at - 1] !== '<' ? 'line' : standing === 'inside' ? 'inside' : 'sentence';
    return { ...common, form, to: to + separator[0].length };
  }
  const sentence = standing === 'inside' ? 'inside' : 'sentence';
  const is = grammar.is.exec(rest());
  const denied = grammar.denied.exec(rest());
  if (denied !== null && denied[0].length > (is?.[0].length ?? 0))
    return { ...common, form: sentence, to: to + denied[0].length, denied: true };
  if (is !== null) {
    const colon = is[1] !== undefined && standing === 'line';
    return { ...common, form: colon ? 'line' : sentence, to: to + is[0].length };
  }
  if (standing === 'line' && /^[*_`]{0,3}$/.test(folded.slice(to)))
    return { ...common, form: 'sentence', to: folded.length };
  if ((ALONE.test(rest()) || grammar.verbLast.test(folded.slice(to, to + 240))) && standing !== 'inside')
    return { ...common, form: 'sentence', to };
  return null;
}

function headed(at: number, [words]: RegExpExecArray, folded: string): Read | null {
  const separator = SEPARATOR.exec(folded.slice(at + words.length))?.[0] ?? '';
  const to = at + words.length + separator.length;
  return { form: 'inside', by: 'said', from: at, to, denied: false, decimalComma: false };
}

/** `I choose B`, `B is correct`; inside of a sentence only where no other letter stands before it. */
function claimed(at: number, match: RegExpExecArray, folded: string, field: 'choose' | 'right'): Read | null {
  const grammar = grammarOf(field, match.groups?.words ?? '');
  const standing = standingOf(folded, at, grammar);
  const sentence = folded.slice(Math.max(0, at - BACK), at);
  if (standing === null || (standing === 'inside' && LONE.test(sentence.slice(lastEnd(sentence, SENTENCE)))))
    return null;
  return {
    form: standing === 'inside' ? 'inside' : 'sentence',
    by: field === 'choose' ? 'chosen' : 'affirmed',
    from: at,
    to: field === 'choose' ? at + match[0].length : at,
    denied: false,
    decimalComma: false,
  };
}

/** `that leaves B`, `only B remains`: letters before it are ruled out, unless they are joined with it or supposed to be. */
function leftOver(at: number, match: RegExpExecArray, folded: string, field: 'leaves' | 'left'): Read | null {
  const grammar = grammarOf(field, match.groups?.words ?? '');
  const standing = standingOf(folded, at, grammar);
  const back = folded.slice(Math.max(0, at - BACK), at);
  const supposed = grammar.condition.exec(back.slice(lastEnd(back, SENTENCE)))?.index ?? BACK;
  if (standing === null || supposed < LEAD || (field === 'left' && JOINED.test(back))) return null;
  return {
    form: standing === 'inside' ? 'inside' : 'sentence',
    by: field === 'leaves' ? 'chosen' : 'affirmed',
    from: at,
    to: field === 'leaves' ? at + match[0].length : at,
    denied: false,
    decimalComma: false,
  };
}

/**
 * A box, unless another one stands before it in the same sentence: the first begins the value, so that all are seen
 * (`\\boxed{A} or \\boxed{B}` is a hedge).
 */
function boxed(folded: string, at: number): Read | null {
  const back = folded.slice(Math.max(0, at - BACK), at);
  if (back.slice(lastEnd(back, SENTENCE)).includes('\\boxed{') || /\\boxed\{[^{}]{0,40}\} ?\? $/.test(back))
    return null;
  return { form: 'sentence', by: 'boxed', from: at, to: at, denied: false, decimalComma: false };
}

/** Whether a box is part of an answer that was said before it on its line. */
function isPart(box: Hit, said: Hit): boolean {
  if (said.i !== box.i || said.to > box.from || box.from - said.to > BACK) return false;
  return !SENTENCE_END.test(said.folded.slice(said.to, box.from));
}

function complete(
  { from: _, folded: __, to, i, ...hit }: Hit,
  lines: readonly string[],
): Announcement | null {
  const below = lines.slice(i + 1, i + 60);
  const here = trimMarks((lines[i] ?? '').slice(to).replace(/<\/[a-z_ ]{1,30}>.*$/i, ''));
  if (here !== '') return { ...hit, value: here, below, isBelow: false };
  const value = trimMarks(below.find((text) => !FENCE.test(text)) ?? '');
  return value === '' ? null : { ...hit, value, below, isBelow: true };
}
