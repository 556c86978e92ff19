import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBenchmark, sampleAll } from '../../../../test/support/benchmark-service.ts';
import { silentLog } from '../../../../test/support/silent-log.ts';
import { createModels } from '../../../models/models.ts';
import { grade } from '../../graders/graders.ts';
import type { Item } from '../item.ts';
import type { Passage, Passages } from '../passages.ts';
import { findFacts } from './facts.ts';
import { askableSentences } from './sentences.ts';

const TEXTS = [
  `# Plant\n\nThe Halden reactor was shut down on 27 June 2018 after sixty years of work. It cost 4,300 crowns a day.\n\n- The Halden archive keeps 1250 reels of tape in a dry cellar.`,
  `The first patent of the house was signed by Marta Quindlen in the old town hall. The Orvall pump moves 38.5 litres of water every second in winter.`,
  `The Nordby works employ 412 people in three shifts on most days of the year. The chief engineer of the Nordby works is Harald Steen Vik according to the register.`,
  ...Array.from(
    { length: 40 },
    (_, i) =>
      `The Kestrel${i} valve was tested at ${100 + i} bar by the team of the north hall. Every team of the hall signs a sheet for the Kestrel${i} valve on ${(i % 28) + 1} March 2021.`,
  ),
];

const passageOf = (text: string, i: number): Passage => ({
  chunkId: `c${i}`,
  sourceId: `s${i % 3}`,
  isDataset: false,
  title: `Handbook ${i % 3}`,
  heading: ['Plant'],
  text,
});

/** Passages at hand; `find` gives those that share most words with the query. */
function passagesOf(texts: readonly string[]): Passages {
  const passages = texts.map(passageOf);
  const shared = (query: string, text: string) =>
    query.split(/\W+/).filter((word) => text.includes(word)).length;
  return {
    async *all() {
      yield passages;
    },
    find: async (query, limit) =>
      passages.toSorted((a, b) => shared(query, b.text) - shared(query, a.text)).slice(0, limit),
    retrieve: async () => [],
  };
}

const TYPES = ['grounded_qa', 'refusal_of_unknown'] as const;

const sampleOf = (
  type: string,
  { texts = TEXTS, sampleSize = 60, seed = 0, subset = null as string | null } = {},
) => sampleAll(getBenchmark(type), { subset, sampleSize, seed, passages: passagesOf(texts) });

const itemsOf = async (...from: Parameters<typeof sampleOf>) => (await sampleOf(...from)).items;
const promptOf = (item: Item): string => item.input.at(-1)?.content ?? '';
const sentenceOf = (item: Item): string => /gap of this sentence: "(.*)"\?/.exec(promptOf(item))?.[1] ?? '';

function scoreOf({ grader, expected }: Item, text: string): number | string {
  const result = grade(grader, expected, { text, reasoning: null, finishReason: 'stop' });
  return result.state === 'scored' ? result.score : result.reason;
}

/** The sentence of the texts that the frame is made of, and what stood in the gap. */
function original(item: Item): { sentence: string; answer: string } {
  const [before = '', after = ''] = sentenceOf(item).split('____');
  const sentence =
    TEXTS.flatMap(askableSentences).find((one) => one.startsWith(before) && one.endsWith(after)) ?? '';
  return { sentence, answer: sentence.slice(before.length, sentence.length - after.length) };
}

/** What stands in the prompt's passages where the sentence has its gap. */
function copied(item: Item): string {
  const [before = '', after = ''] = sentenceOf(item).split('____');
  const prompt = promptOf(item);
  const at = prompt.indexOf(before) + before.length;
  return prompt.slice(at, prompt.indexOf(after, at));
}

test('copying the words in the place of the gap is right if a passage is shown', async () => {
  for (const [subset, right] of [
    ['passage', 1],
    ['retrieved', 1],
    ['no-context', 0],
  ] as const)
    for (const item of await itemsOf('grounded_qa', { subset }))
      assert.equal(scoreOf(item, `Answer: ${copied(item)}`), right, subset);
});

for (const type of TYPES) {
  test(`${type}: the same seed and sources give the same items, in whatever order the sources come`, async () => {
    const items = await itemsOf(type);
    assert.ok(items.length >= 30, `${items.length}`);
    assert.deepEqual(await itemsOf(type), items);
    const hashes = (some: Item[]) => some.map(({ id }) => id);
    assert.deepEqual(hashes(await itemsOf(type, { sampleSize: 10 })), hashes(items).slice(0, 10));
    const other = await itemsOf(type, { seed: 1, sampleSize: 10 });
    assert.notDeepEqual(hashes(other), hashes(items).slice(0, 10));
    const turned = TEXTS.map((_, i) => TEXTS.at(-1 - i) as string);
    const sentences = (some: Item[]) => some.map(sentenceOf);
    assert.deepEqual(sentences(await itemsOf(type, { texts: turned })), sentences(items));
  });

  test(`${type}: the passage, five passages with it among them, or none stand before the question`, async () => {
    const shown = (item: Item) => [...promptOf(item).matchAll(/^\[\d\] /gm)].length;
    for (const [subset, count] of [
      ['passage', 1],
      ['retrieved', 5],
      ['no-context', 0],
    ] as const) {
      for (const item of await itemsOf(type, { subset })) {
        assert.equal(shown(item), count);
        const own = TEXTS.find((_, i) => item.metadata?.chunk_id === `c${i}`) ?? '';
        assert.equal(promptOf(item).includes(own), count > 0);
      }
    }
    assert.deepEqual(await itemsOf(type, { subset: 'passage' }), await itemsOf(type));
    await assert.rejects(sampleOf(type, { subset: 'nowhere' }), /it has passage, retrieved, no-context/);
  });

  test(`${type}: sentences of one passage are one cluster; too few are said, none are refused`, async () => {
    const { items, warnings } = await sampleOf(type, { sampleSize: 500 });
    for (const { cluster, metadata } of items)
      assert.equal(items.find((other) => other.cluster === cluster)?.metadata?.chunk_id, metadata?.chunk_id);
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
    assert.deepEqual(warnings, [`The sources of this workspace yield ${items.length} items; all are used.`]);
    await assert.rejects(sampleOf(type, { texts: [] }), /no source that is ready/);
    await assert.rejects(sampleOf(type, { texts: ['# Nothing\n\nto ask about'] }), /None of the 1 passages/);
  });
}

test('grounded_qa: the fact is right in every form it has, a near one, no one and the sentence around it are not', async () => {
  const kinds = new Set<unknown>();
  for (const item of await itemsOf('grounded_qa')) {
    const { answer } = original(item);
    assert.notEqual(answer, '', sentenceOf(item));
    kinds.add(item.metadata?.kind);
    for (const form of [answer, answer.toUpperCase(), `**${answer}**`, ...(item.expected as string[])])
      assert.equal(scoreOf(item, `It says so.\nAnswer: ${form}`), 1, `${form} for ${answer}`);
    for (const near of nearTo(answer))
      assert.equal(scoreOf(item, `Answer: ${near}`), 0, `${near} for ${answer}`);
  }
  assert.deepEqual(kinds, new Set(['date', 'number', 'name']));
});

/** What a model may take for the answer. */
function nearTo(answer: string): string[] {
  const changed = answer.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10));
  const last = answer.split(' ').at(-1) ?? '';
  return [
    'unknown',
    ...(changed === answer ? ['Harald Quindlen'] : [changed]),
    ...(last === answer ? [] : [last]),
  ];
}

test('refusal_of_unknown: "unknown" is right; the fact of the other sentence, a guess and other words are not', async () => {
  for (const item of await itemsOf('refusal_of_unknown')) {
    assert.equal(scoreOf(item, 'No passage says so.\nAnswer: unknown'), 1);
    for (const form of ['**Unknown**', 'UNKNOWN.']) assert.equal(scoreOf(item, `Answer: ${form}`), 1);
    for (const wrong of ['42', '27 June 2018', '1250', 'Marta Quindlen', 'not in the passages'])
      assert.equal(scoreOf(item, `Answer: ${wrong}`), 0, wrong);
  }
});

test('refusal_of_unknown: what the sentence is about is replaced by a name that no source holds', async () => {
  const said = TEXTS.join('\n').toLowerCase();
  for (const item of await itemsOf('refusal_of_unknown', { subset: 'retrieved' })) {
    const [, name = ''] = /(\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+)/u.exec(sentenceOf(item).replace(/^The /, '')) ?? [];
    for (const word of name.toLowerCase().split(' ')) assert.ok(!said.includes(word), name);
    assert.equal(promptOf(item).split(name).length, 2, 'only the question names it');
  }
  const [first] = await itemsOf('refusal_of_unknown');
  const [, taken = ''] = /^(?:The )?(\p{Lu}\p{Ll}+)/u.exec(first ? sentenceOf(first) : '') ?? [];
  const texts = [...TEXTS, `Nobody has heard of ${taken.toUpperCase()} here.`];
  for (const item of await itemsOf('refusal_of_unknown', { texts }))
    assert.ok(!sentenceOf(item).includes(taken), 'a name that a source holds is not used');
});

test('both: a model that never answers is right in one and wrong in the other, as their prompts are the same', async () => {
  const frame = (item: Item) => promptOf(item).replace(/(?<=sentence: ").*(?="\?)/, '…');
  const known = await itemsOf('grounded_qa', { sampleSize: 500 });
  const prompts = new Set(known.map(frame));
  for (const item of await itemsOf('refusal_of_unknown')) assert.ok(prompts.has(frame(item)));
  for (const item of known) assert.equal(scoreOf(item, 'Answer: unknown'), 0);
});

test('a sentence that two passages complete differently is not asked; a copy of a passage changes nothing', async () => {
  const texts = [
    'The usual pressure of the line is 140 bar in the summer.',
    'The usual pressure of the line is 150 bar in the summer.',
  ];
  const more = [...TEXTS, ...texts];
  const asked = (await itemsOf('grounded_qa', { texts: more })).map(sentenceOf);
  assert.deepEqual(asked, (await itemsOf('grounded_qa')).map(sentenceOf));
  const copied = [...TEXTS, TEXTS[0] ?? ''];
  assert.deepEqual((await itemsOf('grounded_qa', { texts: copied })).map(sentenceOf), asked);
});

test('baseline/extractive, which copies the nearest sentence, gives the floor', async () => {
  const models = createModels({ providers: [], log: silentLog });
  const baseline = models.resolve('baseline', 'extractive');
  const score = async (subset: string) => {
    const items = await itemsOf('grounded_qa', { subset });
    let right = 0;
    for (const item of items) {
      const answer = await baseline.call(
        { messages: item.input, seed: 0 },
        { signal: new AbortController().signal, timeoutMs: 60_000 },
      );
      assert.ok(answer.ok);
      right += Number(scoreOf(item, answer.text) === 1);
    }
    return right / items.length;
  };
  const passage = await score('passage');
  assert.ok(passage > 0 && passage < 1, `${passage}`);
  assert.equal(await score('no-context'), 0);
});

const SENTENCES: [string, string[]][] = [
  [
    '# A heading of more than eight words that is none\n\nOne sentence of prose that has ten words in it.',
    ['One sentence of prose that has ten words in it.'],
  ],
  ['It leans on the sentence before, so it is not asked alone.', []],
  [
    'Dr. Ames and J. Bell met in Oslo, e.g. at noon, to talk about it.',
    ['Dr. Ames and J. Bell met in Oslo, e.g. at noon, to talk about it.'],
  ],
  ['Too short to ask.', []],
  ['| The | table | is | no | prose | at | all. |', []],
  ['```\nThe code in a fence is no prose, whatever it may say.\n```', []],
  [
    '1. The **item** of a list is [prose](http://x.y) when it is\n   written as such.',
    ['The item of a list is prose when it is written as such.'],
  ],
  ['A heading without a full stop that has more than eight words', []],
];
for (const [text, expected] of SENTENCES)
  test(`sentences of ${JSON.stringify(text.slice(0, 40))}`, () =>
    assert.deepEqual(askableSentences(text), expected));

const FACTS: [string, string[]][] = [
  ['He moved on 3 May 1999 to the house.', ['date 3 May 1999']],
  ['He moved on May 3, 1999 to the house.', ['date May 3, 1999']],
  [
    'Since 1999-05-03 it holds 42 pumps and 1,250 valves, or 3.5 each.',
    ['date 1999-05-03', 'number 42', 'number 1,250', 'number 3.5'],
  ],
  ['Version 1.2.3 of v12, RFC-2119, 10-20, 3:45, #17 and 007 are no numbers.', []],
  ['It has 7 doors.', []],
  ['It was 42 and later 42 again.', []],
  [
    'They met Ada Lovelace and the Royal Society of London in May.',
    ['name Ada Lovelace', 'name Royal Society'],
  ],
  ['Ada Lovelace met nobody.', []],
];
for (const [sentence, expected] of FACTS)
  test(`facts of "${sentence}"`, () =>
    assert.deepEqual(
      findFacts(sentence).map(({ kind, text }) => `${kind} ${text}`),
      expected,
    ));
