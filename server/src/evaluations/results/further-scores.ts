import { type Plan, reportsDetails } from '../plan/plan.ts';
import type { Results } from '../schemas/result-schemas.ts';
import type { Aggregate, Cell } from './aggregate.ts';

type Further = Pick<Results, 'reference_scores' | 'further_scores'>;

/** What graders say beside scores: the grades of published rules and figures by name; each absent where there is none. */
export function furtherScores({ targets, benchmarks }: Plan, { cells }: Aggregate): Further {
  const all = targets.flatMap(({ label }, t) =>
    benchmarks.map((benchmark, b) => ({
      at: { target_label: label, benchmark: benchmark.key },
      cell: cells[b]?.[t] as Cell,
      isFurther: !reportsDetails(benchmark),
    })),
  );
  const reference_scores = all
    .filter(({ cell }) => cell.reference.n > 0)
    .map(({ at, cell: { reference: r } }) => ({
      ...at,
      n: r.n,
      score: r.score / r.n,
      reference_score: r.reference / r.n,
      differing: r.differing,
    }));
  const further_scores = all
    .filter(({ isFurther }) => isFurther)
    .flatMap(({ at, cell }) =>
      [...cell.details].map(([name, { n, part, whole }]) => ({ ...at, name, n, mean: part / whole })),
    );
  return {
    ...(reference_scores.length > 0 && { reference_scores }),
    ...(further_scores.length > 0 && { further_scores }),
  };
}
