import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { fabricatedQuotes, honestQuotes, type TriedQuote } from '../../../../test/support/quotes.ts';
import { findQuote } from './find-quote.ts';
import { numbersClaimed, quoteHasNumbersOf } from './numbers.ts';
import { findSentences } from './sentences.ts';

const SEED = 20261122;
const isAccepted = ({ claim, quote, chunk }: TriedQuote) =>
  findQuote(quote, chunk) !== null && quoteHasNumbersOf(claim, quote);
const shown = ({ how, claim, quote }: TriedQuote) => ({ how, quote, ...(claim !== quote && { claim }) });

describe('citations', () => {
  it('none of 500 fabricated ones is accepted', () => {
    const tried = fabricatedQuotes(500, SEED);
    assert.equal(tried.length, 500);
    assert.deepEqual(tried.filter(isAccepted).map(shown), []);
  });

  it('all of 500 honest ones are accepted', () => {
    const tried = honestQuotes(500, SEED);
    assert.equal(tried.length, 500);
    assert.deepEqual(tried.filter((one) => !isAccepted(one)).map(shown), []);
  });
});

const TEXT = `# Terms

The service is available in all regions. It is not true that the data is stored. Nobody said that it is free.
Non-compliant requests are refused; 12.5 percent of 1,250 requests were. "Quoted – words" can't be changed.

| Plan | Price | Support |
| --- | --- | --- |
| Basic | $2.50 | no |

- The accu-
  mulated atten-
  tion is kept.
サーバーは起動しません。ログは14日間です。`;

const quotes: [quote: string, shows: string | null][] = [
  ['service is available', 'The service is available in all regions.'],
  ['It is not true that the data is stored', 'It is not true that the data is stored.'],
  ['the data is stored', null],
  ['it is free', null],
  ['compliant requests are refused', null],
  ['2.5 percent of 1,250 requests', null],
  ['12.5 percent of 1', null],
  ['250 requests were', null],
  ['12.5 percent of 1,250', 'Non-compliant requests are refused; 12.5 percent of 1,250 requests were.'],
  ['“Quoted - words” can’t be changed', '"Quoted – words" can\'t be changed.'],
  ['words" can', null],
  ['Basic | $2.50 | no', 'Basic | $2.50 | no'],
  ['Basic | $2.50', null],
  ['accumulated attention is kept', 'The accu-\n  mulated atten-\n  tion is kept.'],
  ['accu-mulated atten- tion is kept', 'The accu-\n  mulated atten-\n  tion is kept.'],
  ['サーバーは起動し', null],
  ['サーバーは起動しません。', 'サーバーは起動しません。'],
  ['14日間です', 'ログは14日間です。'],
  ['4日間です', null],
  ['the service is available', null],
  ['', null],
  ['. –', null],
];

describe('findQuote', () => {
  for (const [quote, shows] of quotes)
    it(`${shows === null ? 'refuses' : 'finds'} ${JSON.stringify(quote)}`, () => {
      const range = findQuote(quote, TEXT);
      assert.equal(range && TEXT.slice(range.start, range.end), shows);
    });

  it('finds every sentence of a text, and shows it whole', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[A-Z][a-z]{2,7}(?: [a-z]{3,7}){2,5}$/), { minLength: 1, maxLength: 5 }),
        (made) => {
          const text = made.map((sentence) => `${sentence}.`).join(' ');
          for (const { start, end } of findSentences(text)) {
            const found = findQuote(text.slice(start, end), text);
            assert.ok(found && text.slice(found.start, found.end).includes(text.slice(start, end)));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('answers a range of the text that holds what was found, whatever both are', () => {
    const units = fc.string({ unit: fc.constantFrom(...'ab 1.,-—’"\n\u00ad\u200bﬁ的。|'), maxLength: 30 });
    fc.assert(
      fc.property(units, units, units, (before, quote, after) => {
        const text = before + quote + after;
        const range = findQuote(quote, text);
        if (range) assert.ok(range.start >= 0 && range.start < range.end && range.end <= text.length);
      }),
      { numRuns: 500 },
    );
  });

  it('takes no letter for another', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{3,8}(?: [a-z]{3,8}){2,4}$/),
        fc.nat(),
        fc.constantFrom(...'аеорсхбЯλ中A9'),
        (text, at, letter) => {
          const place = at % text.length;
          if (text[place] === ' ') return;
          assert.equal(findQuote(text.slice(0, place) + letter + text.slice(place + 1), `${text}.`), null);
        },
      ),
      { numRuns: 300 },
    );
  });
});

const carried: [claim: string, quote: string, isCarried: boolean][] = [
  ['It costs 1,000 euros', 'costs 1000 euros', true],
  ['1 000 units', '1,000 units', true],
  ["1'000 Franken", '1000 Franken', true],
  ['2.5 percent', '12.5 percent', false],
  ['12.5 %', '12,5 Prozent', true],
  ['95%', '95 %', true],
  ['in 2026', 'on 4 May 2026', true],
  ['in 2025', 'on 4 May 2026', false],
  ['1.234,56', '1,234.56', true],
  ['1000', '1.000 Euro', false],
  ['1.000 Euro', '1.000 Euro', true],
  ['1.2 billion', '1.2 million', false],
  ['1,200,000', '1.2 million', true],
  ['70 billion', 'a 70B model', true],
  ['3万円', '30000円', true],
  ['three replicas', '3 replicas', true],
  ['five replicas', 'three replicas', false],
  ['one replica', 'a replica', true],
  ['1 replica', 'one replica', true],
  ['100', '10²', false],
  ['10', '10²', false],
  ['6', '10^6', false],
  ['5 degrees', '−5 degrees', false],
  ['-5 degrees', '−5 degrees', true],
  ['version 3.1', 'version 3.1.2', false],
  ['at 10:40', 'at 10:45', false],
  ['the A100', 'the H100', false],
  ['24 December 2026', '24.12.2026', true],
  ['２０ GB', '20GB', true],
  ['no numbers', 'at all', true],
  ['500,000', 'half a million', false],
  ['1,000,000', 'half a million', false],
  ['250', 'two hundred and fifty', false],
];

const ENGLISH =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const ENGLISH_TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
function inEnglish(number: number): string {
  if (number < 20) return ENGLISH[number] ?? '';
  const tens = ENGLISH_TENS[Math.floor(number / 10) - 2] ?? '';
  return number % 10 === 0 ? tens : `${tens}-${ENGLISH[number % 10]}`;
}

describe('carriesNumbers', () => {
  for (const [claim, quote, isCarried] of carried)
    it(`${JSON.stringify(claim)} ${isCarried ? 'stands' : 'does not stand'} in ${JSON.stringify(quote)}`, () =>
      assert.equal(quoteHasNumbersOf(claim, quote), isCarried));

  it('finds a number in its own text however it is grouped, and no other number', () => {
    const numbers = fc.integer({ min: 0, max: 99_999_999 });
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        const grouped = one.toLocaleString('en-US');
        assert.ok(quoteHasNumbersOf(`about ${one} units`, `is ${grouped} units`));
        assert.equal(quoteHasNumbersOf(`${other} units`, `is ${grouped} units`), other === one);
        assert.equal(quoteHasNumbersOf(`${one}.5`, `is ${grouped} units`), false);
      }),
      { numRuns: 300 },
    );
  });

  it('reads each number below a hundred in English words, and no other', () => {
    const number = fc.integer({ min: 2, max: 99 });
    fc.assert(
      fc.property(number, number, (one, other) => {
        assert.ok(quoteHasNumbersOf(`${one} units`, `${inEnglish(one)} units`), inEnglish(one));
        assert.equal(quoteHasNumbersOf(`${inEnglish(other)} units`, `${one} units`), other === one);
      }),
      { numRuns: 300 },
    );
  });

  it('gives equal values to equal numbers', () => {
    assert.deepEqual(numbersClaimed('0.50 .5 0,5 ٠.٥ 00.5'), ['5e-1']);
  });
});
