import type { OrderRow } from './scenarios.ts';

/** What each criterion counts; they need not add up to 1. */
export type Weights = Readonly<Record<string, number>>;

export interface WeightedRow {
  readonly label: string;
  /** From 0 to 1: the mean of the utilities by these weights. */
  readonly score: number;
}

/**
 * The eligible candidates by other weights, best first: the weighted mean of their utilities, as the verdict reckons. A
 * criterion without a utility counts nothing for anybody, which is how the verdict treats what was not measured.
 */
export function orderByWeights(order: readonly OrderRow[], weights: Weights): WeightedRow[] {
  const all = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  const scoreOf = ({ utilities }: OrderRow) =>
    Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (utilities[name] ?? 0), 0) / all;
  if (all === 0) return order.map(({ label }) => ({ label, score: 0 }));
  return order.map((row) => ({ label: row.label, score: scoreOf(row) })).sort((a, b) => b.score - a.score);
}

/** Weights as they stand in an address: `quality:0.4,cost:0.3`. */
export function weightsText(weights: Weights): string {
  return Object.entries(weights)
    .map(([name, weight]) => `${name}:${Number(weight.toFixed(2))}`)
    .join(',');
}

/** Reads `weightsText`; criteria that are not among `names`, and weights that are no numbers from 0 to 1, are left out. */
export function readWeights(text: string, names: readonly string[]): Weights {
  const entries = text.split(',').flatMap((part): [string, number][] => {
    const [name = '', weight = ''] = part.split(':');
    const value = Number(weight);
    return names.includes(name) && weight !== '' && value >= 0 && value <= 1 ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}
