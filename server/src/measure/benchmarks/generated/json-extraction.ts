import { pickOne, type Random, randomInteger, shuffle } from '../../statistics/statistics.ts';
import type { Item } from '../item.ts';
import { makeThread } from './entangled/thread.ts';
import { createGeneratedBenchmark, numberedLevels } from './generated.ts';

/**
 * Filling a JSON Schema from a text about an order. Written definition, version 1:
 *
 * | level | text | fields |
 * | --- | --- | --- |
 * | 1 | a sentence for each fact | customer, order number, city |
 * | 2 | the same in random order, with the date written out and an amount of money | and date (ISO), total (number) |
 * | 3 | and one to four lines of goods | and items, a list of name and quantity in the order of the text |
 * | 4 | and corrections ("not 3 but 5"), a phone number that may be missing (null), facts of another order | and phone |
 *
 * The reply must be JSON and valid against the schema, or it scores 0. The score is the share of equal leaves (texts,
 * numbers, null) among all that the reply or the right answer has: a missing, a wrong and an invented one all cost.
 */
export const jsonExtraction = createGeneratedBenchmark({
  type: 'json_extraction',
  title: 'JSON extraction (generated)',
  measures: 'Filling a given JSON Schema with the facts of a short text.',
  doesNotMeasure: 'Reading long or scanned documents, or choosing the schema.',
  version: '3',
  metric: 'equal_fields',
  maxItems: 10_000,
  levels: numberedLevels(
    [
      'three facts, one sentence each',
      'five facts in any order, a date and an amount',
      'and a list of goods',
      'and corrections, a missing fact and facts of another order',
    ],
    toTask,
  ),
  entangled: [
    {
      name: 'thread-1',
      description:
        'messages with 24 changes of the facts of three orders, by people who decide on some of them',
      make: (random) => makeThread(random, 24),
    },
    {
      name: 'thread-2',
      description: '60 changes',
      make: (random) => makeThread(random, 60),
    },
  ],
});

interface Order {
  customer: string;
  order_number: number;
  city: string;
  date?: string;
  total?: number;
  items?: { name: string; quantity: number }[];
  phone?: string | null;
}

function toTask(random: Random, level: number): Omit<Item, 'id'> {
  const order = makeOrder(random, level);
  const schema = schemaOf(level);
  const text = tell(random, order, level).join(' ');
  const prompt = `Extract the facts of order ${order.order_number} from the text into JSON that is valid against the schema. Reply with the JSON alone.\n\nText:\n${text}\n\nSchema:\n${JSON.stringify(schema, null, 2)}`;
  return {
    input: [{ role: 'user', content: prompt }],
    expected: JSON.stringify(order),
    grader: { type: 'json', options: { schema, score: 'fields' } },
    metadata: { level },
  };
}

function makeOrder(random: Random, level: number): Order {
  const order: Order = {
    customer: `${pickOne(random, FIRST)} ${pickOne(random, LAST)}`,
    order_number: randomInteger(random, 10_000, 99_999),
    city: pickOne(random, CITIES),
  };
  if (level >= 2) {
    order.date = `20${randomInteger(random, 18, 25)}-${twoDigits(randomInteger(random, 1, 12))}-${twoDigits(randomInteger(random, 1, 28))}`;
    order.total = randomInteger(random, 500, 250_000) / 100;
  }
  if (level >= 3) {
    const names = shuffle(random, GOODS).slice(0, randomInteger(random, 1, 4));
    order.items = names.map((name) => ({ name, quantity: randomInteger(random, 2, 20) }));
  }
  if (level >= 4) {
    order.phone = random.below(2) === 0 ? null : `+49 30 ${randomInteger(random, 100_000, 999_999)}`;
  }
  return order;
}

function tell(random: Random, order: Order, level: number): string[] {
  const { customer, order_number: number, city, date, total, items, phone } = order;
  const facts = [
    `Order ${number} was placed by ${customer}.`,
    level >= 4
      ? `Order ${number} was first meant for ${pickOne(random, removeOne(CITIES, city))}, but the customer moved it: it goes to ${city}.`
      : `Order ${number} goes to ${city}.`,
  ];
  if (date !== undefined) facts.push(`Order ${number} was taken on ${inWords(date)}.`);
  if (total !== undefined) facts.push(`For order ${number} we charge ${total.toFixed(2)} EUR in all.`);
  if (items !== undefined) facts.push(goodsOf(random, items, number, level));
  if (typeof phone === 'string') facts.push(`On questions about order ${number} call ${phone}.`);
  if (level >= 4) facts.push(otherOrder(random, order));
  return level === 1 ? facts : shuffle(random, facts);
}

function goodsOf(random: Random, items: NonNullable<Order['items']>, number: number, level: number): string {
  const corrected = level >= 4 ? random.below(items.length) : -1;
  const list = items.map(({ name, quantity }, i) =>
    i === corrected
      ? `${name} (not ${quantity + randomInteger(random, 1, 9)} pieces but ${quantity})`
      : `${name} (${quantity} pieces)`,
  );
  return `Order ${number} is for ${list.join(', ')}.`;
}

function otherOrder(random: Random, { order_number: number, customer }: Order): string {
  const other = number === 99_999 ? 10_000 : number + 1;
  return `Order ${other}, by ${pickOne(random, removeOne(FIRST, customer.split(' ')[0] ?? ''))} ${pickOne(random, LAST)} from ${pickOne(random, CITIES)}, phone +49 40 ${randomInteger(random, 100_000, 999_999)}, is another matter.`;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');
const removeOne = (all: readonly string[], one: string) => all.filter((name) => name !== one);

function inWords(date: string): string {
  const [year, month = '1', day = '1'] = date.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`;
}

function schemaOf(level: number): object {
  const properties = {
    customer: { type: 'string' },
    order_number: { type: 'integer' },
    city: { type: 'string' },
    ...(level >= 2 && {
      date: { type: 'string', description: 'YYYY-MM-DD' },
      total: { type: 'number', description: 'EUR' },
    }),
    ...(level >= 3 && {
      items: {
        type: 'array',
        description: 'in the order of the text',
        items: {
          type: 'object',
          properties: { name: { type: 'string' }, quantity: { type: 'integer' } },
          required: ['name', 'quantity'],
          additionalProperties: false,
        },
      },
    }),
    ...(level >= 4 && { phone: { type: ['string', 'null'], description: 'null when the text has none' } }),
  };
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const FIRST = 'Ada Bruno Clara Dario Elif Femi Greta Hana Ivo Jonas Kaya Lena Mirko Nadia Olaf Petra'.split(
  ' ',
);
const LAST = 'Abel Brandt Costa Dahl Ekman Fischer Grau Hoffer Ivanov Jansen Keller Lund Moreau Novak'.split(
  ' ',
);
const CITIES = 'Bergen Cork Dresden Faro Ghent Graz Kiel Lille Oulu Porto Riga Split Turin Uppsala'.split(
  ' ',
);
const GOODS =
  'brass hinges|cork tiles|desk lamps|drill bits|floor mats|garden hoses|glass jars|hook rails|ink pads|paint rollers|rope clamps|wall clocks'.split(
    '|',
  );
