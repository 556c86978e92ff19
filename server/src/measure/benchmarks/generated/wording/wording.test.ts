import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBenchmark, sampleAll } from '../../../../../test/support/benchmark-service.ts';
import { createRandom } from '../../../statistics/statistics.ts';
import { createWordRandom, fillAnyTemplate } from './wording.ts';

const FORMS = Array.from({ length: 9 }, (_, i) => `form ${i} [of|about|on|for] {x}`);

/** What is said in so many draws at a seed, by another stream of the same run each time. */
const saidAt = (seed: number): Set<string> => {
  const said = new Set<string>();
  for (let stream = 0; stream < 20; stream++) {
    const random = createWordRandom(createRandom(stream), seed);
    for (let i = 0; i < 20; i++) said.add(fillAnyTemplate(random, FORMS, { x: 'it' }));
  }
  return said;
};

test('a seed has half of the forms in use, and half of the words for each of their choices', () => {
  for (let seed = 0; seed < 20; seed++) {
    const said = [...saidAt(seed)];
    assert.equal(new Set(said.map((text) => text.slice(0, 6))).size, 5);
    assert.equal(new Set(said.map((text) => text.slice(7))).size, 2);
  }
});

test('seeds have different forms in use, and every form is in use at some', () => {
  const all = Array.from({ length: 20 }, (_, seed) => saidAt(seed));
  const [first = new Set(), ...others] = all;
  for (const other of others) assert.ok(other.difference(first).size > 0);
  assert.equal(new Set(all.flatMap((said) => [...said])).size, 9 * 4);
});

/** Words around numbers and names, which all templates have: runs of four words in small letters. */
const phrasesOf = async (seed: number): Promise<Map<string, number>> => {
  const { items } = await sampleAll(getBenchmark('reasoning_tables'), {
    subset: 'entangled-2',
    sampleSize: 150,
    seed,
  });
  const found = new Map<string, number>();
  for (const { input } of items) {
    const words = (input.at(-1)?.content ?? '').split(/\s+/);
    const said = new Set<string>();
    for (let i = 0; i + 4 <= words.length; i++) {
      const phrase = words.slice(i, i + 4).join(' ');
      if (/^[a-z’ ]+$/.test(phrase)) said.add(phrase);
    }
    for (const phrase of said) found.set(phrase, (found.get(phrase) ?? 0) + 1);
  }
  return found;
};

test('in the items of one seed there is much that those of another never say', async () => {
  const [one, other] = [await phrasesOf(1), await phrasesOf(2)];
  const common = [...one].filter(([, items]) => items >= 10).map(([phrase]) => phrase);
  const unread = common.filter((phrase) => !other.has(phrase));
  assert.ok(common.length > 100, `${common.length} phrases are common`);
  assert.ok(unread.length > common.length / 4, `${unread.length} of ${common.length} are new`);
});
