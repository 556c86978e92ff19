/** `wins[i][j]`: how often i beat j; a tie counts ½ for each. The diagonal is 0. */
export type Wins = readonly (readonly number[])[];

export interface Rating {
  /** Strength, geometric mean 1 over all: P(i beats j) = p_i/(p_i+p_j). */
  readonly strength: number;
  /** ln of the strength, and its standard error from the pseudo-inverse of the Fisher information. */
  readonly log: number;
  readonly se: number;
  /** 1500 + 400·log₁₀ of the strength. */
  readonly elo: number;
}

const MAX_STEPS = 1000;
/** Newton's method converges quadratically: after a step this small the next one is below double precision. */
const CONVERGED = 1e-9;
/** In log strengths. A longer step may leave the region in which the quadratic approximation is good. */
const MAX_STEP_LENGTH = 1;

/**
 * Bradley and Terry's model of pairwise wins (1952): the maximum-likelihood strengths. The likelihood is concave in
 * their logarithms and is maximised by Newton's method. The MM algorithm of Hunter (2004) has the same limit, but
 * 100,000 of its steps do not reach it for 20 targets where each nearly always beats the next. Null unless wins lead
 * from every target to every other: a target that never lost has no finite strength. Give such data half a win each way
 * (`withHalfWins`) and report it. Throws RangeError for a table that is not square, contains a negative number, or has
 * a nonzero diagonal.
 */
export function bradleyTerry(wins: Wins): readonly Rating[] | null {
  checkWins(wins);
  if (wins.length === 0 || !stronglyConnected(wins)) return null;
  const strengths = fit(wins);
  const spread = pseudoInverse(information(wins, strengths));
  return strengths.map((strength, i) => ({
    strength,
    log: Math.log(strength),
    se: Math.sqrt(spread[i]?.[i] as number),
    elo: 1500 + 400 * Math.log10(strength),
  }));
}

/**
 * Adds half a win for each against each, so that every table can be fitted; it moves all strengths towards the middle.
 */
export function withHalfWins(wins: Wins): Wins {
  return wins.map((row, i) => row.map((count, j) => (i === j ? 0 : count + 0.5)));
}

function checkWins(wins: Wins): void {
  wins.forEach((row, i) => {
    if (row.length !== wins.length || row.some((count) => !(count >= 0)) || row[i] !== 0) {
      throw new RangeError('A table of wins is square, without negative numbers, and 0 on the diagonal.');
    }
  });
}

/** Whether wins lead from every target to every other: from the first to all, and from all to the first. */
function stronglyConnected(wins: Wins): boolean {
  const reaches = (beats: (i: number, j: number) => boolean) => {
    const seen = new Set([0]);
    for (const i of seen) for (const j of wins.keys()) if (beats(i, j)) seen.add(j);
    return seen.size === wins.length;
  };
  const won = (i: number, j: number) => (wins[i]?.[j] ?? 0) > 0;
  return reaches(won) && reaches((i, j) => won(j, i));
}

const games = (wins: Wins, i: number, j: number) => (wins[i]?.[j] ?? 0) + (wins[j]?.[i] ?? 0);

function fit(wins: Wins): number[] {
  let logs = wins.map(() => 0);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const strengths = logs.map(Math.exp);
    const rises = newtonStep(wins, strengths);
    const largest = Math.max(...rises.map(Math.abs));
    if (largest < CONVERGED) return normalised(strengths);
    const scale = Math.min(1, MAX_STEP_LENGTH / largest);
    logs = logs.map((log, i) => log + scale * (rises[i] as number));
  }
  throw new Error(`Bradley-Terry did not converge within ${MAX_STEPS} steps.`);
}

/** The inverse information times the gradient of the likelihood: wins minus the wins expected with these strengths. */
function newtonStep(wins: Wins, strengths: readonly number[]): number[] {
  const gradient = strengths.map((own, i) =>
    strengths.reduce(
      (sum, other, j) => sum + (wins[i]?.[j] ?? 0) - (games(wins, i, j) * own) / (own + other),
      0,
    ),
  );
  return pseudoInverse(information(wins, strengths)).map((row) =>
    row.reduce((sum, value, j) => sum + value * (gradient[j] as number), 0),
  );
}

function normalised(strengths: readonly number[]): number[] {
  const centre = Math.exp(strengths.reduce((sum, value) => sum + Math.log(value), 0) / strengths.length);
  return strengths.map((value) => value / centre);
}

/** The Fisher information of the log strengths: n_ij·P(1−P) off the diagonal, negative; rows add to 0. */
function information(wins: Wins, strengths: readonly number[]): number[][] {
  const matrix = strengths.map((own, i) =>
    strengths.map((other, j) => (i === j ? 0 : (-games(wins, i, j) * own * other) / (own + other) ** 2)),
  );
  matrix.forEach((row, i) => {
    row[i] = -row.reduce((sum, value) => sum + value, 0);
  });
  return matrix;
}

/** (M + J)⁻¹ − J with J = 1/k everywhere: the pseudo-inverse of a matrix whose only null direction is (1,…,1). */
function pseudoInverse(matrix: readonly (readonly number[])[]): number[][] {
  const share = 1 / matrix.length;
  return inverse(matrix.map((row) => row.map((value) => value + share))).map((row) =>
    row.map((value) => value - share),
  );
}

/** Gauss-Jordan elimination; the matrix is symmetric and positive definite, so no row needs to be exchanged. */
function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))]);
  rows.forEach((row, i) => {
    const pivot = row[i] as number;
    for (let k = 0; k < 2 * size; k += 1) row[k] = (row[k] as number) / pivot;
    rows.forEach((other, j) => {
      if (j !== i) subtract(other, row, other[i] as number);
    });
  });
  return rows.map((row) => row.slice(size));
}

function subtract(from: number[], row: readonly number[], times: number): void {
  row.forEach((value, k) => {
    from[k] = (from[k] as number) - times * value;
  });
}
