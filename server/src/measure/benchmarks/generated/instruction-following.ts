import { pickOne, type Random, randomInteger, shuffle } from '../../statistics/statistics.ts';
import type { Item } from '../item.ts';
import { makeOrders } from './entangled/orders.ts';
import { createGeneratedBenchmark, numberedLevels } from './generated.ts';

/**
 * Writing tasks with one to five constraints that a program can verify. Written definition, version 1: a topic of 24, and
 * as many different kinds of constraint as the level's number, in random order, each with drawn arguments:
 * at least or less than so many words; two words that must occur; two that must not; a word so many times; exactly so
 * many bullets; a title in `<<>>`; no commas; an exact ending; placeholders in brackets; paragraphs divided by `***`;
 * highlighted parts. An item scores 1 when the reply follows all its constraints, read strictly as IFEval does, else 0:
 * one missed constraint of five is a miss.
 */
export const instructionFollowing = createGeneratedBenchmark({
  type: 'instruction_following',
  title: 'Instruction following (generated)',
  measures: 'Keeping to one to five constraints at once that a program can verify.',
  doesNotMeasure: 'Whether the text is good, true or about its topic: only the constraints are checked.',
  version: '3',
  maxItems: 10_000,
  levels: numberedLevels(
    ['one constraint', ...[2, 3, 4, 5].map((count) => `${count} constraints at once`)],
    toTask,
  ),
  entangled: [
    {
      name: 'interacting-1',
      description: 'rules that leave one order of five people, and two for writing it down that depend on it',
      make: (random) => makeOrders(random, 5, 2),
    },
    {
      name: 'interacting-2',
      description: 'rules that leave one order of seven people, and four for writing it down',
      make: (random) => makeOrders(random, 7, 4),
    },
  ],
});

interface Constraint {
  id: string;
  kwargs: object;
  says: string;
}

function toTask(random: Random, count: number): Omit<Item, 'id'> {
  const topic = pickOne(random, TOPICS);
  const words = shuffle(random, WORDS);
  const constraints = shuffle(random, KINDS)
    .slice(0, count)
    .map((kind) => kind(random, words));
  return {
    input: [{ role: 'user', content: toPrompt(topic, constraints) }],
    expected: constraints.map(({ id, kwargs }) => JSON.stringify({ id, kwargs })),
    grader: { type: 'instructions', options: {} },
    metadata: { level: count, constraints: constraints.map(({ id }) => id) },
  };
}

function toPrompt(topic: string, constraints: readonly Constraint[]): string {
  const list = constraints.map(({ says }) => `- ${says}`).join('\n');
  return `Write a short text about ${topic}. Your whole reply must follow ${constraints.length === 1 ? 'this rule' : 'all of these rules'}:\n\n${list}\n\nReply with the text alone.`;
}

/** `words` are in random order; each kind takes its own, so that no word is both required and forbidden. */
type Kind = (random: Random, words: readonly string[]) => Constraint;

const KINDS: readonly Kind[] = [
  (random) => {
    const least = random.below(2) === 0;
    const num_words = least ? randomInteger(random, 40, 120) : randomInteger(random, 60, 150);
    const relation = least ? 'at least' : 'less than';
    return {
      id: 'length_constraints:number_words',
      kwargs: { num_words, relation },
      says: `Use ${relation} ${num_words} words.`,
    };
  },
  (_, [a = '', b = '']) => ({
    id: 'keywords:existence',
    kwargs: { keywords: [a, b] },
    says: `Use the words "${a}" and "${b}".`,
  }),
  (_, [, , a = '', b = '']) => ({
    id: 'keywords:forbidden_words',
    kwargs: { forbidden_words: [a, b] },
    says: `Use neither the word "${a}" nor the word "${b}".`,
  }),
  (random, [, , , , keyword = '']) => {
    const frequency = randomInteger(random, 2, 4);
    return {
      id: 'keywords:frequency',
      kwargs: { keyword, frequency, relation: 'at least' },
      says: `Use the word "${keyword}" at least ${frequency} times.`,
    };
  },
  (random) => {
    const num_bullets = randomInteger(random, 2, 6);
    return {
      id: 'detectable_format:number_bullet_lists',
      kwargs: { num_bullets },
      says: `Include exactly ${num_bullets} bullet points, each a line of its own that begins with "* ", and begin no other line with "-" or with a highlighted part.`,
    };
  },
  () => ({
    id: 'detectable_format:title',
    kwargs: {},
    says: 'Include a title in double angular brackets, such as <<a good title>>.',
  }),
  () => ({ id: 'punctuation:no_comma', kwargs: {}, says: 'Use no commas.' }),
  (random) => {
    const end_phrase = pickOne(random, ENDINGS);
    return {
      id: 'startend:end_checker',
      kwargs: { end_phrase },
      says: `End with exactly this sentence, and nothing after it: ${end_phrase}`,
    };
  },
  (random) => {
    const num_placeholders = randomInteger(random, 1, 4);
    return {
      id: 'detectable_content:number_placeholders',
      kwargs: { num_placeholders },
      says: `Include at least ${num_placeholders} placeholder${num_placeholders === 1 ? '' : 's'} in square brackets, such as [name].`,
    };
  },
  (random) => {
    const num_paragraphs = randomInteger(random, 2, 4);
    return {
      id: 'length_constraints:number_paragraphs',
      kwargs: { num_paragraphs },
      says: `Write exactly ${num_paragraphs} paragraphs, with a line that holds only *** between each two.`,
    };
  },
  (random) => {
    const num_highlights = randomInteger(random, 1, 3);
    return {
      id: 'detectable_format:number_highlighted_sections',
      kwargs: { num_highlights },
      says: `Highlight at least ${num_highlights} part${num_highlights === 1 ? '' : 's'} of the text with markdown, such as *a highlighted part*.`,
    };
  },
];

const ENDINGS = [
  'That is all for now.',
  'Thank you for reading.',
  'Let us know what you think.',
  'More will follow soon.',
  'Is there anything else?',
];

const TOPICS =
  'a harbour at dawn|keeping bees|a night train|the history of paper|repairing a bicycle|a mountain hut|learning to swim|an old library|baking bread|a lighthouse keeper|city gardens|the migration of birds|a broken clock|desert plants|a chess club|river ferries|painting a house|a village market|the sound of rain|building a boat|winter sports|a school play|mapping a cave|growing tomatoes'.split(
    '|',
  );

const WORDS =
  'anchor basket candle copper feather garden hammer island ladder lantern marble meadow mirror needle orchard pebble pencil pocket ribbon saddle shadow silver timber tunnel velvet village window winter'.split(
    ' ',
  );
