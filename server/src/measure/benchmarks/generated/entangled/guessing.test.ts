import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBenchmark, sampleAll } from '../../../../../test/support/benchmark-service.ts';
import { inFull } from '../../../../../test/support/in-full.ts';
import { grade } from '../../../graders/graders.ts';
import type { Item } from '../../item.ts';

/*
 * What a reply scores that reads nothing but the surface of a prompt. Chance is 0 or next to it everywhere: answers are
 * numbers of a wide range, orders of seven people, or six facts at once.
 */
const MOST = 0.1;
const ITEMS = inFull(40, 200);

type Guess = readonly [name: string, of: (prompt: string) => string];

const numbersOf = (prompt: string): number[] => [...prompt.matchAll(/\d+/g)].map(([text]) => Number(text));
const answerLine = (answer: string | number | undefined): string => `Answer: ${answer ?? ''}`;

function mostFrequent<T>(values: readonly T[]): T | undefined {
  const groups = [...Map.groupBy(values, (value) => value).values()];
  return groups.sort((a, b) => b.length - a.length)[0]?.[0];
}

const NUMBER: readonly Guess[] = [
  ['the first number', (prompt) => answerLine(numbersOf(prompt)[0])],
  ['the last number', (prompt) => answerLine(numbersOf(prompt).at(-1))],
  ['the largest number', (prompt) => answerLine(Math.max(...numbersOf(prompt)))],
  ['the smallest number', (prompt) => answerLine(Math.min(...numbersOf(prompt)))],
  ['the most frequent number', (prompt) => answerLine(mostFrequent(numbersOf(prompt)))],
  ['the sum of all numbers', (prompt) => answerLine(numbersOf(prompt).reduce((all, n) => all + n, 0))],
  [
    'the last number of the last sentence with the words of the question',
    (prompt) => {
      const asked =
        prompt
          .split('\n\n')
          .at(-1)
          ?.match(/\p{L}{4,}/gu) ?? [];
      const scored = prompt
        .split(/(?<=[.|]) /)
        .map((text) => ({ text, shared: asked.filter((word) => text.includes(word)).length }))
        .filter(({ text }) => /\d/.test(text));
      const best = Math.max(...scored.map(({ shared }) => shared));
      const found = scored.findLast(({ shared }) => shared === best)?.text ?? '';
      return answerLine(numbersOf(found).at(-1));
    },
  ],
];

const NAME =
  /^(?:It is |The (?:name of the )?[\p{L} ]*?(?:is called |is named |has the name |goes by the name of |is ))?(\p{Lu}\p{L}+)/u;
const namesOf = (prompt: string): string[] => {
  const [people = ''] = prompt.split(' (Their trades');
  return people
    .split(/(?<=\.) /)
    .map((text) => NAME.exec(text)?.[1] ?? [...text.matchAll(/\p{Lu}\p{L}+/gu)].at(-1)?.[0] ?? '');
};
const byMentions = (prompt: string, from: 'first' | 'last' | 'most'): string[] => {
  const text = prompt.split('\n\n')[1] ?? '';
  const weigh = (name: string) =>
    from === 'most'
      ? -text.split(name).length
      : from === 'first'
        ? text.indexOf(name)
        : text.lastIndexOf(name);
  return namesOf(prompt).toSorted((a, b) => weigh(a) - weigh(b));
};

const ORDER: readonly Guess[] = [
  ['the people as introduced', (prompt) => answerLine(namesOf(prompt).join(', '))],
  ['the people as introduced, backwards', (prompt) => answerLine(namesOf(prompt).toReversed().join(', '))],
  ['the people as first mentioned', (prompt) => answerLine(byMentions(prompt, 'first').join(', '))],
  ['the people as last mentioned', (prompt) => answerLine(byMentions(prompt, 'last').join(', '))],
  [
    'the people by how often they are mentioned',
    (prompt) => answerLine(byMentions(prompt, 'most').join(', ')),
  ],
];

type Pick = (values: readonly string[]) => string | undefined;

/** A record of what looks like each field, picked in one way for all. */
const record = (prompt: string, pick: Pick): string => {
  const [, , , messages = ''] = prompt.split('\n\n');
  const all = (pattern: RegExp, text = messages) =>
    [...text.matchAll(pattern)].map(([, found = '']) => found);
  const numberIn = (lines: RegExp) => {
    const text = messages.split('\n').filter((line) => lines.test(line));
    return Number(pick(all(/\b(\d{2,4})\b/g, text.join('\n').replace(/\border \d+/g, ''))) ?? 0);
  };
  return JSON.stringify({
    destination:
      pick(
        all(/\b(Bergen|Cork|Dresden|Faro|Ghent|Graz|Kiel|Lille|Oulu|Porto|Riga|Split|Turin|Uppsala)\b/g),
      ) ?? '',
    carrier:
      pick(all(/\b(\p{Lu}\p{L}+ (?:Freight|Lines|Nine|Couriers|Transport|Post|Logistics|Carriers))\b/gu)) ??
      '',
    contact:
      pick(
        all(
          /\b((?:Agnes|Boris|Celia|Dmitri|Edith|Fabian|Gloria|Henrik|Irene|Jasper|Karin|Leopold) \p{Lu}\p{L}+)/gu,
        ),
      ) ?? '',
    date: pick(all(/\b(2027-\d\d-\d\d)\b/g)) ?? '',
    quantity: numberIn(/quantity|pieces/),
    price: numberIn(/euros|price|charged/),
  });
};

const RECORD: readonly Guess[] = [
  ['what was said first of each field', (prompt) => record(prompt, (values) => values[0])],
  ['what was said last of each field', (prompt) => record(prompt, (values) => values.at(-1))],
  ['what was said most often of each field', (prompt) => record(prompt, mostFrequent)],
];

const TOP: readonly (readonly [type: string, level: string, guesses: readonly Guess[]])[] = [
  ['arithmetic', 'prose-2', NUMBER],
  ['instruction_following', 'interacting-2', ORDER],
  ['json_extraction', 'thread-2', RECORD],
  ['long_context_recall', 'updates-16k', NUMBER],
  ['reasoning_tables', 'entangled-2', NUMBER],
];

function scoreOf(item: Item, text: string): number {
  const result = grade(item.grader, item.expected, { text, reasoning: null, finishReason: 'stop' });
  return result.state === 'scored' ? result.score : 0;
}

for (const [type, subset, guesses] of TOP)
  test(`${type}/${subset}: no guess from the surface scores more than ${MOST}`, async () => {
    const { items } = await sampleAll(getBenchmark(type), { subset, sampleSize: ITEMS, seed: 5 });
    const prompts = items.map(({ input }) => input.at(-1)?.content ?? '');
    const scores = guesses.map(([name, of]) => {
      const score = items.reduce((all, item, i) => all + scoreOf(item, of(prompts[i] ?? '')), 0) / ITEMS;
      return { name, score };
    });
    // The same guess for every item: the most frequent right answer.
    const fixed = mostFrequent(items.map(({ expected }) => String(expected)));
    const score = items.filter(({ expected }) => expected === fixed).length / ITEMS;
    for (const guess of [...scores, { name: 'the most frequent answer', score }])
      assert.ok(guess.score <= MOST, `${guess.name}: ${guess.score}`);
  });

test('the guesses guess: names and numbers are found where they are', async () => {
  const { items } = await sampleAll(getBenchmark('instruction_following'), {
    subset: 'interacting-2',
    sampleSize: 20,
    seed: 5,
  });
  for (const { input, expected } of items) {
    const names = namesOf(input.at(-1)?.content ?? '');
    const right = JSON.parse(String(expected)) as string[];
    assert.ok(right.filter((text) => names.includes(text)).length >= 5, `${names} for ${right}`);
  }
});

test('the guesses guess: each field of a record is right now and then', async () => {
  const { items } = await sampleAll(getBenchmark('json_extraction'), {
    subset: 'thread-2',
    sampleSize: ITEMS,
    seed: 5,
  });
  const right = new Map<string, number>();
  for (const { input, expected } of items) {
    const wanted = Object.entries(JSON.parse(String(expected)));
    for (const [, of] of RECORD) {
      const guessed = JSON.parse(of(input.at(-1)?.content ?? ''));
      for (const [field, value] of wanted)
        right.set(field, (right.get(field) ?? 0) + Number(guessed[field] === value));
    }
  }
  assert.equal(right.size, 6);
  for (const [field, times] of right) assert.ok(times >= ITEMS / 40, `${field}: ${times}`);
});
