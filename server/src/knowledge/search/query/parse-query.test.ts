import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { requiredAlternatives } from '../keyword/keyword-plan.ts';
import { type Atom, parseQuery } from './parse-query.ts';
import { planKeywords } from './plan-keywords.ts';

const word = (text: string): Atom => ({ kind: 'word', text });
const phrase = (text: string): Atom => ({ kind: 'phrase', text });
const prefix = (text: string): Atom => ({ kind: 'prefix', text });

const readings: [query: string, clauses: Atom[][], without: Atom[]][] = [
  ['vector search', [[word('vector')], [word('search')]], []],
  ['"boundary layer" flow', [[phrase('boundary layer')], [word('flow')]], []],
  ['“smart quotes”', [[phrase('smart quotes')]], []],
  ['cat OR dog bird', [[word('cat'), word('dog')], [word('bird')]], []],
  ['"a b" OR "c d" OR e', [[phrase('a b'), phrase('c d'), word('e')]], []],
  ['OR', [[word('OR')]], []],
  ['cat OR', [[word('cat')], [word('OR')]], []],
  ['cat OR -dog', [[word('cat')], [word('OR')]], [word('dog')]],
  ['aero*', [[prefix('aero')]], []],
  ['x* 漢*', [[word('x*')], [prefix('漢')]], []],
  ['a*b *', [[word('a*b')]], []],
  ['cats -dogs -"guinea pig"', [[word('cats')]], [word('dogs'), phrase('guinea pig')]],
  ['--verbose -5 - well-known', [[word('--verbose')], [word('-5')], [word('well-known')]], []],
  ['5" disk', [[word('5"')], [word('disk')]], []],
  ['an "odd quote', [[word('an')], [word('"odd')], [word('quote')]], []],
  [
    "c++ O'Reilly col:x NEAR(a) ^b {c}",
    ['c++', "O'Reilly", 'col:x', 'NEAR(a)', '^b', '{c}'].map((text) => [word(text)]),
    [],
  ],
  ['... !? "" "--"', [], []],
];

describe('parseQuery', () => {
  for (const [query, clauses, without] of readings) {
    it(`reads ${query}`, () => assert.deepEqual(parseQuery(query), { clauses, without }));
  }

  it('takes every string, and its phrases are quoted strings only', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('"', '-', '*', ' OR ', ' ', '-"', '(', 'x', '漢字'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const plan = planKeywords(parseQuery(pieces.join('')));
        for (const quoted of [
          ...plan.scored,
          ...requiredAlternatives(plan.required).flat(),
          ...plan.without,
        ]) {
          assert.match(quoted, /^"(?:[^"\0]|"")*"(?: \*)?$/u);
        }
      }),
      { numRuns: 500 },
    );
  });
});

const plans: [query: string, scored: string[]][] = [
  ['the vector of an index', ['"vector"', '"index"']],
  ['to be or not to be', ['"to"', '"be"', '"or"', '"not"', '"to"', '"be"']],
  ['getUserById', ['"getuserbyid"', '"get user by id"', '"get"', '"user"', '"id"']],
  ['HTTPServer', ['"httpserver"', '"http server"', '"http"', '"server"']],
  ['v1.2.3', ['"v1.2.3"', '"v 1 2 3"', '"v1"']],
  ["O'Reilly", ['"o\'reilly"', '"reilly"']],
  ['say "to be" loudly', ['"to be"', '"say"', '"loudly"']],
  ['aero* the', ['"aero" *']],
  ['ＡＢＣ', ['"abc"']],
  ['Index index INDEX', ['"index"', '"index"', '"index"']],
  ['networks; in the network, Networked', ['"networks;"', '"networks;"', '"networks;"']],
  ['機械学習', ['"機械 学習"', '"機械"', '"学習"']],
];

describe('planKeywords', () => {
  for (const [query, scored] of plans) {
    it(`scores ${query} by ${scored.join(' ')}`, () =>
      assert.deepEqual(planKeywords(parseQuery(query)).scored, scored));
  }

  it('requires phrases and groups that hold one, nothing else', () => {
    const plan = planKeywords(parseQuery('"a b" OR c d -e'));
    assert.deepEqual([requiredAlternatives(plan.required), plan.without], [[['"a b"', '"c"']], ['"e"']]);
  });
});
