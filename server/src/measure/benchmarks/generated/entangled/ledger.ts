import { pickOne, type Random, randomInteger, shuffle } from '../../../statistics/statistics.ts';
import type { Item } from '../../item.ts';
import { figureOrWords } from '../wording/figures.ts';
import { wordQuantity } from '../wording/numbers.ts';
import {
  arrangeSentences,
  type Clause,
  capitaliseSentences,
  fillAnyTemplate,
  fillTemplate,
  mentionOf,
  PLACES_IN_TEXT,
  toSentence,
  type WordRandom,
  writeOutMentions,
} from '../wording/wording.ts';
import { drawPeople, introducePeople, type Person, personName } from './people.ts';
import { frameStatement } from './standing.ts';

/**
 * Three tables whose numeric columns have meaningless names, and notes in any order: what a column contains, and what
 * has to be corrected in a row or a price before counting. A row or good is corrected at most once.
 */
export interface LedgerPuzzle {
  people: readonly Person[];
  goods: readonly Good[];
  places: readonly Place[];
  rows: readonly Row[];
  /** Headings of the numeric columns, by their content. */
  headings: Readonly<Record<Column, string>>;
  notes: readonly Note[];
  /** Notes that are said not to hold, in the same form as those that hold. */
  denied: readonly Note[];
  query: Query;
  answer: number;
  steps: number;
}

export interface Good {
  code: string;
  name: string;
  price: number;
  size: number;
  stock: number;
}
export interface Place {
  code: string;
  town: string;
  /** Index of a person. */
  keeper: number;
}
export interface Row {
  id: string;
  good: number;
  place: number;
  day: number;
  packs: number;
  broken: number;
}
export type Column = 'price' | 'size' | 'stock' | 'packs' | 'broken';

/** Rows, goods and places by index. */
export type Note =
  | { kind: 'column'; heading: string; column: Column }
  | { kind: 'packs'; row: number; by: number }
  /** As many packs as the other row has after its correction, plus `by`. */
  | { kind: 'like'; row: number; other: number; by: number }
  | { kind: 'struck'; row: number }
  | { kind: 'good'; row: number; good: number }
  | { kind: 'place'; row: number; place: number }
  | { kind: 'day'; row: number; day: number }
  | { kind: 'swapped'; row: number; other: number }
  | { kind: 'price'; good: number; by: number }
  | { kind: 'keeper'; place: number; keeper: number };

/** All of its conditions must hold. */
export type Filter = readonly Condition[];
export type Condition =
  | { kind: 'keeper'; person: number }
  | { kind: 'good'; good: number; is: boolean }
  | { kind: 'day'; day: number; is: boolean }
  | { kind: 'above'; row: number };
export type Measure = 'pieces' | 'money' | 'packs';
export type Query =
  | { kind: 'gap'; measure: Measure; one: Filter; other: Filter }
  | { kind: 'extreme'; which: 'most' | 'least'; by: Measure; filter: Filter; measure: Measure }
  | { kind: 'both'; measure: Measure; one: Filter; other: Filter };

export function makeLedger(random: WordRandom, rows: number, notes: number): Omit<Item, 'id'> {
  const puzzle = drawLedger(random, rows, notes);
  return {
    input: [{ role: 'user', content: tell(random, puzzle) }],
    expected: String(puzzle.answer),
    grader: { type: 'numeric', options: {} },
    metadata: { difficulty: puzzle.steps, rows },
  };
}

const COLUMNS: readonly Column[] = ['price', 'size', 'stock', 'packs', 'broken'];

export function drawLedger(random: Random, count: number, noteCount: number): LedgerPuzzle {
  for (;;) {
    const puzzle = tryLedger(random, count, noteCount);
    if (puzzle !== null) return puzzle;
  }
}

function tryLedger(random: Random, count: number, noteCount: number): LedgerPuzzle | null {
  const people = drawPeople(random, 4);
  const codes = shuffle(random, CODES);
  const goods = shuffle(random, GOODS)
    .slice(0, 4)
    .map((name, i) => ({
      code: `${codes[i]}${randomInteger(random, 10, 99)}`,
      name,
      price: randomInteger(random, 3, 40),
      size: randomInteger(random, 3, 40),
      stock: randomInteger(random, 3, 40),
    }));
  const places = shuffle(random, TOWNS)
    .slice(0, 5)
    .map((town, i) => ({ code: `${codes[i + 5]}${randomInteger(random, 10, 99)}`, town, keeper: i % 3 }));
  const ids = shuffle(
    random,
    Array.from({ length: 90 }, (_, i) => `R${i + 10}`),
  );
  const rows = Array.from({ length: count }, (_, i) => ({
    id: ids[i] ?? '',
    good: random.below(goods.length),
    place: random.below(places.length),
    day: random.below(DAYS.length),
    packs: randomInteger(random, 5, 60),
    broken: randomInteger(random, 5, 60),
  }));
  const names = shuffle(random, HEADINGS);
  const headings = Object.fromEntries(COLUMNS.map((column, i) => [column, names[i]])) as Record<
    Column,
    string
  >;
  const columnNotes = COLUMNS.map((column): Note => ({ kind: 'column', heading: headings[column], column }));
  const corrections = drawCorrections(random, { rows, goods, places, people }, noteCount);
  const notes = [...columnNotes, ...corrections];
  const facts = { goods, places, rows, notes };
  const state = putRight(facts);
  const denied: Note[] = drawCorrections(
    random,
    { rows, goods, places, people },
    Math.ceil(noteCount / 2),
  ).filter((note) => !isNoteTrue(note, facts, state));
  const [one = 'price', other = 'size'] = shuffle(random, COLUMNS);
  denied.push({ kind: 'column', heading: headings[one], column: other });
  const [third = 'price', fourth = 'size'] = shuffle(random, COLUMNS);
  denied.push({ kind: 'column', heading: headings[third], column: fourth });
  const query = drawQuery(random, { goods, rows });
  const answer = answerTo(facts, query);
  if (answer === null || answer < 30) return null;
  // Changes that would alter the answer if a note was missed, or if a false one was believed.
  const needed = notes.filter(
    (note) => answerTo({ ...facts, notes: notes.filter((one) => one !== note) }, query) !== answer,
  );
  const traps = denied.filter((note) => answerTo({ ...facts, notes: [...notes, note] }, query) !== answer);
  if (needed.length + traps.length < Math.ceil(noteCount / 3)) return null;
  const conditions =
    query.kind === 'extreme' ? query.filter.length + 1 : query.one.length + query.other.length;
  const steps = needed.length + traps.length + conditions + COLUMNS_OF[query.measure];
  return { people, ...facts, headings, denied, query, answer, steps };
}

/** Number of columns that a measure needs. */
const COLUMNS_OF: Readonly<Record<Measure, number>> = { packs: 1, pieces: 2, money: 3 };

interface State {
  rows: readonly (Row & { counts: boolean })[];
  prices: readonly number[];
  keepers: readonly number[];
}

type Facts = Pick<LedgerPuzzle, 'goods' | 'places' | 'rows' | 'notes'>;

/** Whether the note's content is true after all corrections, for whatever reason. */
function isNoteTrue(note: Note, { goods, rows }: Facts, state: State): boolean {
  if (note.kind === 'column') return false;
  if (note.kind === 'price') return state.prices[note.good] === (goods[note.good]?.price ?? 0) + note.by;
  if (note.kind === 'keeper') return state.keepers[note.place] === note.keeper;
  const row = state.rows[note.row] as State['rows'][number];
  const packs = (index: number) => rows[index]?.packs ?? 0;
  switch (note.kind) {
    case 'packs':
      return row.packs === packs(note.row) + note.by;
    case 'like':
      return row.packs === (state.rows[note.other]?.packs ?? 0) + note.by;
    case 'struck':
      return !row.counts;
    case 'swapped':
      return row.packs === packs(note.other) || state.rows[note.other]?.packs === packs(note.row);
    default:
      return row[note.kind] === { good: 0, place: 0, day: 0, ...note }[note.kind];
  }
}

function drawCorrections(
  random: Random,
  { rows, goods, places, people }: Pick<LedgerPuzzle, 'rows' | 'goods' | 'places' | 'people'>,
  count: number,
): Note[] {
  const free = shuffle(random, [...rows.keys()]);
  const freeGoods = shuffle(random, [...goods.keys()]);
  const notes: Note[] = [];
  while (notes.length < count && free.length > 1) {
    const row = free[0] ?? 0;
    const [of, by] = [rows[row] as Row, randomInteger(random, 2, 30) * (random.below(2) === 0 ? 1 : -1)];
    const draw = random.below(16);
    const touched = notes.flatMap((note) => ('row' in note ? [note.row] : []));
    if (draw < 2 && touched.length > 0) {
      notes.push({ kind: 'like', row: free.shift() ?? 0, other: pickOne(random, touched), by: Math.abs(by) });
    } else if (draw < 4) {
      if (of.packs + by < 2) continue;
      notes.push({ kind: 'packs', row: free.shift() ?? 0, by });
    } else if (draw < 6) notes.push({ kind: 'struck', row: free.shift() ?? 0 });
    else if (draw < 8)
      notes.push({
        kind: 'good',
        row: free.shift() ?? 0,
        good: (of.good + 1 + random.below(goods.length - 1)) % goods.length,
      });
    else if (draw < 10)
      notes.push({
        kind: 'place',
        row: free.shift() ?? 0,
        place: (of.place + 1 + random.below(places.length - 1)) % places.length,
      });
    else if (draw < 11)
      notes.push({
        kind: 'day',
        row: free.shift() ?? 0,
        day: (of.day + 1 + random.below(DAYS.length - 1)) % DAYS.length,
      });
    else if (draw < 13) notes.push({ kind: 'swapped', row: free.shift() ?? 0, other: free.shift() ?? 0 });
    else if (draw < 15) {
      const good = freeGoods[0];
      const price = randomInteger(random, 1, 9) * (random.below(2) === 0 ? 1 : -1);
      if (good === undefined || (goods[good]?.price ?? 0) + price < 1) continue;
      notes.push({ kind: 'price', good: freeGoods.shift() ?? 0, by: price });
    } else if (!notes.some(({ kind }) => kind === 'keeper')) {
      const place = random.below(places.length);
      const keeper = ((places[place]?.keeper ?? 0) + 1 + random.below(people.length - 1)) % people.length;
      notes.push({ kind: 'keeper', place, keeper });
    }
  }
  return notes;
}

function drawQuery(random: Random, { goods, rows }: Pick<LedgerPuzzle, 'goods' | 'rows'>): Query {
  const measure = pickOne(random, ['pieces', 'money', 'money', 'packs'] as const);
  const filter = () => drawFilter(random, goods.length, rows.length);
  switch (random.below(3)) {
    case 0:
      return { kind: 'gap', measure, one: filter(), other: filter() };
    case 1:
      return { kind: 'both', measure, one: filter(), other: filter() };
    default:
      return {
        kind: 'extreme',
        which: pickOne(random, ['most', 'least'] as const),
        by: pickOne(random, ['pieces', 'money', 'packs'] as const),
        filter: filter(),
        measure,
      };
  }
}

function drawFilter(random: Random, goods: number, rows: number): Filter {
  const all: Condition[] = [
    { kind: 'keeper', person: random.below(3) },
    { kind: 'good', good: random.below(goods), is: random.below(3) === 0 },
    { kind: 'day', day: random.below(DAYS.length), is: random.below(4) === 0 },
    { kind: 'above', row: random.below(rows) },
  ];
  return shuffle(random, all).slice(0, 2);
}

/** The tables after all corrections. */
function putRight({ goods, places, rows, notes }: Facts): State {
  const [right, prices, keepers] = [
    rows.map((row) => ({ ...row, counts: true })),
    goods.map(({ price }) => price),
    places.map(({ keeper }) => keeper),
  ];
  for (const note of notes) {
    if (note.kind === 'price') prices[note.good] = (prices[note.good] ?? 0) + note.by;
    if (note.kind === 'keeper') keepers[note.place] = note.keeper;
    if (!('row' in note)) continue;
    const row = right[note.row];
    if (row === undefined) continue;
    if (note.kind === 'packs') row.packs += note.by;
    if (note.kind === 'struck') row.counts = false;
    if (note.kind === 'good') row.good = note.good;
    if (note.kind === 'place') row.place = note.place;
    if (note.kind === 'day') row.day = note.day;
    // An earlier note corrects the other row.
    if (note.kind === 'like') row.packs = (right[note.other]?.packs ?? 0) + note.by;
    const other = note.kind === 'swapped' ? right[note.other] : undefined;
    if (other !== undefined) [row.packs, other.packs] = [other.packs, row.packs];
  }
  return { rows: right, prices, keepers };
}

/** The answer to a query; null if there is no single answer. */
function answerTo(facts: Facts, query: Query): number | null {
  const { goods, places } = facts;
  const { rows: right, prices, keepers } = putRight(facts);
  const passes = (row: (typeof right)[number], filter: Filter) =>
    row.counts &&
    filter.every((condition) => {
      if (condition.kind === 'keeper') return keepers[row.place] === condition.person;
      if (condition.kind === 'good') return (row.good === condition.good) === condition.is;
      if (condition.kind === 'day') return (row.day === condition.day) === condition.is;
      return row.packs > (right[condition.row]?.packs ?? 0);
    });
  const measured = (row: Row, measure: Measure) => {
    if (measure === 'packs') return row.packs;
    const pieces = row.packs * (goods[row.good]?.size ?? 0);
    return measure === 'pieces' ? pieces : pieces * (prices[row.good] ?? 0);
  };
  const total = (some: readonly Row[], measure: Measure) =>
    some.reduce((all, row) => all + measured(row, measure), 0);
  if (query.kind === 'extreme') {
    const counted = right.filter((row) => passes(row, query.filter));
    const totals = places.map((_, i) =>
      total(
        counted.filter(({ place }) => place === i),
        query.by,
      ),
    );
    const there = totals.map((value, i) => ({ value, i })).filter(({ value }) => value > 0);
    there.sort((a, b) => (query.which === 'most' ? b.value - a.value : a.value - b.value));
    const [first, second] = there;
    if (first === undefined || second === undefined || first.value === second.value) return null;
    return total(
      right.filter((row) => row.counts && row.place === first.i),
      query.measure,
    );
  }
  const [one, other] = [query.one, query.other].map((filter) => right.filter((row) => passes(row, filter)));
  if (one === undefined || other === undefined || one.length < 2 || other.length < 2) return null;
  if (query.kind === 'gap') return Math.abs(total(one, query.measure) - total(other, query.measure));
  return total([...new Set([...one, ...other])], query.measure);
}

function tell(random: WordRandom, puzzle: LedgerPuzzle): string {
  const { people, goods, places, rows, headings, notes, denied, query } = puzzle;
  const facts = [
    ...notes.map((note) => frameStatement(random, (as) => stateNote(random, puzzle, note, as), true)),
    ...denied.map((note) => frameStatement(random, (as) => stateNote(random, puzzle, note, as), false)),
  ];
  const describe = (key: string) => describeThing(random, puzzle, key);
  const written = capitaliseSentences(
    writeOutMentions(random, arrangeSentences(random, facts).map(toSentence).join(' '), describe, BY_PLACE),
  );
  const question = toSentence(
    fillAnyTemplate(random, QUESTIONS[query.kind], questionSlots(random, puzzle, query)),
  );
  const plain = question.replace(/«([^»]*)»/g, (_, key: string) => describe(key));
  return [
    table(random, rows, [
      ['row', ({ id }) => id],
      ['good', ({ good }) => goods[good]?.code ?? ''],
      ['place', ({ place }) => places[place]?.code ?? ''],
      ['day', ({ day }) => DAYS[day] ?? ''],
      [headings.packs, ({ packs }) => String(packs)],
      [headings.broken, ({ broken }) => String(broken)],
    ]),
    table(random, goods, [
      ['code', ({ code }) => code],
      ['name', ({ name }) => name],
      [headings.price, ({ price }) => String(price)],
      [headings.size, ({ size }) => String(size)],
      [headings.stock, ({ stock }) => String(stock)],
    ]),
    table(random, places, [
      ['code', ({ code }) => code],
      ['town', ({ town }) => town],
      ['kept by', ({ keeper }) => people[keeper]?.name ?? ''],
    ]),
    `${introducePeople(random, people)} A row of the first table is a sale of packs of one good at one place. Its pieces are its packs times the pieces in a pack, its turnover is its pieces times the price of a piece.`,
    written,
    `What is said to hold is put right in the tables, everywhere, before anything is counted; what is said not to hold changes nothing. ${PLACES_IN_TEXT} A row that has been struck counts nowhere, but the number of its packs is still known.`,
    `${plain.replace(/\.$/, '?')} The last line of your reply must have the form "Answer: <number>".`,
  ].join('\n\n');
}

type Columns<T> = readonly (readonly [heading: string, value: (row: T) => string])[];

/** The tables in Markdown, with rows and columns in any order. */
function table<T>(random: WordRandom, rows: readonly T[], columns: Columns<T>): string {
  const order = shuffle(random, columns);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(order.map(([heading]) => heading)),
    line(order.map(() => '---')),
    ...shuffle(random, rows).map((row) => line(order.map(([, value]) => value(row)))),
  ].join('\n');
}

function describeThing(
  random: WordRandom,
  { rows, goods, places, people }: LedgerPuzzle,
  key: string,
): string {
  const index = Number(key.slice(1));
  if (key.startsWith('r'))
    return fillTemplate(random, '[row|entry|sale] {id}', { id: rows[index]?.id ?? '' });
  const good = goods[index];
  if (key.startsWith('g'))
    return fillTemplate(random, '[{name}|the goods with the code {code}|what {code} stands for]', {
      name: good?.name ?? '',
      code: good?.code ?? '',
    });
  const place = places[index];
  if (key.startsWith('p'))
    return fillTemplate(random, '[{town}|the place with the code {code}|the town that {code} stands for]', {
      town: place?.town ?? '',
      code: place?.code ?? '',
    });
  return personName(random, people, index);
}

/** The sentence of the note or, if `as` is false, its negation. */
function stateNote(random: WordRandom, { goods }: LedgerPuzzle, note: Note, as: boolean): Clause {
  switch (note.kind) {
    case 'column':
      return fillAnyTemplate(random, as ? COLUMN : COLUMN_NOT, {
        heading: note.heading,
        what: fillTemplate(random, GIVES[note.column]),
      });
    case 'packs': {
      const n = wordQuantity(random, Math.abs(note.by));
      return fillAnyTemplate(
        random,
        note.by > 0 ? (as ? TOO_FEW : TOO_FEW_NOT) : as ? TOO_MANY : TOO_MANY_NOT,
        {
          r: mentionOf(`r${note.row}`),
          n,
        },
      );
    }
    case 'like':
      return fillAnyTemplate(random, as ? LIKE : LIKE_NOT, {
        r: mentionOf(`r${note.row}`),
        s: mentionOf(`r${note.other}`),
        n: wordQuantity(random, note.by),
      });
    case 'struck':
      return fillAnyTemplate(random, as ? STRUCK : STRUCK_NOT, { r: mentionOf(`r${note.row}`) });
    case 'good':
      return fillAnyTemplate(random, as ? OTHER_GOOD : OTHER_GOOD_NOT, {
        r: mentionOf(`r${note.row}`),
        v: mentionOf(`g${note.good}`),
      });
    case 'place':
      return fillAnyTemplate(random, as ? OTHER_PLACE : OTHER_PLACE_NOT, {
        r: mentionOf(`r${note.row}`),
        v: mentionOf(`p${note.place}`),
      });
    case 'day':
      return fillAnyTemplate(random, as ? OTHER_DAY : OTHER_DAY_NOT, {
        r: mentionOf(`r${note.row}`),
        v: DAYS[note.day] ?? '',
      });
    case 'swapped':
      return fillAnyTemplate(random, as ? SWAPPED : SWAPPED_NOT, {
        r: mentionOf(`r${note.row}`),
        s: mentionOf(`r${note.other}`),
      });
    case 'price': {
      const n = figureOrWords(random, Math.abs(note.by));
      const after = figureOrWords(random, (goods[note.good]?.price ?? 0) + note.by);
      return fillAnyTemplate(random, note.by > 0 ? (as ? DEARER : DEARER_NOT) : as ? CHEAPER : CHEAPER_NOT, {
        g: mentionOf(`g${note.good}`),
        n,
        after,
      });
    }
    case 'keeper':
      return fillAnyTemplate(random, as ? OTHER_KEEPER : OTHER_KEEPER_NOT, {
        p: mentionOf(`p${note.place}`),
        k: mentionOf(`k${note.keeper}`),
      });
  }
}

function questionSlots(random: WordRandom, puzzle: LedgerPuzzle, query: Query): Record<string, string> {
  const measure = fillTemplate(random, MEASURES[query.measure]);
  if (query.kind === 'extreme') {
    return {
      measure,
      by: fillTemplate(random, MEASURES[query.by]),
      which: fillTemplate(
        random,
        query.which === 'most' ? '[largest|highest|greatest]' : '[smallest|lowest|least]',
      ),
      f: stateFilter(random, puzzle, query.filter),
    };
  }
  return { measure, f: stateFilter(random, puzzle, query.one), g: stateFilter(random, puzzle, query.other) };
}

const stateFilter = (random: WordRandom, puzzle: LedgerPuzzle, filter: Filter): string =>
  filter.map((condition) => stateCondition(random, puzzle, condition)).join(' and ');

function stateCondition(random: WordRandom, { rows }: LedgerPuzzle, condition: Condition): string {
  switch (condition.kind) {
    case 'keeper':
      return fillAnyTemplate(random, BY_KEEPER, { k: mentionOf(`k${condition.person}`) });
    case 'good':
      return fillAnyTemplate(random, condition.is ? BY_GOOD : BY_OTHER_GOOD, {
        g: mentionOf(`g${condition.good}`),
      });
    case 'day':
      return fillAnyTemplate(random, condition.is ? BY_DAY : BY_OTHER_DAY, { d: DAYS[condition.day] ?? '' });
    case 'above':
      return fillAnyTemplate(random, BY_ABOVE, { id: rows[condition.row]?.id ?? '' });
  }
}

const byPlace = (noun: string) => ({
  last: `the ${noun} named last`,
  lastButOne: `the ${noun} named last but one`,
});

const BY_PLACE = {
  r: byPlace('[row|entry|sale]'),
  g: byPlace('good'),
  p: byPlace('[place|town]'),
  k: byPlace('[person|keeper]'),
};

const GIVES: Readonly<Record<Column, string>> = {
  price:
    '[the price of one piece in euros|what a single piece costs, in euros|how many euros are asked for a piece]',
  size: '[how many pieces are in a pack|the pieces that make up one pack|the content of one pack, in pieces]',
  stock:
    '[how many packs are left in stock|the packs that are still in the warehouse|what has not been sold yet, in packs]',
  packs: '[how many packs were sold|the packs that changed hands|the number of packs of the sale]',
  broken:
    '[how many packs were looked at and not bought|the packs that were shown but not sold|the number of packs that were asked about]',
};

const COLUMN = [
  'the column [headed|under|below the heading] “{heading}” [gives|shows|lists] {what}',
  '“{heading}” stands for {what}',
  'to find {what}, one looks under “{heading}”',
  'by “{heading}” the table means {what}',
  'what “{heading}” is about is {what}',
];
const COLUMN_NOT = [
  'the column [headed|under] “{heading}” does not [give|show|list] {what}',
  '“{heading}” does not stand for {what}',
  'to find {what}, one does not look under “{heading}”',
  'by “{heading}” the table means something other than {what}',
];

const TOO_FEW = [
  'the packs of {r} are {n} too few',
  '{r} should have {n} more packs than it has',
  '{r} [lacks|is missing] {n} packs',
  'the number of packs in {r} has to be [raised|increased] by {n}',
  '{n} packs were [forgotten|overlooked] in {r}',
  'somebody left {n} packs out of the number in {r}',
  '{r} sold {n} packs more than are written',
  'to the packs of {r} one has to add {n}',
  'the packs written in {r} fall {n} short of the truth',
];

const TOO_FEW_NOT = [
  'the packs of {r} are not {n} too few',
  'the number of packs in {r} does not have to be raised by {n}',
  'nobody forgot {n} packs in {r}',
];
const TOO_MANY = [
  'the packs of {r} are {n} too many',
  '{r} should have {n} fewer packs than it has',
  '{r} [overstates|exaggerates] its packs by {n}',
  'the number of packs in {r} has to be [lowered|reduced] by {n}',
  '{n} packs [too many were written|that were never there were written] into {r}',
  'somebody put {n} packs too many into the number in {r}',
  '{r} sold {n} packs fewer than are written',
  'from the packs of {r} one has to take {n}',
  'the packs written in {r} go {n} beyond the truth',
];

const TOO_MANY_NOT = [
  'the packs of {r} are not {n} too many',
  'the number of packs in {r} does not have to be lowered by {n}',
  'nobody added {n} packs to {r} that were never there',
];
const LIKE = [
  'the true packs of {r} outnumber the true packs of {s} by {n}',
  'in truth {s} has {n} fewer packs than {r}, which is the one written wrongly',
  'the packs of {r} have to be read as those of {s}, once these are right, plus {n}',
  'the table is wrong about the packs of {r}: they exceed those of {s}, as these truly are, by {n}',
  'to know the packs of {r}, wrongly written, take the true ones of {s} and add {n}',
  'once {s} is right, {r} has to be given its packs and {n} more',
  'the true packs of {r} are those of {s}, when true, and another {n}',
];

const LIKE_NOT = [
  'the true packs of {r} do not outnumber the true packs of {s} by {n}',
  'the true packs of {r} are not those of {s}, when true, and another {n}',
];
const STRUCK = [
  '{r} [has to be struck|does not count|is void|was called off|is to be left out of account]',
  'the sale in {r} [never took place|was cancelled|fell through]',
  '{r} was entered by mistake and [goes|is dropped] altogether',
  'nothing of what {r} says was ever sold',
  '{r} [is to be ignored|has no force|is to be crossed out]',
  'one has to count as if {r} were not there',
  'there was no such sale as {r}',
];

const STRUCK_NOT = [
  '{r} does not have to be struck',
  'the sale in {r} was not cancelled',
  'nobody called off {r}',
];
const OTHER_GOOD = [
  'what was sold in {r} was {v}, whatever its code says',
  '{r} has the wrong good and [belongs to|should say] {v}',
  'the good in {r} has to be read as {v}',
  '{r} was a sale of {v} and of nothing else',
  'the code in {r} should be that of {v}',
  'the good that left the shop in {r} was {v}',
  'in {r}, put {v} for the good',
];

const OTHER_GOOD_NOT = [
  'what was sold in {r} was not {v}',
  'the good in {r} does not have to be read as {v}',
  '{r} was a sale of something other than {v}',
];
const OTHER_PLACE = [
  '{r} [took place in|happened at|belongs to] {v}, whatever its code says',
  '{r} has the wrong place and should say {v}',
  'the place in {r} has to be read as {v}',
  'it was {v} where {r} was made',
  'the code of the place in {r} should be that of {v}',
  '{r} was a sale at {v}',
  'in {r}, put {v} for the place',
];

const OTHER_PLACE_NOT = [
  '{r} did not take place in {v}',
  'the place in {r} does not have to be read as {v}',
  '{r} was made somewhere other than {v}',
];
const OTHER_DAY = [
  '{r} was made on {v}, whatever it says',
  'the day in {r} has to be read as {v}',
  '{r} has the wrong day and belongs to {v}',
  '{v} was the day on which {r} took place',
  'in {r}, put {v} for the day',
];

const OTHER_DAY_NOT = [
  '{r} was not made on {v}',
  'the day in {r} does not have to be read as {v}',
  '{r} was made on a day other than {v}',
];
const SWAPPED = [
  '{r} and {s} have each other’s number of packs',
  'the packs of {r} and {s} were [mixed up|swapped|confused] and belong the other way round',
  'the packs written in {r} are those of {s}, and the other way round',
  'the numbers of packs of {r} and {s} have to change places',
  'the packs of {r} were written into {s}, and those of {s} into {r}',
  'put the packs of {s} into {r}, and those of {r} into {s}',
];

const SWAPPED_NOT = [
  '{r} and {s} do not have each other’s number of packs',
  'the packs of {r} and {s} were not mixed up',
  'the numbers of packs of {r} and {s} do not have to change places',
];
const DEARER = [
  'a piece of {g} costs {n} euros more than the table says',
  'the price of {g} is understated by {n} euros',
  'the table has {g} too cheap, by {n} euros a piece',
  'the true price of a piece of {g} is {after} euros',
  '{n} euros have to be added to the price of {g}',
  'in truth {g} costs {n} euros a piece more than is written',
  'the price in the table for {g} lacks {n} euros',
];

const DEARER_NOT = [
  'a piece of {g} does not cost {n} euros more than the table says',
  'the price of {g} is not understated by {n} euros',
  'the true price of a piece of {g} is not {after} euros',
];
const CHEAPER = [
  'a piece of {g} costs {n} euros less than the table says',
  'the price of {g} is overstated by {n} euros',
  'the table has {g} too dear, by {n} euros a piece',
  'the true price of a piece of {g} is {after} euros',
  '{n} euros have to be taken off the price of {g}',
  'in truth {g} costs {n} euros a piece less than is written',
  'the price in the table for {g} has {n} euros too many',
];

const CHEAPER_NOT = [
  'a piece of {g} does not cost {n} euros less than the table says',
  'the price of {g} is not overstated by {n} euros',
  'the true price of a piece of {g} is not {after} euros',
];
const OTHER_KEEPER = [
  '{p} is in truth kept by {k}',
  'it is {k} who keeps {p}, whatever the table says',
  '{k} has taken over {p} for all of these sales',
  'the keeper of {p} is {k} and not the one in the table',
  '{p} has {k} as its keeper in truth',
];

const OTHER_KEEPER_NOT = [
  '{p} is not kept by {k}',
  'it is not {k} who keeps {p}',
  'the keeper of {p} is somebody other than {k}',
];

const MEASURES: Readonly<Record<Measure, string>> = {
  pieces: '[number of pieces|count of pieces]',
  money: '[turnover in euros|turnover]',
  packs: '[number of packs|count of packs]',
};

const BY_KEEPER = [
  'are at a place that {k} keeps',
  'were made [where|in a town where] {k} is the keeper',
  'belong to one of the places of {k}',
  'have {k} as the keeper of their place',
  'took place under the eyes of {k} as the keeper',
];
const BY_GOOD = [
  'are about {g}',
  'are of {g}',
  'concern {g} [alone|only]',
  'have {g} as their good',
  'sell {g}',
];
const BY_OTHER_GOOD = [
  'are about anything but {g}',
  'are not of {g}',
  'concern goods other than {g}',
  'have a good that is not {g}',
  'sell something other than {g}',
];
const BY_DAY = ['were made on {d}', 'fall on {d}', 'have {d} as their day', 'took place on {d}'];
const BY_OTHER_DAY = [
  'were made on any day but {d}',
  'do not fall on {d}',
  'have a day other than {d}',
  'took place on days that were not {d}',
];
const BY_ABOVE = [
  'have more packs than row {id} has',
  'exceed row {id} in packs',
  'outdo row {id} in the number of packs',
  'are ahead of row {id} in packs',
  'leave row {id} behind in packs',
];

const QUESTIONS: Readonly<Record<Query['kind'], readonly string[]>> = {
  gap: [
    'by how much does the {measure} of all rows together that {f} differ from that of all rows together that {g}',
    'take the total {measure} of the rows that {f}, and that of the rows that {g}: what is the larger less the smaller',
    'between the rows that {f} and the rows that {g}, each taken together, how large is the gap in {measure}',
  ],
  both: [
    'what is the total {measure} of the rows that {f} or else {g}, or both, each row being counted once',
    'count once each of the rows that {f}, and once each of those that {g}, but none of them twice: what {measure} do they have together',
  ],
  extreme: [
    'count for each town only the rows that {f}, leave out towns without any, and find the town with the {which} {by}: what is the {measure} of all rows of that town, counted or not',
    'among the towns that have rows that {f}, which is the one with the {which} {by} of such rows, and what {measure} do all its rows have, such or not',
  ],
};

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'];
const CODES = 'ABCDEFGHJKLMNPQSTUVWX'.split('');
const HEADINGS = 'alpha beta gamma delta kappa lambda sigma omega quill ember onyx raven thistle zinc'.split(
  ' ',
);
const GOODS = 'chairs clocks kettles lamps mirrors rugs shelves tables vases stools'.split(' ');
const TOWNS = 'Bergen Cork Dresden Faro Ghent Graz Kiel Lille Oulu Porto Riga Split'.split(' ');
