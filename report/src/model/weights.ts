import { points } from '../figures/figures.ts';
import type { OrderRow } from './scenarios.ts';

/** Weight of each criterion, as a share of 1. */
export type Weights = Readonly<Record<string, number>>;

export interface WeightedRow {
  readonly label: string;
  /** The weighted mean of the utilities, from 0 to 1. */
  readonly score: number;
}

/** Scores closer than this are tied; an address stores weights with this precision. */
const TIE_TOLERANCE = 1e-6;

/**
 * Orders eligible candidates by other weights, best first: the weighted mean of their utilities, as in the verdict. A
 * criterion without a utility counts as 0.
 */
export function orderByWeights(order: readonly OrderRow[], weights: Weights): WeightedRow[] {
  const all = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  const scoreOf = ({ utilities }: OrderRow) =>
    Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (utilities[name] ?? 0), 0) / all;
  if (all === 0) return order.map(({ label }) => ({ label, score: 0 }));
  return order.map((row) => ({ label: row.label, score: scoreOf(row) })).sort((a, b) => b.score - a.score);
}

/** Whether these weights do not distinguish the first two candidates. */
export function isTiedAtTop([first, second]: readonly WeightedRow[]): boolean {
  return first !== undefined && second !== undefined && first.score - second.score < TIE_TOLERANCE;
}

/**
 * The weights with another share for one criterion. The others keep their proportions, or those of `usual` if all are
 * 0. The point at which a verdict flips follows the same rule.
 */
export function withShare(weights: Weights, name: string, share: number, usual: Weights): Weights {
  const sumOf = (all: Weights) =>
    Object.entries(all).reduce((sum, [other, weight]) => (other === name ? sum : sum + weight), 0);
  const base = sumOf(weights) > 0 ? weights : usual;
  const others = sumOf(base);
  return Object.fromEntries(
    Object.keys(weights).map((other) => [
      other,
      other === name ? share : others === 0 ? 0 : ((1 - share) * (base[other] ?? 0)) / others,
    ]),
  );
}

/** Each weight in percent with one digit after the point; the printed percentages add up to 100 %. */
export function sharesInPercent(weights: Weights): Readonly<Record<string, string>> {
  const all = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  const exact = Object.entries(weights).map(([name, weight]) => {
    const tenths = all === 0 ? 0 : (1000 * weight) / all;
    return { name, tenths: Math.floor(tenths + 1e-6), rest: tenths % 1 };
  });
  const lacking = all === 0 ? 0 : 1000 - exact.reduce((sum, { tenths }) => sum + tenths, 0);
  const rounded = new Set(
    exact
      .toSorted((a, b) => b.rest - a.rest)
      .slice(0, lacking)
      .map(({ name }) => name),
  );
  return Object.fromEntries(
    exact.map(({ name, tenths }) => [name, `${points((tenths + (rounded.has(name) ? 1 : 0)) / 1000)} %`]),
  );
}

/** Weights in an address, with six digits after the point: `quality:0.4,cost:0.3`. */
export function weightsText(weights: Weights): string {
  return Object.entries(weights)
    .map(([name, weight]) => `${name}:${Number(weight.toFixed(6))}`)
    .join(',');
}

/** Parses `weightsText`; criteria that are not in `names`, and values that are not from 0 to 1, are ignored. */
export function readWeights(text: string, names: readonly string[]): Weights {
  const entries = text.split(',').flatMap((part): [string, number][] => {
    const [name = '', weight = ''] = part.split(':');
    const value = Number(weight);
    return names.includes(name) && weight !== '' && value >= 0 && value <= 1 ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}
