import { pickOne, type Random, randomInteger, shuffle } from '../../../statistics/statistics.ts';
import type { Item } from '../../item.ts';
import { wordQuantity } from '../wording/numbers.ts';
import {
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
import { changeClause, DID_HAPPEN, DID_NOT_HAPPEN, IN_NUMBERS } from './change-words.ts';
import { drawHistory, type Registers, type ToldEvent } from './registers.ts';
import { frameStatement } from './standing.ts';

/** Codes of locks with similar names, which change many times in a long text. */
export interface UpdatesPuzzle {
  locks: readonly Lock[];
  events: readonly ToldEvent<number>[];
  asked: number;
  answer: number;
  /** Number of events that determine the answer. */
  steps: number;
}

interface Lock {
  side: string;
  building: string;
  level: string;
  code: string;
}

const CHARACTERS_PER_TOKEN = 4;

export function makeUpdates(random: WordRandom, tokens: number, changes: number): Omit<Item, 'id'> {
  const puzzle = drawUpdates(random, changes);
  return {
    input: [{ role: 'user', content: tell(random, puzzle, tokens * CHARACTERS_PER_TOKEN) }],
    expected: String(puzzle.answer),
    grader: { type: 'numeric', options: {} },
    metadata: { tokens, difficulty: puzzle.steps, changes },
  };
}

const CODES: Registers<number> = {
  sorts: Array.from({ length: 8 }, () => 'code'),
  draw: (random) => randomInteger(random, 1000, 9000),
  shifted: (_, value, by) => (value + by >= 1000 && value + by <= 9999 ? value + by : null),
};

export function drawUpdates(random: Random, changes: number): UpdatesPuzzle {
  const [sides, buildings] = [shuffle(random, SIDES).slice(0, 2), shuffle(random, BUILDINGS).slice(0, 2)];
  const [levels, code] = [pickOne(random, LEVELS), pickOne(random, KINDS)];
  const locks = sides.flatMap((side) =>
    buildings.flatMap((building) => levels.map((level) => ({ side, building, level, code }))),
  );
  for (;;) {
    const { events, values, depths } = drawHistory(random, CODES, changes);
    const deep = depths.map((_, r) => r).filter((r) => (depths[r] ?? 0) >= Math.floor(changes / 8));
    if (deep.length === 0) continue;
    const asked = pickOne(random, deep);
    return { locks, events, asked, answer: values[asked] ?? 0, steps: depths[asked] ?? 0 };
  }
}

function tell(random: WordRandom, { locks, events, asked }: UpdatesPuzzle, characters: number): string {
  const told = events.map((event) => stateChange(random, event));
  let length = told.reduce((all, text) => all + text.length, 0) + 40 * told.length;
  const beside: Clause[] = [];
  while (length < characters) {
    const text = drawBeside(random, locks.length);
    beside.push(text);
    length += text.length + 25;
  }
  // Each at a random position among the others, with the changes in their order.
  const isChange = shuffle(random, [...told.map(() => true), ...beside.map(() => false)]);
  const [changes, others] = [[...told], [...beside]];
  const sentences = isChange.map((is) => (is ? changes.shift() : others.shift()) ?? '');
  const describe = (key: string) => describeLock(random, locks[Number(key)] as Lock);
  const written = writeOutMentions(random, sentences.map(toSentence).join(' '), describe, BY_PLACE);
  const question = fillAnyTemplate(random, QUESTIONS, { lock: describeLock(random, locks[asked] as Lock) });
  return [
    `Read this text. It tells what happened in its order. ${PLACES_IN_TEXT} What is said not to have happened, or was only wished, planned or rumoured, changes nothing.`,
    capitaliseSentences(written),
    `${toSentence(question).replace(/\.$/, '?')} The last line of your reply must have the form "Answer: <number>".`,
  ].join('\n\n');
}

function stateChange(random: WordRandom, event: ToldEvent<number>): Clause {
  const value = (of: number) => wordQuantity(random, of);
  const clause = (as = true) => changeClause(random, event, as, value, IN_NUMBERS);
  const draw = random.below(10);
  if (draw < 3)
    return event.counts ? clause() : fillAnyTemplate(random, DID_NOT_HAPPEN, { clause: clause() });
  if (draw < 5)
    return fillAnyTemplate(random, event.counts ? DID_HAPPEN : DID_NOT_HAPPEN, { clause: clause() });
  return frameStatement(random, clause, event.counts);
}

/** An event about a lock that left its codes unchanged, or that has nothing to do with them. */
function drawBeside(random: WordRandom, count: number): Clause {
  if (isOneIn(random, 2)) return fillAnyTemplate(random, ELSEWHERE);
  return fillAnyTemplate(random, BESIDE, {
    r: mentionOf(random.below(count)),
    n: wordQuantity(random, randomInteger(random, 1000, 9000)),
  });
}

const describeLock = (random: WordRandom, { side, building, level, code }: Lock): string =>
  fillAnyTemplate(random, LOCK, { side, building, level, code });

const LOCK = [
  'the {code} of the {level} lock of the {side} {building}',
  'the {side} {building}’s {code} for the {level} lock',
  'the {level} {code} of the {side} {building}',
  'the {code} of the {side} {building}’s {level} lock',
  'the {code} that the {level} lock of the {side} {building} has',
  'the {code} that belongs to the {level} lock at the {side} {building}',
  'the {level} lock’s {code} at the {side} {building}',
  'the {code} in use at the {level} lock of the {side} {building}',
  'the {code} for the {level} lock, the one at the {side} {building}',
  'the {side} {building}’s {level} {code}',
  'the {code} with which the {level} lock of the {side} {building} opens',
];
const SIDES = ['north', 'south', 'east', 'west', 'old', 'new', 'near', 'far'];
const BUILDINGS = ['gate', 'store', 'yard', 'barn', 'shed', 'hall', 'tower', 'cellar', 'depot', 'garage'];
const LEVELS = [
  ['upper', 'lower'],
  ['inner', 'outer'],
  ['left', 'right'],
  ['front', 'back'],
  ['first', 'second'],
] as const;
const KINDS = [
  'day code',
  'night code',
  'spare code',
  'holiday code',
  'alarm code',
  'master code',
  'guest code',
];

const BY_PLACE = {
  '': {
    last: '[the code named last|the one named last|the last-named code]',
    lastButOne: '[the code named last but one|the one named last but one|the last-named code but one]',
  },
};

const QUESTIONS = [
  'what is {lock} at the end',
  'which number is {lock} when the text ends',
  'after all that, what is {lock}',
  'what was {lock} left as',
  '{lock}: which number was it left with',
  'as the text closes, what number is {lock}',
];

const BESIDE = [
  'a note beside {r} was dated page {n}',
  'somebody learnt {r} by heart in {n} seconds',
  'the plate that shows {r} has the stock number {n}, which has nothing to do with the code',
  'the clerk who looks after {r} lives at post box {n}',
  'asked about {r}, the guard named a bill of {n} euros instead',
  'the form on which {r} is reported has the number {n}',
  '{r} was tried by a thief, in vain, at door {n} of the street',
  'a poem about {r} has {n} letters',
  'near {r} somebody has scratched the year {n} into the wood',
  '{r} is kept in an envelope with the registration {n}',
  'the guard who had forgotten {r} dialled {n} for help',
];

const ELSEWHERE = [
  '[the night shift|a driver|the foreman|one of the cleaners|the supplier|an inspector|the new clerk|the gardener] [counted|moved|repaired|ordered|labelled|forgot|painted|weighed] [the empty pallets|a box of screws|two ladders|the delivery notes|an old pump|the blue containers|the spare tyres] [before lunch|on Monday|late in the evening|during the storm|after the meeting|while it rained|as usual]',
  'it rained [all morning|for an hour|on and off|until dusk]',
  'the [canteen|office|workshop] was [closed|crowded|quiet|repainted] [that day|for a while|until noon]',
  'a [cat|fox|pigeon|hedgehog] was seen [on the roof|near the fence|in the corridor|under the stairs]',
  'the [kettle|lift|printer|radio] [broke down|was repaired|was replaced|made a strange noise] [again|at last|without warning]',
];
