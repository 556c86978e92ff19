import { pickOne, type Random, randomInteger, shuffle } from '../../../statistics/statistics.ts';
import type { Item } from '../../item.ts';
import { figureOrWords } from '../wording/figures.ts';
import { wordQuantity } from '../wording/numbers.ts';
import {
  arrangeSentences,
  type Clause,
  capitaliseSentences,
  fillAnyTemplate,
  isOneIn,
  mentionOf,
  PLACES_IN_TEXT,
  toSentence,
  type WordRandom,
  writeOutMentions,
} from '../wording/wording.ts';
import { drawPeople, introducePeople, type Person, personName, shortPersonName } from './people.ts';
import { frameStatement } from './standing.ts';

/**
 * Arithmetic in prose: stocks of goods, each stated by its relation to others, in any order, among relations that the
 * question does not need and others that are said not to hold.
 *
 * A stock is a good of a person. Relations, all in whole numbers: a stock is a number; two differ by a number; one is a
 * multiple of another; one is the sum of two others; one lies halfway between two; two or three have a total; one
 * exceeds the larger (or the smaller) of two by a number; one fills a number of vessels of a size that another sentence
 * states, with a remainder. The wording of a relation does not depend on which of its stocks it serves to find.
 */
export interface Puzzle {
  /** Name and trade of each person. */
  people: readonly Person[];
  stocks: readonly Stock[];
  vessels: readonly { name: string; size: number }[];
  relations: readonly Relation[];
  /** Relations that are said not to hold: about stocks that matter, in the same words. */
  denied: readonly Relation[];
  asked: number;
  answer: number;
  /**
   * Number of relations that the answer needs; those of vessels count twice, because their size is another sentence.
   */
  steps: number;
}

interface Stock {
  owner: number;
  good: string;
}

/** Stocks are referred to by their index. */
export type Relation =
  | { kind: 'is'; a: number; n: number }
  | { kind: 'apart'; large: number; small: number; n: number }
  | { kind: 'times'; large: number; small: number; n: number }
  | { kind: 'sum'; whole: number; parts: readonly [number, number] }
  | { kind: 'middle'; middle: number; ends: readonly [number, number] }
  | { kind: 'total'; parts: readonly number[]; n: number }
  | { kind: 'beyond'; a: number; of: readonly [number, number]; which: 'larger' | 'smaller'; n: number }
  | { kind: 'packed'; a: number; vessel: number; count: number; rest: number };

export function makeQuantities(random: WordRandom, steps: number): Omit<Item, 'id'> {
  const puzzle = drawQuantities(random, steps);
  return {
    input: [{ role: 'user', content: tell(random, puzzle) }],
    expected: String(puzzle.answer),
    grader: { type: 'numeric', options: {} },
    metadata: { difficulty: puzzle.steps, relations: puzzle.relations.length },
  };
}

const MOST = 3000;

export function drawQuantities(random: Random, steps: number): Puzzle {
  const people = drawPeople(random, 7);
  const goods = shuffle(random, GOODS).slice(0, 6);
  const stocks = shuffle(
    random,
    people.flatMap((_, owner) => goods.map((good) => ({ owner, good }))),
  );
  const vessels = shuffle(random, VESSELS)
    .slice(0, 3)
    .map((name) => ({ name, size: randomInteger(random, 6, 40) }));
  const values: number[] = [];
  const relations: Relation[] = [];
  const open: number[] = [];
  const add = (relation: Relation, value: number, from: readonly number[]) => {
    relations.push(relation);
    for (const used of from) if (open.includes(used)) open.splice(open.indexOf(used), 1);
    open.push(values.length);
    values.push(value);
  };
  while (values.length < steps || open.length > 1) {
    const rest = steps - values.length;
    const leaf = open.length === 0 || (open.length < rest - 1 && open.length < 3 && isOneIn(random, 4));
    const step = leaf ? drawLeaf(random, values.length, vessels) : drawStep(random, values, open, rest);
    if (step !== null && step.value >= 3 && step.value <= MOST) add(step.relation, step.value, step.from);
  }
  const asked = values.length - 1;
  const needed = values.length;
  // Stocks that depend on those that matter, in the same ways, and that the question does not need.
  while (values.length < needed + Math.ceil(steps / 2)) {
    const step = isOneIn(random, 4)
      ? drawLeaf(random, values.length, vessels)
      : drawStep(random, values, [random.below(values.length), random.below(values.length)], 9);
    if (step !== null && step.value >= 3 && step.value <= MOST) add(step.relation, step.value, step.from);
  }
  const denied: Relation[] = [];
  while (denied.length < Math.ceil(steps / 2)) {
    const of = random.below(needed);
    const others = shuffle(
      random,
      [...values.keys()].filter((i) => i !== of),
    );
    const relation = drawFalse(random, of, others, values);
    if (relation !== null) denied.push(relation);
  }
  return {
    people,
    stocks: stocks.slice(0, values.length),
    vessels,
    relations,
    denied,
    asked,
    answer: values[asked] ?? 0,
    steps: needed + relations.slice(0, needed).filter(({ kind }) => kind === 'packed').length,
  };
}

interface Step {
  relation: Relation;
  value: number;
  from: readonly number[];
}

function drawLeaf(random: Random, a: number, vessels: Puzzle['vessels']): Step {
  if (isOneIn(random, 2)) {
    const n = randomInteger(random, 11, 190);
    return { relation: { kind: 'is', a, n }, value: n, from: [] };
  }
  const vessel = random.below(vessels.length);
  const size = vessels[vessel]?.size ?? 0;
  const [count, rest] = [randomInteger(random, 2, 9), randomInteger(random, 1, size - 1)];
  return { relation: { kind: 'packed', a, vessel, count, rest }, value: size * count + rest, from: [] };
}

/** The next stock from a known one and, for some relations, another one; null if the draw is impossible. */
function drawStep(
  random: Random,
  values: readonly number[],
  open: readonly number[],
  rest: number,
): Step | null {
  const next = values.length;
  const [first = 0, second] = shuffle(random, open);
  const others = values.map((_, i) => i).filter((i) => i !== first);
  const isPair = others.length > 0 && (open.length > rest || !isOneIn(random, 3));
  if (!isPair) return single(random, next, first, values[first] ?? 0);
  const other = second !== undefined && second !== first ? second : pickOne(random, others);
  return pair(random, next, [first, other], [values[first] ?? 0, values[other] ?? 0]);
}

function single(random: Random, next: number, a: number, value: number): Step | null {
  const n = randomInteger(random, 4, 95);
  const by = randomInteger(random, 2, 6);
  const from = [a];
  switch (random.below(4)) {
    case 0:
      return { relation: { kind: 'apart', large: next, small: a, n }, value: value + n, from };
    case 1:
      return { relation: { kind: 'apart', large: a, small: next, n }, value: value - n, from };
    case 2:
      return { relation: { kind: 'times', large: next, small: a, n: by }, value: value * by, from };
    default:
      if (value % by !== 0) return null;
      return { relation: { kind: 'times', large: a, small: next, n: by }, value: value / by, from };
  }
}

function pair(
  random: Random,
  next: number,
  from: readonly [number, number],
  [x, y]: readonly [number, number],
): Step | null {
  const [a, b] = from;
  const n = randomInteger(random, 4, 95);
  const third = randomInteger(random, 20, 400);
  switch (random.below(6)) {
    case 0:
      return { relation: { kind: 'sum', whole: next, parts: from }, value: x + y, from };
    case 1:
      return { relation: { kind: 'sum', whole: a, parts: [b, next] }, value: x - y, from };
    case 2:
      if ((x + y) % 2 !== 0) return null;
      return { relation: { kind: 'middle', middle: next, ends: from }, value: (x + y) / 2, from };
    case 3:
      return { relation: { kind: 'middle', middle: a, ends: [b, next] }, value: 2 * x - y, from };
    case 4:
      return {
        relation: { kind: 'total', parts: shuffle(random, [a, b, next]), n: x + y + third },
        value: third,
        from,
      };
    default: {
      if (x === y) return null;
      const which = pickOne(random, ['larger', 'smaller'] as const);
      const value = (which === 'larger' ? Math.max(x, y) : Math.min(x, y)) + n;
      return { relation: { kind: 'beyond', a: next, of: from, which, n }, value, from };
    }
  }
}

/** A false relation in the same form as true ones. */
function drawFalse(
  random: Random,
  of: number,
  [other = 0, third = 0]: readonly number[],
  values: readonly number[],
): Relation | null {
  const [x = 0, y = 0, z = 0] = [values[of], values[other], values[third]];
  const n = randomInteger(random, 4, 95);
  switch (random.below(5)) {
    case 0:
      return x === n ? null : { kind: 'is', a: of, n };
    case 1:
      return x - y === n ? null : { kind: 'apart', large: of, small: other, n };
    case 2: {
      const by = 2 + (n % 5);
      return x === y * by ? null : { kind: 'times', large: of, small: other, n: by };
    }
    case 3:
      return x === y + z ? null : { kind: 'sum', whole: of, parts: [other, third] };
    default:
      return y - x === n ? null : { kind: 'apart', large: other, small: of, n };
  }
}

function tell(random: WordRandom, puzzle: Puzzle): string {
  const { people, stocks, vessels, relations, denied, asked } = puzzle;
  const facts = [
    ...relations.map((relation) =>
      frameStatement(random, (as) => stateRelation(random, relation, vessels, as), true),
    ),
    ...denied.map((relation) =>
      frameStatement(random, (as) => stateRelation(random, relation, vessels, as), false),
    ),
    ...vessels.map(({ name, size }) =>
      fillAnyTemplate(random, VESSEL_HOLDS, { vessel: name, n: wordQuantity(random, size) }),
    ),
  ];
  const text = arrangeSentences(random, facts).map(toSentence).join(' ');
  const stock = (key: string) => stockName(random, puzzle, Number(key));
  const written = writeOutMentions(random, text, stock, BY_PLACE);
  const { owner, good } = stocks[asked] as Stock;
  const question = toSentence(
    fillAnyTemplate(random, QUESTIONS, { owner: shortPersonName(random, people[owner] as Person), good }),
  ).replace(/\.$/, '?');
  return [
    `${introducePeople(random, people)}\n\n${capitaliseSentences(written)}`,
    `${PLACES_IN_TEXT} What is said not to hold, or only said by mistake, says nothing about the truth. All numbers are whole.`,
    `${question} The last line of your reply must have the form "Answer: <number>".`,
  ].join('\n\n');
}

function stockName(random: WordRandom, { people, stocks }: Puzzle, index: number): string {
  const { owner, good } = stocks[index] as Stock;
  return fillAnyTemplate(random, STOCK, {
    owner: shortPersonName(random, people[owner] as Person),
    who: personName(random, people, owner),
    good,
  });
}

/** A clause that the relation holds or, if `as` is false, that it does not. */
function stateRelation(
  random: WordRandom,
  relation: Relation,
  vessels: Puzzle['vessels'],
  as: boolean,
): Clause {
  switch (relation.kind) {
    case 'is':
      return fillAnyTemplate(random, as ? IS : IS_NOT, {
        a: mentionOf(relation.a),
        n: wordQuantity(random, relation.n),
      });
    case 'apart':
      return fillAnyTemplate(random, as ? MIN_DIFFERENCE : APART_NOT, {
        large: mentionOf(relation.large),
        small: mentionOf(relation.small),
        n: wordQuantity(random, relation.n),
      });
    case 'times': {
      const special = TIMES_OF[relation.n];
      const templates = special === undefined || isOneIn(random, 2) ? TIMES : special;
      return fillAnyTemplate(random, as ? templates : TIMES_NOT, {
        large: mentionOf(relation.large),
        small: mentionOf(relation.small),
        n: figureOrWords(random, relation.n),
      });
    }
    case 'sum': {
      const [a, b] = shuffle(random, relation.parts).map(mentionOf);
      return fillAnyTemplate(random, as ? SUM : SUM_NOT, {
        whole: mentionOf(relation.whole),
        a: a ?? '',
        b: b ?? '',
      });
    }
    case 'middle': {
      const [a, b] = shuffle(random, relation.ends).map(mentionOf);
      return fillAnyTemplate(random, as ? MIDDLE : MIDDLE_NOT, {
        middle: mentionOf(relation.middle),
        a: a ?? '',
        b: b ?? '',
      });
    }
    case 'total': {
      const [a, b, c] = shuffle(random, relation.parts).map(mentionOf);
      return fillAnyTemplate(random, as ? TOTAL : TOTAL_NOT, {
        a: a ?? '',
        b: b ?? '',
        c: c ?? '',
        n: wordQuantity(random, relation.n),
      });
    }
    case 'beyond': {
      const [b, c] = shuffle(random, relation.of).map(mentionOf);
      const [larger, smaller] = as
        ? [BEYOND_LARGER, BEYOND_SMALLER]
        : [BEYOND_LARGER_NOT, BEYOND_SMALLER_NOT];
      const templates = relation.which === 'larger' ? larger : smaller;
      return fillAnyTemplate(random, templates, {
        a: mentionOf(relation.a),
        b: b ?? '',
        c: c ?? '',
        n: wordQuantity(random, relation.n),
      });
    }
    case 'packed':
      return fillAnyTemplate(random, as ? PACKED : PACKED_NOT, {
        a: mentionOf(relation.a),
        vessel: vessels[relation.vessel]?.name ?? '',
        count: figureOrWords(random, relation.count),
        rest: wordQuantity(random, relation.rest),
      });
  }
}

const BY_PLACE = {
  '': {
    last: '[those named last|the ones named last|the last-named|the ones that were named just before]',
    lastButOne: '[those named last but one|the ones named last but one|the last-named but one]',
  },
};

const STOCK = [
  '{owner}’s {good}',
  'the {good} of {who}',
  'the {good} that [belong to|are owned by|are kept by] {who}',
  'the {good} [in {owner}’s hands|in the possession of {who}|in {owner}’s keeping]',
  'the {good} {who} [has|owns|keeps|can call their own]',
  'the {good} [registered|listed] for {who}',
  'the {good} credited to {who}',
  'the {good} {who} [looks after|is the owner of]',
  'the {good} [under {owner}’s roof|to {owner}’s name]',
  'such {good} as {who} [has|owns]',
];

const IS = [
  '{a} [number|come to|add up to|amount to|make] {n}',
  'a count of {a} [gives|yields|ends at] {n}',
  '{n} is [the number of|the count of|how many there are of] {a}',
  '[anybody|anyone] who counts {a} [gets to|arrives at|ends up with] {n}',
  'there [are|were found to be] exactly {n} of {a}',
  'if {a} were counted, the result would be {n}',
  '{n} is what {a} [come|add up] to',
  'as for {a}, their number is {n}',
  'the inventory of {a} runs to {n} pieces',
  '{a} would just fill {n} holes, one in each',
  'giving {n} people one of {a} each uses up the lot',
  'one could take away one of {a} exactly {n} times',
  'a label for each of {a} uses up {n} labels',
  'counting {a} backwards to one begins at {n}',
];

const IS_NOT = [
  '{a} do not [number|come to|add up to|make] {n}',
  'a count of {a} does not [give|yield|end at] {n}',
  '{n} is not [the number|the count] of {a}',
  'there are either more or fewer than {n} of {a}',
  'anybody who counts {a} gets to something other than {n}',
  'the number of {a} is any but {n}',
  'as for {a}, their number differs from {n}',
  'giving {n} people one of {a} each either fails or leaves some over',
];

const MIN_DIFFERENCE = [
  '{large} [outnumber|exceed] {small} by {n}',
  '{small} [fall short of|lag behind|are outnumbered by|trail] {large} by {n}',
  'taking {n} away from {large} leaves as many as {small}',
  '{small} would [need|have] to grow by {n} to [match|equal|catch up with] {large}',
  '{large} would have to shrink by {n} [before they were|to be] level with {small}',
  'adding {n} to {small} gives as many as {large}',
  'between {large} and {small} there is a gap of {n}, [the former being ahead|the former leading|in favour of the former]',
  'between {small} and {large} there is a gap of {n}, [the latter being ahead|the latter leading|in favour of the latter]',
  'of {large} and {small}, the latter are [outnumbered|outdone|exceeded] by {n}',
  'of {small} and {large}, the former are [outnumbered|outdone|exceeded] by {n}',
  'what {small} [lack|are missing] to reach {large} is {n}',
  'if {large} lost {n}, they would be as many as {small}',
  'if {small} gained {n}, they would be as many as {large}',
  'had {small} been increased by {n}, they would equal {large}',
  '{large} are more than {small}, the [surplus|excess] being {n}',
  '{small} are fewer than {large}, the [shortfall|deficit|difference] being {n}',
  '{n} is [the surplus|the lead] of {large} over {small}',
  '{n} is [the shortfall|the arrears] of {small} against {large}',
  'subtracting {small} from {large} [gives|leaves] {n}',
  'set against {small}, {large} are too many by {n}',
  'set against {large}, {small} are too few by {n}',
  'pairing {small} off with {large} leaves {n} of the latter without a partner',
  'were {n} of {large} to go, the rest would tie with {small}',
  'it takes {n} newcomers among {small} to make a tie with {large}',
  'counting down from {large} to {small} takes {n} steps',
  '{large} beat {small} by a margin of {n}',
  '{small} come second to {large} by a margin of {n}',
  'climbing from {small} to {large} means adding {n}',
  '{small}, with {n} thrown in, tie with {large}',
  '{large}, with {n} set aside, tie with {small}',
  '{large} are {n} up on {small}',
  '{small} are {n} down on {large}',
  '{small} and another {n} would be as many as {large}',
];

const APART_NOT = [
  '{large} do not [outnumber|exceed] {small} by {n}',
  '{small} do not [fall short of|lag behind|trail] {large} by {n}',
  'adding {n} to {small} does not give as many as {large}',
  'taking {n} away from {large} does not leave as many as {small}',
  'the lead of {large} over {small}, if there is one, is not {n}',
  '{small}, with {n} thrown in, do not tie with {large}',
  '{large}, with {n} set aside, fail to tie with {small}',
  'if {small} gained {n}, they would be more or fewer than {large}',
  '{large} are not {n} up on {small}',
  '{small} and another {n} would not be as many as {large}',
];

const TIMES = [
  '{large} are {n} times as many as {small}',
  'for every one of {small} there are {n} of {large}',
  '{small}, multiplied by {n}, [give|make|equal] {large}',
  '{large}, divided into {n} equal heaps, make heaps as large as {small}',
  '{small} would have to be multiplied by {n} to [match|reach|equal] {large}',
  'it takes {small} {n} times over to [match|equal] {large}',
  '{large} stand to {small} as {n} to one',
  '{small} stand to {large} as one to {n}',
  'dividing {large} by {n} gives as many as {small}',
  'if {large} were shared evenly among {n}, each share would equal {small}',
  'each of {small} could be matched with {n} of {large}, and none would remain',
  'out of {large} one could form {n} lots, each as many as {small}',
  'counting {small} over and over, {n} times in all, ends at as many as {large}',
  '{small} are what each gets when {n} share {large} evenly',
  '{small}, taken {n} times, come to {large}',
  '{large} hold the number of {small} {n} times',
];

const TIMES_NOT = [
  '{large} are not {n} times as many as {small}',
  '{small}, multiplied by {n}, do not [give|equal|make] {large}',
  'dividing {large} by {n} does not give as many as {small}',
  'if {large} were shared evenly among {n}, a share would not equal {small}',
  'counting {small} over and over, {n} times in all, does not end at as many as {large}',
  '{large} and {n} times {small} are not the same number',
];

const TIMES_OF: Readonly<Record<number, readonly string[]>> = {
  2: [
    '{large} are twice as many as {small}',
    '{small} are half as many as {large}',
    '{small}, doubled, [equal|match] {large}',
    '{large}, halved, [equal|match] {small}',
    '{large} are double the number of {small}',
    'half of {large} [would be|is] as many as {small}',
  ],
  3: [
    '{large} are thrice as many as {small}',
    '{small} are a third as many as {large}',
    '{small}, [tripled|trebled], [equal|match] {large}',
    'a third of {large} [would be|is] as many as {small}',
    '{large} are treble the number of {small}',
  ],
  4: [
    '{small} are a quarter as many as {large}',
    '{small}, quadrupled, [equal|match] {large}',
    '{small}, doubled and doubled again, [equal|match] {large}',
    '{large}, halved and halved again, [equal|match] {small}',
    'a quarter of {large} [would be|is] as many as {small}',
    '{small} are 25 per cent of {large}',
  ],
  5: [
    '{small} are a fifth as many as {large}',
    'a fifth of {large} [would be|is] as many as {small}',
    '{small} are 20 per cent of {large}',
    'one in five of {large} would be as many as {small}',
  ],
  6: [
    '{small} are a sixth as many as {large}',
    'a sixth of {large} [would be|is] as many as {small}',
    '{large} are half a dozen times as many as {small}',
    'half of {large} is as many as {small}, tripled',
  ],
};

const SUM = [
  '{whole} are as many as {a} and {b} [together|combined|put together|taken together]',
  'if {a} and {b} were [pooled|thrown together|put in one heap], they would [equal|match] {whole}',
  '{whole} [outnumber|exceed] {a} by as many as {b}',
  '{a} fall short of {whole} by as many as {b}',
  'taking {a} away from {whole} leaves as many as {b}',
  'what {a} lack to reach {whole} is exactly as many as {b}',
  'the gap between {whole} and {a} is as wide as {b} are many, the first of these being ahead',
  'adding {a} to {b} gives as many as {whole}',
  '{a} would draw level with {whole} if they gained as many as {b}',
  '{whole} would be level with {a} if they lost as many as {b}',
  '{whole} could be split into as many as {a} and as many as {b}, with nothing left over',
  'it takes both {a} and {b} to [balance|match|equal] {whole}',
  '{a} and {b} in one pile would be as many as {whole}',
  'of as many as {whole}, what remains without {a} is as many as {b}',
  'every one of {whole} could be paired with one of {a} or one of {b}, with none unpaired on either side',
  '{b} make up what {a} lack to tie with {whole}',
  '{whole} lead {a} by the number of {b}',
  '{a}, joined by {b}, tie with {whole}',
  '{whole} are {a} and {b} over again',
  'to get from {a} to {whole} one adds as many as {b}',
];

const SUM_NOT = [
  '{whole} are not as many as {a} and {b} [together|combined|put together]',
  '{a} and {b} in one pile would not be as many as {whole}',
  'adding {a} to {b} does not give as many as {whole}',
  '{whole} do not lead {a} by the number of {b}',
  'taking {a} away from {whole} does not leave as many as {b}',
  '{a}, joined by {b}, do not tie with {whole}',
];

const MIDDLE = [
  '{middle} lie exactly halfway between {a} and {b}',
  '{middle} are as far from {a} on one side as from {b} on the other',
  'the average of {a} and {b} is as many as {middle}',
  '{a} and {b} together are twice as many as {middle}',
  'if {a} and {b} were evened out between the two, each would be as many as {middle}',
  'half of what {a} and {b} come to together is as many as {middle}',
  '{middle}, doubled, [equal|match] {a} plus {b}',
  'the mean of {a} and {b} [equals|is the number of] {middle}',
  '{middle} split the way from {a} to {b} into two equal parts',
  'going from {a} to {middle} takes the same step as going from {middle} to {b}',
  'twice {middle} would be as many as {a} and {b} in one pile',
  'sharing {a} and {b} out evenly to two makes as many as {middle} for each',
  '{middle} are the midpoint of {a} and {b}',
];

const MIDDLE_NOT = [
  '{middle} do not lie halfway between {a} and {b}',
  'the average of {a} and {b} is not as many as {middle}',
  '{a} and {b} together are more or fewer than twice {middle}',
  '{middle}, doubled, do not equal {a} plus {b}',
  '{middle} are not the midpoint of {a} and {b}',
];

const TOTAL = [
  '{a}, {b} and {c} [together come to|together make|add up to|total] {n}',
  '[throwing|putting|counting] {a} together with {b} and {c} [gives|makes] {n}',
  'the sum of {a}, {b} and {c} [is|equals] {n}',
  'when {a} have been taken from {n}, what is left equals {b} plus {c}',
  '{n} would be left with nothing over by {a}, {b} and {c} being taken away',
  '{n} is what {a}, {b} and {c} make [in all|between them]',
  'it takes {a}, {b} and {c}, all three, to get to {n}',
  'emptying {a}, {b} and {c} into one pile makes a pile of {n}',
  '{n} could be handed out as {a}, {b} and {c}, to the last one',
  'what is left of {n} without {a} and without {b} is as many as {c}',
  '{a}, {b} and {c} use up {n} between them',
  'anybody who carried off {a}, {b} and {c} would have {n}',
  '{n} labels are enough for {a}, {b} and {c}, with none to spare',
];

const TOTAL_NOT = [
  '{a}, {b} and {c} do not [add up|come] to {n}',
  'the sum of {a}, {b} and {c} is not {n}',
  'emptying {a}, {b} and {c} into one pile makes a pile larger or smaller than {n}',
  '{a}, {b} and {c} in all are anything but {n}',
];

const BEYOND_LARGER = [
  '{a} [outnumber|exceed] the more numerous of {b} and {c} by {n}',
  '{a} are ahead of both {b} and {c}, and of the nearer of the two by {n}',
  '{n} added to the larger of {b} and {c} gives as many as {a}',
  'of {b} and {c}, those that are more would still need {n} [on top|in addition] to equal {a}',
  '{a}, less {n}, equal whichever of {b} and {c} are more numerous',
  'whichever of {b} and {c} lead, {a} are {n} more than these',
  '{a} beat the better placed of {b} and {c} by a margin of {n}',
  'going up by {n} from the greater of {b} and {c} gets one to {a}',
  'the larger count, of {b} and of {c}, is {n} below that of {a}',
];

const BEYOND_LARGER_NOT = [
  '{a} do not [outnumber|exceed] the more numerous of {b} and {c} by {n}',
  '{n} added to the larger of {b} and {c} does not give as many as {a}',
  'going up by {n} from the greater of {b} and {c} does not get one to {a}',
  'the larger count, of {b} and of {c}, is not {n} below that of {a}',
];

const BEYOND_SMALLER = [
  '{a} [outnumber|exceed] the less numerous of {b} and {c} by {n}',
  '{n} added to the smaller of {b} and {c} gives as many as {a}',
  'of {b} and {c}, those that are fewer would need {n} [on top|in addition] to equal {a}',
  '{a}, less {n}, equal whichever of {b} and {c} are less numerous',
  'with the larger of {b} and {c} left aside, the other, increased by {n}, equals {a}',
  'whichever of {b} and {c} trail, {a} are {n} more than these',
  '{a} beat the worse placed of {b} and {c} by a margin of {n}',
  'going up by {n} from the lesser of {b} and {c} gets one to {a}',
  'the smaller count, of {b} and of {c}, is {n} below that of {a}',
];

const BEYOND_SMALLER_NOT = [
  '{a} do not [outnumber|exceed] the less numerous of {b} and {c} by {n}',
  '{n} added to the smaller of {b} and {c} does not give as many as {a}',
  'going up by {n} from the lesser of {b} and {c} does not get one to {a}',
  'the smaller count, of {b} and of {c}, is not {n} below that of {a}',
];

const PACKED = [
  '{a} fill {count} {vessel}s, with {rest} left over',
  'when {count} {vessel}s have been filled with {a}, {rest} [remain|are left|find no room]',
  'it takes {count} full {vessel}s to [carry|store] {a}, apart from {rest} that [stay loose|lie beside them|do not fit in]',
  '{a} are kept in {count} {vessel}s, all full, and {rest} lie [about|on the floor|beside them]',
  '{rest} of {a} are loose, the others fill {count} {vessel}s',
  'packing {a} takes {count} {vessel}s to the brim, and {rest} go unpacked',
  'out of {a} one can fill {count} {vessel}s and still hold {rest}',
  '{a} make {count} {vessel}s full, and {rest} more',
  'emptying {count} full {vessel}s and adding {rest} gives as many as {a}',
];

const PACKED_NOT = [
  '{a} do not fill {count} {vessel}s with {rest} left over',
  'emptying {count} full {vessel}s and adding {rest} does not give as many as {a}',
  '{a} do not make {count} {vessel}s full, and {rest} more',
  'filling {count} {vessel}s with {a} either fails or leaves a number other than {rest}',
];

const VESSEL_HOLDS = [
  'a {vessel} [holds|takes|has room for|is full with] {n}',
  '{n} [go into|fit into|fill] a {vessel}',
  'a full {vessel} contains {n}',
  'no {vessel} takes more than {n}, and a full one takes that many',
  'filling a {vessel} takes {n}',
  '{n} is the content of a full {vessel}',
  'with {n} in it a {vessel} is full, and not before',
  'each {vessel} has {n} places, all in use when it is full',
];

const QUESTIONS = [
  'how many {good} does {owner} have',
  'how many {good} [belong to|are owned by|are kept by] {owner}',
  'what is the number of {owner}’s {good}',
  'what would a count of {owner}’s {good} give',
  'to how many do the {good} of {owner} come',
  'what do {owner}’s {good} add up to',
  'how large is the number of {owner}’s {good}',
  'suppose that {owner}’s {good} are counted: what is the result',
];

const GOODS =
  'apples plums figs pears walnuts candles ribbons buttons marbles nails corks tiles beads needles stamps postcards spoons pegs bulbs seeds coins lemons pebbles shells'.split(
    ' ',
  );
const VESSELS = 'crate hamper sack basket tray drawer barrel case tin chest bucket carton'.split(' ');
