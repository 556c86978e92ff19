import { joinNames } from '@touchstone/report/figures';
import { pickOne, type Random, randomInteger, shuffle } from '../../../statistics/statistics.ts';
import type { Item } from '../../item.ts';
import { wordQuantity } from '../wording/numbers.ts';
import {
  type Clause,
  capitaliseSentences,
  fillAnyTemplate,
  fillTemplate,
  PLACES_IN_TEXT,
  toSentence,
  type WordRandom,
  writeOutMentions,
} from '../wording/wording.ts';
import { changeClause, DID_HAPPEN, DID_NOT_HAPPEN, IN_DAYS, IN_NUMBERS } from './change-words.ts';
import { drawPeople, introducePeople, type Person, personName, shortPersonName } from './people.ts';
import { drawHistory, type Registers, type ToldEvent } from './registers.ts';
import { frameStatement } from './standing.ts';

/** Messages about three orders whose facts change; each person decides only some of the facts. */
export interface ThreadPuzzle {
  people: readonly Person[];
  orders: readonly Order[];
  /** By field, the person who decides it. */
  decides: Readonly<Record<Field, number>>;
  messages: readonly Message[];
  /** The order in question. */
  asked: number;
  answer: Readonly<Record<Field, Value>>;
  steps: number;
}

interface Order {
  number: number;
  goods: string;
  folder: string;
}

type Value = string | number;
type Field = (typeof FIELDS)[number];
const FIELDS = ['destination', 'carrier', 'contact', 'date', 'quantity', 'price'] as const;

/**
 * What a message reports; it counts if its author decides the field and affirms it, or if the person who decides agrees
 * at once.
 */
interface Message {
  event: ToldEvent<Value>;
  author: number;
  affirms: boolean;
  /** The reply of the person who decides; null for none. */
  reply: 'agrees' | 'refuses' | null;
}

const ORDERS = 3;
const fieldOf = (register: number): Field => FIELDS[register % FIELDS.length] as Field;

export function makeThread(random: WordRandom, changes: number): Omit<Item, 'id'> {
  const puzzle = drawThread(random, changes);
  return {
    input: [{ role: 'user', content: tell(random, puzzle) }],
    expected: JSON.stringify(puzzle.answer),
    grader: { type: 'json', options: { schema: SCHEMA, score: 'all' } },
    metadata: { difficulty: puzzle.steps, changes },
  };
}

const SCHEMA = {
  type: 'object',
  properties: {
    destination: { type: 'string' },
    carrier: { type: 'string' },
    contact: { type: 'string' },
    date: { type: 'string', description: 'YYYY-MM-DD' },
    quantity: { type: 'integer' },
    price: { type: 'integer', description: 'EUR' },
  },
  required: [...FIELDS],
  additionalProperties: false,
};

const DAY = 86_400_000;
const dateAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

const REGISTERS: Registers<Value> = {
  sorts: Array.from({ length: ORDERS * FIELDS.length }, (_, r) => fieldOf(r)),
  draw(random, sort) {
    if (sort === 'destination') return pickOne(random, PLACES);
    if (sort === 'carrier') return pickOne(random, CARRIERS);
    if (sort === 'contact') return `${pickOne(random, CONTACTS)} ${pickOne(random, SURNAMES)}`;
    if (sort === 'date') return dateAfter('2027-01-01', random.below(365));
    return sort === 'quantity' ? randomInteger(random, 60, 900) : randomInteger(random, 300, 5000);
  },
  shifted(sort, value, by) {
    if (sort === 'date') return dateAfter(String(value), by);
    if (typeof value !== 'number' || value + by < 10) return null;
    return value + by;
  },
};

export function drawThread(random: Random, changes: number): ThreadPuzzle {
  const people = drawPeople(random, 5);
  const decides = Object.fromEntries(FIELDS.map((field) => [field, random.below(3)])) as Record<
    Field,
    number
  >;
  const { events, values, depths } = drawHistory(random, REGISTERS, changes);
  const steps = Array.from({ length: ORDERS }, (_, order) =>
    FIELDS.reduce((all, _field, i) => all + (depths[order * FIELDS.length + i] ?? 0), 0),
  );
  const asked = steps.indexOf(Math.max(...steps));
  const goods = shuffle(random, GOODS);
  const folders = shuffle(random, FOLDERS);
  const orders = Array.from({ length: ORDERS }, (_, i) => ({
    number: 1000 * (i + 2) + random.below(1000),
    goods: goods[i] ?? '',
    folder: folders[i] ?? '',
  }));
  const answer = Object.fromEntries(
    FIELDS.map((field, i) => [field, values[asked * FIELDS.length + i]]),
  ) as Record<Field, Value>;
  const messages = events.map((event) =>
    drawMessage(random, event, decides[fieldOf(event.r)], people.length),
  );
  return { people, orders, decides, messages, asked, answer, steps: steps[asked] ?? 0 };
}

function drawMessage(random: Random, event: ToldEvent<Value>, decider: number, people: number): Message {
  const other = (decider + 1 + random.below(people - 1)) % people;
  const draw = random.below(10);
  if (event.counts)
    return draw < 6
      ? { event, author: decider, affirms: true, reply: null }
      : { event, author: other, affirms: true, reply: 'agrees' };
  if (draw < 4) return { event, author: decider, affirms: false, reply: null };
  if (draw < 7) return { event, author: other, affirms: true, reply: null };
  return { event, author: other, affirms: true, reply: 'refuses' };
}

function tell(random: WordRandom, puzzle: ThreadPuzzle): string {
  const { people, orders, decides, messages, asked } = puzzle;
  const lines = messages.map((message) => {
    const said = `${header(random, people[message.author] as Person)} ${toSentence(stateMessage(random, message))}`;
    if (message.reply === null) return said;
    const decider = people[decides[fieldOf(message.event.r)]] as Person;
    const about = personName(random, people, message.author);
    const templates = message.reply === 'agrees' ? AGREES : REFUSES;
    return `${said}\n${header(random, decider)} ${toSentence(fillAnyTemplate(random, templates, { about }))}`;
  });
  const describe = (key: string) => describeFact(random, orders, Number(key));
  const written = writeOutMentions(random, lines.join('\n'), describe, BY_PLACE)
    .split('\n')
    .map((line) => line.replace(/: .*/, (rest) => `: ${capitaliseSentences(rest.slice(2))}`))
    .join('\n');
  const known = shuffle(random, orders).map((order) =>
    toSentence(fillAnyTemplate(random, ORDER, { ...order })),
  );
  const say = shuffle(random, [...people.keys()]).flatMap((i) => decisions(random, puzzle, i));
  return [
    `Extract the facts of ${describeOrder(random, orders[asked] as Order)} from these messages into JSON that is valid against the schema. Reply with the JSON alone.`,
    `${introducePeople(random, people)} ${known.join(' ')} ${say.join(' ')}`,
    `Messages come in the order in which they were written. A report counts only if it is by the person who decides on the fact that it changes (a swap or a copy is between facts of one sort), or if that person agrees in the very next message; what counts happened when it was reported. ${PLACES_IN_TEXT} What is said not to have happened, or was only wished or planned, changes nothing.`,
    written,
    `Schema:\n${JSON.stringify(SCHEMA, null, 2)}`,
  ].join('\n\n');
}

const header = (random: WordRandom, person: Person): string =>
  `${toSentence(shortPersonName(random, person)).slice(0, -1)}:`;

function decisions(random: WordRandom, { people, decides }: ThreadPuzzle, person: number): string[] {
  const fields = shuffle(
    random,
    FIELDS.filter((field) => decides[field] === person),
  ).map((field) => fillTemplate(random, SORTS[field]));
  const who = personName(random, people, person);
  if (fields.length === 0) return [toSentence(fillAnyTemplate(random, DECIDES_NOTHING, { who }))];
  const what = joinNames(fields);
  return [toSentence(fillAnyTemplate(random, DECIDES, { who, what }))];
}

function stateMessage(random: WordRandom, { event, affirms }: Message): Clause {
  const clause = (as = true) => stateChange(random, event, as);
  if (random.below(10) < 4)
    return affirms
      ? random.below(2) === 0
        ? clause()
        : fillAnyTemplate(random, DID_HAPPEN, { clause: clause() })
      : fillAnyTemplate(random, DID_NOT_HAPPEN, { clause: clause() });
  return frameStatement(random, clause, affirms);
}

/** A clause that the change was made or, if `as` is false, that it was not. */
function stateChange(random: WordRandom, event: ToldEvent<Value>, as: boolean): Clause {
  const field = fieldOf(event.r);
  const value = (of: Value) => valueInWords(random, field, of);
  return changeClause(random, event, as, value, field === 'date' ? IN_DAYS : IN_NUMBERS);
}

function valueInWords(random: WordRandom, field: Field, value: Value): string {
  if (typeof value === 'number') return wordQuantity(random, value);
  if (field !== 'date') return value;
  const [, month = '', day = ''] = value.split('-');
  const name = MONTHS[Number(month) - 1] ?? '';
  const dayOfYear = (Date.parse(value) - Date.parse('2027-01-01')) / DAY + 1;
  return fillTemplate(
    random,
    '[{d} {m} 2027|{m} {d}, 2027|{iso}|the {nth} of {m} 2027|day number {ofYear} of 2027|the {nth} day of {m} 2027]',
    { d: Number(day), m: name, iso: value, nth: NTH[Number(day)] ?? '', ofYear: dayOfYear },
  );
}

const describeFact = (random: WordRandom, orders: readonly Order[], register: number): string =>
  fillAnyTemplate(random, FACTS[fieldOf(register)], {
    o: describeOrder(random, orders[Math.floor(register / FIELDS.length)] as Order),
  });

const describeOrder = (random: WordRandom, { number, goods, folder }: Order): string =>
  fillTemplate(
    random,
    '[order {number}|the order [for|of] {goods}|the order in the {folder} folder|the {folder} order|number {number} of the orders|the order that brings {goods}|the order whose folder is {folder}]',
    {
      number,
      goods,
      folder,
    },
  );

const ORDER = [
  'order {number} is for {goods} and lies in the {folder} folder',
  'the {folder} folder holds order {number}, which is for {goods}',
  '{goods} were ordered under the number {number}, in the {folder} folder',
  'in the {folder} folder there is the order for {goods}, with the number {number}',
  'for {goods} there is order {number}, kept in the {folder} folder',
  'order {number}, in the {folder} folder, brings {goods}',
];

const FACTS: Readonly<Record<Field, readonly string[]>> = {
  destination: [
    'the destination of {o}',
    'the [place|town] where {o} is to arrive',
    'the destination that {o} has',
    'the [place|town] that {o} goes to',
    'the [town|place] named as the end of the journey of {o}',
  ],
  carrier: [
    'the carrier of {o}',
    'the [firm|company] with {o} on its lorries',
    'the haulier that {o} has',
    'the [firm|company] that carries {o}',
    'the haulier of {o}',
  ],
  contact: [
    'the contact for {o}',
    'the person who takes calls about {o}',
    'the contact that {o} has',
    'the person to [call|ask] about {o}',
    'the one who answers for {o}',
  ],
  date: [
    'the date of {o}',
    'the day on which {o} is due',
    'the date that {o} has',
    'the day [set for|of] {o}',
    'the delivery date of {o}',
  ],
  quantity: [
    'the quantity of {o}',
    'the number of pieces that {o} has',
    'the tally of pieces for {o}',
    'the number of pieces in {o}',
    'the count of pieces of {o}',
  ],
  price: [
    'the price of {o}',
    'the price that {o} has',
    'the bill in euros for {o}',
    'the [sum|amount] charged for {o}',
    'the amount in euros due for {o}',
  ],
};

const SORTS: Readonly<Record<Field, string>> = {
  destination: '[destinations|places of delivery|where orders go]',
  carrier: '[carriers|hauliers|which firm carries what]',
  contact: '[contacts|whom to call|the persons to ask]',
  date: '[dates|days of delivery|the calendar]',
  quantity: '[quantities|numbers of pieces|how many pieces there are]',
  price: '[prices|the sums charged|what is to be paid]',
};

const DECIDES = [
  '{who} decides on {what}',
  'it is {who} who has the say on {what}',
  'as to {what}, the word of {who} counts',
  'nobody but {who} decides on {what}',
  'on {what}, {who} has the last word',
  '{who} is in charge of {what}',
  'ask {who}, and nobody else, about {what}',
];

const DECIDES_NOTHING = [
  '{who} decides on nothing',
  '{who} has no say in anything',
  'what {who} writes counts only where others agree',
  '{who} is in charge of nothing',
  'there is nothing that {who} may decide',
];

const AGREES = [
  '[agreed|granted|so be it|fine with me|yes, that is right]',
  'what {about} has just written [stands|is right|is confirmed]',
  'I [agree with|confirm|vouch for] what {about} has just written',
  'I wanted to object to what {about} has just written, but it is right',
  '{about} is [right|not mistaken]',
  'no objection to the message before this one',
  '[you have my word on it|true enough|by all means]',
  'I would have written the same as {about} just did',
  'what {about} has just written has my blessing',
  'no need to change a word of the message before this one',
];

const REFUSES = [
  '[no|not so|certainly not|I do not agree]',
  'what {about} has just written [does not stand|is wrong|is not confirmed]',
  'I [disagree with|reject|do not vouch for] what {about} has just written',
  'I wanted to agree with what {about} has just written, but it is wrong',
  '{about} is [mistaken|not right]',
  'I object to the message before this one',
  '[over my dead body|by no means|out of the question]',
  'I would never have written what {about} just did',
  'what {about} has just written goes against my will',
  'the message before this one is to be forgotten',
];

const BY_PLACE = {
  '': {
    last: '[the fact named last|the last-named fact]',
    lastButOne: '[the fact named last but one|the last-named fact but one]',
  },
};

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const NTH = Array.from({ length: 32 }, (_, n) => {
  const ending =
    n % 10 === 1 && n !== 11
      ? 'st'
      : n % 10 === 2 && n !== 12
        ? 'nd'
        : n % 10 === 3 && n !== 13
          ? 'rd'
          : 'th';
  return n < 4 ? (['', 'first', 'second', 'third'][n] ?? '') : `${n}${ending}`;
});
const PLACES =
  'Bergen Cork Dresden Faro Ghent Graz Kiel Lille Oulu Porto Riga Split Turin Uppsala Vienna Wexford Zwolle Aarhus Basel Cadiz'.split(
    ' ',
  );
const CARRIERS =
  'Albatross Freight|Borealis Lines|Cargo Nine|Delta Couriers|Eastway|Falke Transport|Grey Van Company|Highroad|Inland Post|Juno Logistics|Kestrel Carriers|Longhaul'.split(
    '|',
  );
const CONTACTS = 'Agnes Boris Celia Dmitri Edith Fabian Gloria Henrik Irene Jasper Karin Leopold'.split(' ');
const SURNAMES =
  'Abel Brandt Costa Dahl Ekman Fischer Grau Hoffer Ivanov Jansen Keller Lund Moreau Novak'.split(' ');
const GOODS =
  'brass hinges|cork tiles|desk lamps|drill bits|floor mats|garden hoses|glass jars|hook rails|ink pads|paint rollers|rope clamps|wall clocks'.split(
    '|',
  );
const FOLDERS = 'green red blue yellow grey white black purple brown orange'.split(' ');
