import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CURRENT_GRADER_VERSIONS } from '../src/evaluate/evaluations/kinds/registry.ts';
import { type GradedCases, gradeCases } from './support/graded-cases.ts';
import { readRecorded, recordOf, versionProblems } from './support/grader-versions.ts';

const now = await gradeCases();

test('no grader grades recorded replies otherwise without another version', () => {
  const { unraised, unrecorded } = versionProblems(readRecorded(), now);
  assert.equal([...unraised, ...unrecorded].join('\n\n'), '');
});

test('all that has a version has recorded cases, with right and wrong ones among them', () => {
  const versioned = new Set(now.flatMap(({ versions }) => Object.keys(versions)));
  assert.deepEqual([...versioned].sort(), Object.keys(CURRENT_GRADER_VERSIONS).sort());
  for (const { name, cases } of now) {
    const scores = new Set(cases.map(({ score }) => score));
    assert.ok(
      scores.has(1) && scores.size > 1,
      `${name} has too few cases in server/test/support/graded-cases.ts`,
    );
  }
});

const planted = (of: Partial<GradedCases>): GradedCases => ({
  name: 'numeric',
  versions: { numeric: 1, reader: 1 },
  cases: [
    { of: 'It is 7.', score: 1, grade: { score: 1 } },
    { of: 'No idea.', score: 0, grade: { score: 0 } },
  ],
  ...of,
});
const other = [
  { of: 'It is 7.', score: 0, grade: { score: 0 } },
  { of: 'No idea.', score: 0, grade: { score: 0 } },
];

// [what was changed, what it is now, the words of the problem]
const PLANTED: readonly [string, GradedCases[], RegExp | null][] = [
  ['nothing', [planted({})], null],
  ['a grade', [planted({ cases: other })], /^numeric grades 1 of 2 .*READER_VERSION.*score 1 before/s],
  [
    'a grade and the version of the reader',
    [planted({ cases: other, versions: { numeric: 1, reader: 2 } })],
    /^numeric has another version.*record/,
  ],
  ['a version alone', [planted({ versions: { numeric: 2, reader: 1 } })], /another version/],
  ['a version that falls', [planted({ versions: { numeric: 1, reader: 0 } })], /reader is below/],
  [
    'a further case',
    [planted({ cases: [...planted({}).cases, { of: 'x', score: 0, grade: 0 }] })],
    /other cases/,
  ],
  ['a case less', [planted({ cases: planted({}).cases.slice(1) })], /other cases/],
  ['a grader that is new', [planted({ name: 'newest' })], /^newest is not recorded/],
];

for (const [what, given, words] of PLANTED) {
  test(`finds ${what} that was changed`, () => {
    const { unraised, unrecorded } = versionProblems(recordOf([planted({})]), given);
    const said = [...unraised, ...unrecorded].join('\n');
    if (words === null) assert.equal(said, '');
    else assert.match(said, words);
  });
}
