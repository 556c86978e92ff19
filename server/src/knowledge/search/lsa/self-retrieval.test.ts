import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isInFull } from '../../../../test/support/in-full.ts';
import { runToCompletion } from '../../../../test/support/run-to-completion.ts';
import { semanticWeight } from '../rank/fuse-scores.ts';
import { createWordCounter } from '../text/bag-of-words.ts';
import { seededRandom } from './seeded-random.ts';
import { measureSemanticLead } from './self-retrieval.ts';

const bagOf = createWordCounter();
const random = seededRandom(5);
const LETTERS = 'bdfgklmnprtvz';
const word = (n: number) =>
  `o${[...(n + 2000).toString(13)].map((d) => LETTERS[Number.parseInt(d, 13)]).join('')}`;
const below = (n: number) => Math.floor(n * random());

/** Chunks of drawn words; with topics, four of five words are of the chunk's own. */
function chunks(count: number, words: number, topics = 0): string[] {
  return Array.from({ length: count }, (_, at) =>
    Array.from({ length: words }, () =>
      topics > 0 && random() < 0.8 ? word(4000 + 30 * (at % topics) + below(30)) : word(below(4000)),
    ).join(' '),
  );
}
const leadOf = (texts: readonly string[]) => runToCompletion(measureSemanticLead(texts.map(bagOf)));

describe('how far the meaning leads the words', () => {
  it('is little in long chunks of drawn words, however many a model remembers', () => {
    const sizes = [[60, 180], [400, 60], ...(isInFull() ? [[400, 180] as const] : [])] as const;
    for (const [count, words] of sizes) {
      const { lead } = leadOf(chunks(count, words));
      assert.ok(lead < 0.5, `${lead} with ${count} chunks of ${words} words`);
    }
  });

  it('lets the words lead in drawn words under numbered headings, whatever the number of chunks', () => {
    const counts = isInFull() ? [300, 420, 520] : [300];
    const numbered = chunks(Math.max(...counts), 180).map((text, at) => `Part ${at}\nPart ${at}\n${text}`);
    for (const count of counts) {
      const { lead } = leadOf(numbered.slice(0, count));
      assert.ok(semanticWeight({ lead, known: 1, unseen: 0 }) < 0.3, `${lead} with ${count} chunks`);
    }
  });

  it('is more where chunks have topics, and the more the longer they are', () => {
    const [short, long] = [leadOf(chunks(200, 30, 100)), leadOf(chunks(200, 120, 100))];
    assert.ok(short.lead > 0 && long.lead > 2 * short.lead, `${short.lead}, ${long.lead}`);
    assert.ok(long.lead > 1, `${long.lead}`);
  });

  it('is 0 in very short chunks, in one chunk and in none', () => {
    for (const texts of [[], ['wing'], ['', ''], chunks(300, 12, 100)]) assert.equal(leadOf(texts).lead, 0);
  });

  it('is the same for the same texts', () => {
    const texts = chunks(50, 60, 10);
    assert.deepEqual(leadOf(texts), leadOf(texts));
  });
});
