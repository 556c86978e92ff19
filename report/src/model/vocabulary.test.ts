import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { LOCK_IN_WORDS, labelOfWord, TRAFFIC_WORDS, WORKLOAD_WORDS } from './vocabulary.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const documented = readFileSync(join(ROOT, 'docs', 'reference', 'settings.md'), 'utf8');

/** The words of the table under a heading. */
function wordsUnder(heading: string): string[] {
  const [, section = ''] = documented.split(`### \`${heading}\``);
  const [own = ''] = section.split('<!-- end -->');
  return [...own.matchAll(/^\| `(\w+)` \|/gm)].map(([, word = '']) => word);
}

describe('the words that requirements offer', () => {
  for (const [heading, words] of [
    ['workload_type', WORKLOAD_WORDS],
    ['traffic_profile', TRAFFIC_WORDS],
    ['vendor_lock_in_tolerance', LOCK_IN_WORDS],
  ] as const) {
    test(`${heading}: those that are documented, in their order`, () => {
      const found = wordsUnder(heading);
      assert.ok(found.length > 3);
      assert.deepEqual(
        words.map(([word]) => word),
        found,
      );
    });
  }

  test('a word that is none of them stays as it is', () => {
    assert.equal(labelOfWord(WORKLOAD_WORDS, 'chat'), 'Conversation with people');
    assert.equal(labelOfWord(WORKLOAD_WORDS, 'telepathy'), 'telepathy');
  });
});
