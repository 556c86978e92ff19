import { pickOne, type Random, randomInteger, shuffle } from '../../statistics/statistics.ts';
import type { Item } from '../item.ts';
import { makeUpdates } from './entangled/updates.ts';
import { createGeneratedBenchmark } from './generated.ts';

const LENGTHS = [1, 4, 16, 64] as const;
/** A rule of thumb for English text; tokenisers differ by a fifth. */
const CHARACTERS_PER_TOKEN = 4;
const DEPTHS = [0, 25, 50, 75, 100] as const;

/**
 * One needle in a long text. Written definition, version 1: filler sentences about a warehouse up to the length, and five
 * sentences `The access code of <place> is <six digits>.`, each for another place: the one asked for at a drawn depth of
 * 0, 25, 50, 75 or 100 % of the text, the others anywhere. The question comes after the text. Right is the code of the
 * place asked for; another place's code is wrong. Four characters are counted as one token.
 */
export const longContextRecall = createGeneratedBenchmark({
  type: 'long_context_recall',
  title: 'Long-context recall (generated)',
  measures: 'Finding one stated fact among similar ones, at given depths of texts of given lengths.',
  doesNotMeasure: 'Combining facts, or understanding a long text: one sentence holds the answer.',
  version: '3',
  // An item of 64k tokens is 256 kB, and every item of an evaluation is stored.
  maxItems: 2_000,
  levels: LENGTHS.map((thousand) => ({
    name: `${thousand}k`,
    description: `a text of about ${thousand},000 tokens`,
    make: (random) => toTask(random, thousand),
  })),
  entangled: [
    {
      name: 'updates-4k',
      description: 'the last of many values in about 4,000 tokens, with 50 changes of eight codes',
      make: (random) => makeUpdates(random, 4_000, 50),
    },
    {
      name: 'updates-16k',
      description: 'in about 16,000 tokens, with 160 changes',
      make: (random) => makeUpdates(random, 16_000, 160),
    },
  ],
});

function toTask(random: Random, thousand: number): Omit<Item, 'id'> {
  const [asked = '', ...others] = shuffle(random, PLACES).slice(0, 5);
  const depth = pickOne(random, DEPTHS);
  const codes = differentCodes(random, 5);
  const sentences = filler(random, thousand * 1_000 * CHARACTERS_PER_TOKEN);
  const needle = (place: string, code: number) => `The access code of ${place} is ${code}.`;
  for (const [i, place] of others.entries())
    sentences.splice(random.below(sentences.length + 1), 0, needle(place, codes[i + 1] ?? 0));
  sentences.splice(Math.round((sentences.length * depth) / 100), 0, needle(asked, codes[0] ?? 0));
  const question = `What is the access code of ${asked}? The last line of your reply must have the form "Answer: <number>".`;
  return {
    input: [{ role: 'user', content: `Read this text.\n\n${sentences.join(' ')}\n\n${question}` }],
    expected: String(codes[0]),
    grader: { type: 'numeric', options: {} },
    metadata: { tokens: thousand * 1_000, depth_percent: depth },
  };
}

function differentCodes(random: Random, count: number): number[] {
  const codes = new Set<number>();
  while (codes.size < count) codes.add(randomInteger(random, 100_000, 999_999));
  return [...codes];
}

function filler(random: Random, characters: number): string[] {
  const sentences: string[] = [];
  for (let length = 0; length < characters; ) {
    const sentence = `${pickOne(random, SUBJECTS)} ${pickOne(random, VERBS)} ${pickOne(random, OBJECTS)} ${pickOne(random, TIMES)}.`;
    sentences.push(sentence);
    length += sentence.length + 1;
  }
  return sentences;
}

const PLACES =
  'the north gate|the boiler room|the archive|the roof terrace|the tool store|the west lift|the loading dock|the server room|the cold store|the paint shop|the canteen|the key cabinet'.split(
    '|',
  );
const SUBJECTS =
  'The night shift|A driver|The foreman|One of the cleaners|The supplier|An inspector|The new clerk|Somebody from the office|The gardener|A visitor'.split(
    '|',
  );
const VERBS = 'counted|moved|repaired|ordered|labelled|forgot|painted|weighed|photographed|stacked'.split(
  '|',
);
const OBJECTS =
  'the empty pallets|a box of screws|two ladders|the delivery notes|an old pump|the blue containers|some cable drums|the spare tyres|a broken scale|the fire blankets'.split(
    '|',
  );
const TIMES =
  'before lunch|on Monday|late in the evening|during the storm|without being asked|for the second time|after the meeting|while it rained|in the spring|as usual'.split(
    '|',
  );
