import { pickOne, type Random, randomInteger, shuffle } from '../../../statistics/statistics.ts';
import type { Item } from '../../item.ts';
import { figureOrWords } from '../wording/figures.ts';
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
import { drawPeople, introducePeople, type Person, personName } from './people.ts';
import { frameStatement } from './standing.ts';

/**
 * An order of people determined by a set of rules, and rules for writing it down that depend on it. The rules together
 * leave one order, and without any one of them there would be others: the set is reduced until that is so, by trying
 * all orders. A statement that is said not to hold excludes as much as one that holds.
 */
export interface OrderPuzzle {
  people: readonly Person[];
  rules: readonly Rule[];
  /** Withdrawn rules, which do not count. */
  withdrawn: readonly Atom[];
  writing: readonly WritingRule[];
  /** People by index, in their order. */
  order: readonly number[];
  answer: readonly string[];
}

export interface Rule {
  statement: Statement;
  holds: boolean;
}

/** People by index, places from 1. */
export type Statement =
  | Atom
  | { kind: 'either'; one: Atom; other: Atom }
  | { kind: 'if'; when: Atom; result: Atom };
export type Atom =
  | { kind: 'before'; a: number; b: number }
  | { kind: 'beside'; a: number; b: number }
  | { kind: 'apart'; a: number; b: number; n: number }
  | { kind: 'at'; a: number; n: number }
  | { kind: 'end'; a: number }
  | { kind: 'between'; a: number; b: number; c: number };

/** What to do with the list of names if the statement holds for the order; applied in the order of the list. */
export interface WritingRule {
  when: Atom;
  act:
    | { kind: 'reverse' }
    | { kind: 'leave_out'; a: number }
    | { kind: 'trade'; a: number }
    | { kind: 'swap'; a: number; b: number };
}

export function makeOrders(random: WordRandom, count: number, writing: number): Omit<Item, 'id'> {
  const puzzle = drawOrders(random, count, writing);
  return {
    input: [{ role: 'user', content: tell(random, puzzle) }],
    expected: JSON.stringify(puzzle.answer),
    grader: { type: 'list', options: {} },
    metadata: { difficulty: puzzle.rules.length + puzzle.writing.length, people: count },
  };
}

export function drawOrders(random: Random, count: number, writing: number): OrderPuzzle {
  const people = drawPeople(random, count);
  const { all, allPlaces } = ordersOf(count);
  for (;;) {
    const order = pickOne(random, all);
    const rules = drawRules(random, order, allPlaces);
    if (rules.length < count) continue;
    const withdrawn = Array.from({ length: Math.ceil(count / 2) }, () => drawAtom(random, count)).filter(
      (atom) => !isTrue(atom, placesOf(order)),
    );
    const acts = drawWriting(random, order, writing);
    return { people, rules, withdrawn, writing: acts, order, answer: write(people, order, acts) };
  }
}

/** All orders of `count` people, computed once, because that takes as long as the rest of a puzzle. */
function ordersOf(count: number): Orders {
  const known = ORDERS.get(count);
  if (known !== undefined) return known;
  const all = permutations(count);
  const made = { all, allPlaces: all.map(placesOf) };
  ORDERS.set(count, made);
  return made;
}

interface Orders {
  all: readonly (readonly number[])[];
  allPlaces: readonly (readonly number[])[];
}
const ORDERS = new Map<number, Orders>();

function permutations(count: number): number[][] {
  if (count === 0) return [[]];
  return permutations(count - 1).flatMap((rest) =>
    Array.from({ length: count }, (_, at) => [...rest.slice(0, at), count - 1, ...rest.slice(at)]),
  );
}

/** The place of each person, from 1. */
function placesOf(order: readonly number[]): number[] {
  const places: number[] = [];
  for (const [i, person] of order.entries()) places[person] = i + 1;
  return places;
}

function drawRules(random: Random, order: readonly number[], all: readonly (readonly number[])[]): Rule[] {
  const places = placesOf(order);
  let left = all;
  const rules: Rule[] = [];
  while (left.length > 1) {
    const statement = drawStatement(random, order.length);
    const rule = { statement, holds: isTrue(statement, places) };
    // The meaning of a denied conditional is disputed.
    if (statement.kind === 'if' && !rule.holds) continue;
    const kept = left.filter((one) => isTrue(statement, one) === rule.holds);
    // A rule that leaves few orders at once would make the others superfluous.
    if (kept.length === left.length || (kept.length * 2 < left.length && left.length > 8)) continue;
    rules.push(rule);
    left = kept;
  }
  for (;;) {
    const idle = idleRule(rules, all);
    if (idle === null) return rules;
    rules.splice(idle, 1);
  }
}

/** The first rule that excludes no order left by the others; null if every rule does. */
function idleRule(rules: readonly Rule[], all: readonly (readonly number[])[]): number | null {
  const needed = new Set<number>();
  for (const one of all) {
    let broken = -1;
    for (const [i, { statement, holds }] of rules.entries()) {
      if (isTrue(statement, one) === holds) continue;
      if (broken >= 0) {
        broken = -1;
        break;
      }
      broken = i;
    }
    if (broken >= 0) needed.add(broken);
  }
  const idle = rules.findIndex((_, i) => !needed.has(i));
  return idle < 0 ? null : idle;
}

function drawStatement(random: Random, count: number): Statement {
  const draw = random.below(10);
  if (draw < 6) return drawAtom(random, count);
  const [one, other] = [drawAtom(random, count), drawAtom(random, count)];
  return draw < 8 ? { kind: 'either', one, other } : { kind: 'if', when: one, result: other };
}

function drawAtom(random: Random, count: number): Atom {
  const [a = 0, b = 0, c = 0] = shuffle(random, [...Array(count).keys()]);
  switch (random.below(8)) {
    case 0:
    case 1:
    case 2:
      return { kind: 'before', a, b };
    case 3:
      return { kind: 'beside', a, b };
    case 4:
      return { kind: 'apart', a, b, n: randomInteger(random, 1, count - 3) };
    case 5:
      return { kind: 'at', a, n: randomInteger(random, 2, count - 1) };
    case 6:
      return { kind: 'end', a };
    default:
      return { kind: 'between', a, b, c };
  }
}

function isTrue(statement: Statement, places: readonly number[]): boolean {
  const at = (person: number) => places[person] ?? 0;
  switch (statement.kind) {
    case 'before':
      return at(statement.a) < at(statement.b);
    case 'beside':
      return Math.abs(at(statement.a) - at(statement.b)) === 1;
    case 'apart':
      return Math.abs(at(statement.a) - at(statement.b)) === statement.n + 1;
    case 'at':
      return at(statement.a) === statement.n;
    case 'end':
      return at(statement.a) === 1 || at(statement.a) === places.length;
    case 'between':
      return (at(statement.a) - at(statement.b)) * (at(statement.a) - at(statement.c)) < 0;
    case 'either':
      return isTrue(statement.one, places) !== isTrue(statement.other, places);
    case 'if':
      return !isTrue(statement.when, places) || isTrue(statement.result, places);
  }
}

function drawWriting(random: Random, order: readonly number[], count: number): WritingRule[] {
  const places = placesOf(order);
  const [a = 0, b = 0, c = 0, d = 0] = shuffle(random, order);
  const acts = shuffle<WritingRule['act']>(random, [
    { kind: 'reverse' },
    { kind: 'leave_out', a },
    { kind: 'trade', a: b },
    { kind: 'swap', a: c, b: d },
  ]).slice(0, count);
  return acts.map((act) => {
    const wanted = random.below(2) === 0;
    for (;;) {
      const when = drawAtom(random, order.length);
      if (isTrue(when, places) === wanted) return { when, act };
    }
  });
}

function write(
  people: readonly Person[],
  order: readonly number[],
  writing: readonly WritingRule[],
): string[] {
  const places = placesOf(order);
  let list = order.map((person) => ({ person, text: people[person]?.name ?? '' }));
  for (const { when, act } of writing) {
    if (!isTrue(when, places)) continue;
    if (act.kind === 'reverse') list.reverse();
    if (act.kind === 'leave_out') list = list.filter(({ person }) => person !== act.a);
    if (act.kind === 'trade')
      list = list.map((one) =>
        one.person === act.a ? { ...one, text: people[act.a]?.trade[0] ?? '' } : one,
      );
    if (act.kind === 'swap') {
      const [i, j] = [act.a, act.b].map((who) => list.findIndex(({ person }) => person === who));
      const [one, other] = [list[i ?? -1], list[j ?? -1]];
      if (one !== undefined && other !== undefined) {
        list[i ?? -1] = other;
        list[j ?? -1] = one;
      }
    }
  }
  return list.map(({ text }) => text);
}

/** Phrases for an order of people. */
interface Scene {
  says: string;
  before: string;
  after: string;
  is: string;
  place: string;
  ends: string;
  first: string;
}

function tell(random: WordRandom, { people, rules, withdrawn, writing }: OrderPuzzle): string {
  const scene = pickOne(random, SCENES);
  const facts = [
    ...rules.map(({ statement, holds }) =>
      frameStatement(random, (as) => stateAny(random, scene, statement, as), holds),
    ),
    ...withdrawn.map((atom) =>
      fillAnyTemplate(random, WITHDRAWN, { clause: stateAtom(random, scene, atom) }),
    ),
  ];
  const describe = (key: string) => personName(random, people, Number(key));
  const text = arrangeSentences(random, facts).map(toSentence).join(' ');
  const acts = writing.map(
    ({ when, act }, i) => `${i + 1}. ${toSentence(stateWriting(random, scene, when, act))}`,
  );
  const written = writeOutMentions(random, text, describe, BY_PLACE);
  const plain = (template: string) => template.replace(/«(\d+)»/g, (_, key: string) => describe(key));
  const list = [`Start with the names of all of them, ${scene.first} first.`, ...acts.map(plain)].join('\n');
  return [
    `${introducePeople(random, people)} ${scene.says.replace('{count}', figureOrWords(random, people.length))}`,
    capitaliseSentences(written),
    `${PLACES_IN_TEXT} What is said not to hold does not hold; what was withdrawn says nothing either way.`,
    `Find the order, then write a list by these steps, each done to what the one before it left; whether their conditions hold is a matter of the true order, not of the list. A step about somebody who has been left out does nothing.\n${list}`,
    'The last line of your reply must have the form "Answer: <the list, with commas>".',
  ].join('\n\n');
}

function stateWriting(random: WordRandom, scene: Scene, when: Atom, act: WritingRule['act']): Clause {
  const as = !isOneIn(random, 3);
  return fillAnyTemplate(random, as ? WHEN : UNLESS, {
    clause: stateAtom(random, scene, when, as),
    act: stateAct(random, act),
  });
}

/** A clause that the statement holds or, if `as` is false, that it does not. */
function stateAny(random: WordRandom, scene: Scene, statement: Statement, as: boolean): Clause {
  if (statement.kind === 'either') {
    const [one, other] = shuffle<Atom>(random, [statement.one, statement.other]).map((atom) =>
      stateAtom(random, scene, atom),
    );
    return fillAnyTemplate(random, as ? EITHER : EITHER_NOT, { one: one ?? '', other: other ?? '' });
  }
  if (statement.kind === 'if') {
    const when = stateAtom(random, scene, statement.when);
    return fillAnyTemplate(random, as ? IF : IF_NOT, {
      when,
      result: stateAtom(random, scene, statement.result),
    });
  }
  return stateAtom(random, scene, statement, as);
}

function stateAtom(random: WordRandom, scene: Scene, atom: Atom, as = true): Clause {
  const { is, before, after, place, ends } = scene;
  const a = mentionOf(atom.a);
  switch (atom.kind) {
    case 'before':
      return fillAnyTemplate(random, as ? BEFORE : BEFORE_NOT, {
        is,
        before,
        after,
        a,
        b: mentionOf(atom.b),
      });
    case 'beside': {
      const [x, y] = shuffle(random, [a, mentionOf(atom.b)]);
      return fillAnyTemplate(random, as ? BESIDE : BESIDE_NOT, { is, before, after, a: x ?? '', b: y ?? '' });
    }
    case 'apart': {
      const [x, y] = shuffle(random, [a, mentionOf(atom.b)]);
      const n = figureOrWords(random, atom.n);
      const more = figureOrWords(random, atom.n + 1);
      return fillAnyTemplate(random, as ? (atom.n === 1 ? NEIGHBOUR_RULE_WORDS : APART) : APART_NOT, {
        is,
        place,
        a: x ?? '',
        b: y ?? '',
        n,
        more,
      });
    }
    case 'at': {
      const others = figureOrWords(random, atom.n - 1);
      const templates = as ? (atom.n === 2 ? SECOND : AT) : AT_NOT;
      return fillAnyTemplate(random, templates, { is, before, place, a, nth: NTH[atom.n] ?? '', others });
    }
    case 'end':
      return fillAnyTemplate(random, as ? END : END_NOT, { is, before, after, ends, a });
    case 'between': {
      const [x, y] = shuffle(random, [mentionOf(atom.b), mentionOf(atom.c)]);
      return fillAnyTemplate(random, as ? BETWEEN : BETWEEN_NOT, {
        is,
        before,
        after,
        a,
        b: x ?? '',
        c: y ?? '',
      });
    }
  }
}

function stateAct(random: WordRandom, act: WritingRule['act']): Clause {
  if (act.kind === 'reverse') return fillAnyTemplate(random, REVERSE);
  if (act.kind === 'leave_out') return fillAnyTemplate(random, LEAVE_OUT, { a: mentionOf(act.a) });
  if (act.kind === 'trade') return fillAnyTemplate(random, TRADE, { a: mentionOf(act.a) });
  return fillAnyTemplate(random, SWAP, { a: mentionOf(act.a), b: mentionOf(act.b) });
}

const SCENES: readonly Scene[] = [
  {
    says: 'The {count} of them stand in one queue, one behind the other.',
    is: 'stands',
    before: 'ahead of',
    after: 'behind',
    place: 'in the queue',
    ends: 'at one of the two ends of the queue',
    first: 'the one at the head of the queue',
  },
  {
    says: 'The {count} of them give a talk each on one day, one after the other.',
    is: 'speaks',
    before: 'before',
    after: 'after',
    place: 'in the programme',
    ends: 'either first or last of all',
    first: 'the first speaker',
  },
  {
    says: 'The {count} of them live in one tower, each on a floor of their own; floors are counted from the bottom.',
    is: 'lives',
    before: 'below',
    after: 'above',
    place: 'counted from the bottom',
    ends: 'either at the very bottom or at the very top',
    first: 'the one on the lowest floor',
  },
  {
    says: 'The {count} of them sit in one row; seats are counted from the left.',
    is: 'sits',
    before: 'to the left of',
    after: 'to the right of',
    place: 'counted from the left',
    ends: 'at one of the two ends of the row',
    first: 'the one on the far left',
  },
  {
    says: 'The {count} of them ran a race, and no two arrived together.',
    is: 'arrived',
    before: 'in front of',
    after: 'later than',
    place: 'in the ranking',
    ends: 'either as the winner or as the very last',
    first: 'the winner',
  },
];

const BY_PLACE = {
  '': {
    last: '[the person named last|the one named last|the last-named]',
    lastButOne: '[the person named last but one|the one named last but one|the last-named but one]',
  },
};

const NTH = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];

const BEFORE = [
  '{a} {is} {before} {b}',
  '{b} {is} {after} {a}',
  '{a} {is} somewhere {before} {b}',
  '{b} {is} [somewhere|at some place] {after} {a}',
  '{before} {b}, though not necessarily right there, {is} {a}',
  'of {a} and {b}, it is the former who {is} {before} the [other|latter]',
  'of {b} and {a}, it is the former who {is} {after} the [other|latter]',
  'of {b} and {a}, it is the latter who {is} {before} the [other|former]',
  'nobody who {is} {after} {b} is {a}, and the two are different people',
  'among those who are {before} {b} there is {a}',
  'among those who are {after} {a} there is {b}',
  '{a} {is} {before} {b}, next to that person or not',
  'anybody who {is} {after} {b} {is} {after} {a} too',
  'the place of {a} has a lower number than that of {b}',
  'it is {b} who {is} {after} {a}',
  'going through the order from place one on, people meet {a} earlier than {b}',
  'of the two, {b} and {a}, the second-mentioned {is} {before} the first-mentioned',
  '{b} belongs to those {after} {a}',
];

const BEFORE_NOT = [
  '{a} is not found {before} {b}',
  'nobody {before} {b} is {a}',
  'the place of {a} has no lower number than that of {b}',
  'of {a} and {b}, it is not the former who {is} {before} the other',
  'going through the order from place one on, people do not meet {a} earlier than {b}',
  '{b} is not among those {after} {a}',
];

const BESIDE = [
  '{a} {is} directly {before} or directly {after} {b}',
  'nobody {is} between {a} and {b}',
  'there is no one between {a} and {b}',
  '{a} and {b} are [neighbours|next to each other] in the order',
  '{a} is a neighbour of {b}',
  'the places of {a} and {b} [differ by one|are adjacent|touch each other]',
  '{a} and {b} are separated by [nobody|no one at all]',
  'the numbers of the places of {a} and {b} are consecutive',
  'no third person comes between {a} and {b}',
  '{a} and {b} follow directly on each other, in one order or the other',
  '{a} is right beside {b} in the order',
  'one step leads from {a} to {b}',
];

const BESIDE_NOT = [
  '{a} and {b} are not neighbours',
  'somebody {is} between {a} and {b}',
  'at least one person separates {a} and {b}',
  'the places of {a} and {b} differ by more than one',
  '{a} is no neighbour of {b}',
  'one step does not lead from {a} to {b}',
];

const NEIGHBOUR_RULE_WORDS = [
  'exactly one person {is} between {a} and {b}',
  '{a} and {b} have one neighbour in common, who {is} between them',
  'between {a} and {b} there is just one [person|other]',
  'the places of {a} and {b} differ by two',
  '{a} and {b} are separated by one person [only|alone]',
  'a single person separates {a} and {b}',
  'two steps lead from {a} to {b}, no more and no fewer',
  'counting the people between {a} and {b} gives one',
];

const APART = [
  'exactly {n} [people|others] are between {a} and {b}',
  'between {a} and {b} there are {n} [people|others], no more and no fewer',
  'the places of {a} and {b} differ by {more}',
  '{a} and {b} are separated by {n} people exactly',
  'from {a} to {b} it is {more} places',
  'counting the people between {a} and {b} gives {n}',
  'the numbers of the places of {a} and {b} are {more} apart',
  '{more} steps lead from {a} to {b}, no more and no fewer',
  '{n} people, not one more or less, keep {a} and {b} apart',
];

const APART_NOT = [
  'the number of people between {a} and {b} is not {n}',
  'the places of {a} and {b} do not differ by {more}',
  'counting the people between {a} and {b} gives something other than {n}',
  'it is not {more} steps from {a} to {b}',
];

const SECOND = [
  '{a} {is} second {place}',
  'exactly one person {is} {before} {a}',
  '{a} has the second place {place}',
  'one person, and no more, {is} {before} {a}',
  'it is {a} who has number two {place}',
];

const AT = [
  '{a} {is} {nth} {place}',
  '{a} has the {nth} place {place}',
  'exactly {others} people are {before} {a}',
  'the {nth} place {place} [is taken by|belongs to|is that of] {a}',
  '{a} has {others} people in the places before theirs, no more and no fewer',
  'it is {a} who has the {nth} place {place}',
  '{a} comes right after the first {others} people',
  'those {before} {a} are {others} in number',
];

const AT_NOT = [
  '{a} does not have the {nth} place {place}',
  'somebody other than {a} has the {nth} place {place}',
  'the {nth} place {place} is not that of {a}',
  '{a} has a place {place} other than the {nth}',
];

const END = [
  '{a} {is} {ends}',
  '{a} has only one neighbour',
  'all the others are on one and the same side of {a}',
  'either nobody {is} {before} {a} or nobody {is} {after} {a}',
  '{a} has the first place or the last one',
  '{a} has nobody on one side',
  'no two people have {a} between them',
  'the order begins or ends with {a}',
];

const END_NOT = [
  '{a} has two neighbours',
  '{a} {is} somewhere between two others',
  '{a} has neither the first place nor the last',
  'the order neither begins nor ends with {a}',
  'there are people on both sides of {a}',
];

const BETWEEN = [
  '{a} {is} somewhere between {b} and {c}',
  'between {b} and {c}, though perhaps with others, {is} {a}',
  'one of {b} and {c} {is} {before} {a} and the other {is} {after} that person',
  '{b} and {c} are on different sides of {a}',
  '{a} separates {b} from {c}, alone or with others',
  'of the three, {b}, {c} and {a}, the one in the middle is the one who comes third in this enumeration',
  'on the way from {b} to {c} one passes {a}',
  '{a} keeps {b} and {c} apart, perhaps with help',
  '{a} comes second where only {b}, {c} and {a} are counted',
];

const BETWEEN_NOT = [
  '{b} and {c} are on one and the same side of {a}',
  '{a} does not separate {b} from {c}',
  'on the way from {b} to {c} one does not pass {a}',
  '{a} is not found between {b} and {c}',
  '{a} does not come second where only {b}, {c} and {a} are counted',
];

const EITHER = [
  'either {one}, or {other}, but not both',
  'exactly one of two things is so: {one}; {other}',
  'one of these is true and the other is not: that {one}, and that {other}',
  'it is so that {one} or that {other}, never both and never neither',
  'of the statements that {one} and that {other}, just one is right',
  'one, and only one, of these holds: that {one}; that {other}',
  'if {one}, then it is not so that {other}, and if not, then it is',
  '{one} exactly if it is not so that {other}',
  'two things are never so at once, nor both not so: that {one}, and that {other}',
];

const EITHER_NOT = [
  'it is so of both or of neither: that {one}, and that {other}',
  'it is so that {one} exactly if {other}',
  'two things stand or fall together: that {one}, and that {other}',
  'neither of two things is so without the other: that {one}, and that {other}',
];

const IF = [
  'if {when}, then {result}',
  '{result} if {when}',
  'it cannot be that {when} without it being so that {result}',
  '{when} only if {result}',
  'unless it is false that {when}, {result}',
  'should it be so that {when}, {result}',
  'it is so that {result}, or it is not so that {when}, or both',
  'whenever {when}, {result}',
  'its being so that {when} would imply that {result}',
  'it is enough that {when} for it to be so that {result}',
  'where it is so that {when}, it is also so that {result}',
];

const IF_NOT = [
  'it is so that {when}, and yet not so that {result}',
  'although {when}, it is not so that {result}',
  'it is so both that {when} and that it is not so that {result}',
];

const WITHDRAWN = [
  'a rule that {clause} was [withdrawn|dropped|taken back] before it came into force',
  'at first it was planned that {clause}, but [the plan was dropped|the plan is no longer followed]',
  'a note that {clause} [belongs to another list|is about last year|was struck out]',
  'somebody wished that {clause}, and the wish was [not heard|neither granted nor refused]',
  'whether {clause} was discussed at length, and nothing was decided',
  'the wish of some that {clause} was put aside, without a word on what is',
  'it was left open whether {clause}',
  'a guest guessed that {clause}, and nobody has said whether that was right',
];

const WHEN = [
  'if {clause}, {act}',
  '{act} if {clause}',
  '{act}, provided that {clause}',
  'in case it is so that {clause}, {act}',
  '{act}, but only if {clause}',
  'should it be true that {clause}, {act}',
  '{act}, as long as {clause}',
  'where {clause}, {act}',
  '{act}; this is done only if {clause}',
];

const UNLESS = [
  'unless {clause}, {act}',
  '{act}, unless {clause}',
  '{act}, save where {clause}',
  'leave the list as it is if {clause}; if not, {act}',
];

const REVERSE = [
  'turn the whole list round',
  'write the whole list the other way round, its last entry first',
  'reverse the list',
  'put the last entry first, the last but one second, and so on',
  'write what is last first, and so on to what was first',
  'turn the list upside down',
];
const LEAVE_OUT = [
  '[leave out|drop|remove|delete] {a}',
  'take {a} off the list',
  'the list goes on without {a}',
  'strike {a} from it',
  'do without {a}',
  'let {a} have no entry',
];
const TRADE = [
  'put the one word for the trade in place of the name of {a}',
  'call {a} by the one word for the trade, not by name',
  'the name of {a} gives way to the noun for what they work as',
  'write what {a} works as, in one word, instead of the name',
  'enter {a} by trade, in one word',
  'let the entry of {a} be the noun for the trade',
];
const SWAP = [
  '[swap|exchange|interchange] the entries of {a} and {b}',
  'let {a} and {b} change places in the list',
  'the entry of {a} goes where that of {b} is, and the other way round',
  '{a} and {b} trade their places in the list',
  'write {b} where {a} is entered, and {a} where {b} is',
  'make {a} and {b} change over',
];
