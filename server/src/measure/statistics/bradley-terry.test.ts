import assert from 'node:assert/strict';
import test from 'node:test';
import { assertClose } from '../../../test/support/assert-close.ts';
import { bradleyTerry, type Wins, withHalfWins } from './bradley-terry.ts';

function assertEach(
  actual: readonly number[] | undefined,
  expected: readonly number[],
  digits: number,
): void {
  assert.equal(actual?.length, expected.length);
  expected.forEach((value, i) => {
    assertClose(actual?.[i], value, digits, `of ${i}`);
  });
}

/** P(i beats j). */
function chance(found: ReturnType<typeof bradleyTerry>, i: number, j: number): number {
  const [a, b] = [found?.[i]?.strength ?? Number.NaN, found?.[j]?.strength ?? Number.NaN];
  return a / (a + b);
}

test('four players and their Elo', () => {
  const found = bradleyTerry([
    [0, 2, 0, 1],
    [3, 0, 5, 0],
    [0, 3, 0, 1],
    [4, 0, 3, 0],
  ]);
  assertEach(
    found?.map(({ strength }) => strength),
    [0.639835, 1.043314, 0.65981, 2.270377],
    6,
  );
  assertEach(
    found?.map(({ elo }) => elo),
    [1422.427, 1507.366, 1427.768, 1642.439],
    3,
  );
});

test('three players: strengths, chances and errors', () => {
  const found = bradleyTerry([
    [0, 7, 8],
    [3, 0, 6],
    [2, 4, 0],
  ]);
  assertEach(
    found?.map(({ strength }) => strength),
    [2.0971304, 0.861481, 0.5535143],
    7,
  );
  assertEach(
    found?.map(({ log }) => log),
    [0.74057, -0.149102, -0.591468],
    6,
  );
  assertClose(chance(found, 0, 1), 0.7088225, 7);
});

test('ties count ½ to each', () => {
  const found = bradleyTerry([
    [0, 6.5, 7],
    [3.5, 0, 5.5],
    [3, 4.5, 0],
  ]);
  assertEach(
    found?.map(({ log }) => log),
    [0.488535, -0.139707, -0.348828],
    6,
  );
});

test('one who never lost, or groups that never met, have no rating until ½ wins are added', () => {
  const champion: Wins = [
    [0, 3, 2],
    [0, 0, 1],
    [0, 2, 0],
  ];
  const groups: Wins = [
    [0, 2, 0, 0],
    [1, 0, 0, 0],
    [0, 0, 0, 1],
    [0, 0, 3, 0],
  ];
  for (const wins of [champion, groups]) {
    assert.equal(bradleyTerry(wins), null);
    assert.notEqual(bradleyTerry(withHalfWins(wins)), null);
  }
  assert.equal(bradleyTerry([]), null);
});

test('players as good as each other are equal, and the errors of the logs follow the theory of two', () => {
  const found = bradleyTerry([
    [0, 8],
    [8, 0],
  ]);
  assertEach(
    found?.map(({ elo }) => elo),
    [1500, 1500],
    9,
  );
  // Information of ln p₁ − ln p₂ is n/4 = 4, and each is half of that difference from the mean.
  assertEach(
    found?.map(({ se }) => se),
    [0.25, 0.25],
    12,
  );
});

test('input that is no table of wins is refused', () => {
  for (const wins of [
    [[0, 1]],
    [
      [1, 1],
      [1, 0],
    ],
    [
      [0, -1],
      [1, 0],
    ],
  ]) {
    assert.throws(() => bradleyTerry(wins), RangeError);
  }
});

test('strengths of players far apart are found: everyone is expected to win as often as it did', () => {
  const players = Array.from({ length: 20 }, (_, i) => i);
  const tables = {
    'each nearly always beats all below': (i: number, j: number) => (i < j ? 10_000.5 : 0.5),
    'each meets its neighbours only': (i: number, j: number) => (j === i + 1 ? 1000 : i === j + 1 ? 0.5 : 0),
  };
  for (const [what, count] of Object.entries(tables)) {
    const wins = players.map((i) => players.map((j) => (i === j ? 0 : count(i, j))));
    const found = bradleyTerry(wins);
    for (const i of players) {
      const won = players.reduce((sum, j) => sum + (wins[i]?.[j] ?? 0), 0);
      const expected = players.reduce((sum, j) => {
        const games = (wins[i]?.[j] ?? 0) + (wins[j]?.[i] ?? 0);
        return sum + games * chance(found, i, j);
      }, 0);
      assert.ok(Math.abs(expected - won) < 1e-6 * won, `${what}: ${i} won ${won}, expected ${expected}`);
    }
  }
});
