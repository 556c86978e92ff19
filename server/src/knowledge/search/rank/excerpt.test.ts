import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestExcerpt } from './excerpt.ts';

const TEXT =
  '## Parcels\n\nA parcel weighs 20 kg. It costs 4.90 EUR in zone 1. A parcel in zone 2 costs 7.90 EUR.\nShipping 船便は速い。料金は高い。';

test('an excerpt is the sentence or line with the most different words of the query', () => {
  const rows: [words: RegExp, excerpt: string | null][] = [
    [/weighs/g, 'A parcel weighs 20 kg.'],
    [/parcel|costs/g, 'A parcel in zone 2 costs 7.90 EUR.'],
    [/zone|4\.90/g, 'It costs 4.90 EUR in zone 1.'],
    [/Parcels|Shipping/g, '## Parcels'],
    [/Shipping/g, 'Shipping 船便は速い。'],
    [/料金/g, '料金は高い。'],
    [/parcel/g, 'A parcel weighs 20 kg.'],
    [/absent/g, null],
  ];
  for (const [words, excerpt] of rows) {
    const highlights = [...TEXT.matchAll(words)].map(({ 0: word, index }) => {
      return { start: index, end: index + word.length };
    });
    const found = bestExcerpt(TEXT, highlights);
    assert.equal(found && TEXT.slice(found.start, found.end), excerpt, String(words));
  }
});
