import { decimal } from '@touchstone/report/figures';

/** How a cell is shown: a sign, a word for it, and a tone that only repeats them. */
export interface ShownCell {
  sign: string;
  word: string;
  tone: 'right' | 'wrong' | 'partly' | 'failed' | 'none';
}

const BY_LETTER: Readonly<Record<string, ShownCell>> = {
  R: { sign: '✓', word: 'right', tone: 'right' },
  W: { sign: '✗', word: 'wrong', tone: 'wrong' },
  C: { sign: '=', word: 'tie', tone: 'none' },
  F: { sign: '!', word: 'failed', tone: 'failed' },
  U: { sign: '?', word: 'unscored', tone: 'failed' },
  M: { sign: '·', word: 'measured', tone: 'none' },
  I: { sign: '…', word: 'interrupted', tone: 'failed' },
  A: { sign: '…', word: 'not graded yet', tone: 'none' },
  '-': { sign: '', word: 'not sent yet', tone: 'none' },
};

/** What one candidate came to on a question: the letter of the matrix and its score. */
export function shownCell(letter: string, score: number | null): ShownCell {
  if (score !== null && score > 0 && score < 1 && letter !== 'C') {
    return { sign: decimal(score), word: `score ${decimal(score)}`, tone: 'partly' };
  }
  return BY_LETTER[letter] ?? { sign: letter, word: letter, tone: 'none' };
}

/** Where answers are compared in pairs: how many of its comparisons a candidate won. */
export function shownWins(
  candidate: string,
  pairs: readonly (readonly string[])[],
  scores: readonly (number | null)[],
): ShownCell {
  let [won, of] = [0, 0];
  pairs.forEach(([a, b], i) => {
    const score = scores[i] ?? null;
    if (score === null || (a !== candidate && b !== candidate)) return;
    of += 1;
    if (score === (a === candidate ? 1 : 0)) won += 1;
  });
  const tone = of === 0 ? 'none' : won === of ? 'right' : won === 0 ? 'wrong' : 'partly';
  return { sign: of === 0 ? '' : `${won}/${of}`, word: `won ${won} of ${of}`, tone };
}
