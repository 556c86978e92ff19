import { PUBLISHED_RULES } from '../../../measure/graders/graders.ts';
import { type Plan, reportsDetails } from '../plan/plan.ts';
import type { Results } from '../schemas/result-schemas.ts';
import { type Aggregate, type Cell, MOST_DETAILS } from './aggregate.ts';

type Further = Pick<Results, 'reference_scores' | 'further_scores'>;

type RuleFields = Pick<
  NonNullable<Results['reference_scores']>[number],
  'rule' | 'rule_version' | 'rule_date' | 'rule_note'
>;

/** The published rule, and the date from which it applies. */
function ruleFields(rule: string | null): RuleFields {
  const published = PUBLISHED_RULES[rule ?? ''];
  if (rule === null || published === undefined) return {};
  const { version, date, note } = published;
  return { rule, rule_version: version, rule_date: date, ...(note !== null && { rule_note: note }) };
}

/** Further figures of graders: the grades of published rules, and figures by name; each absent if there is none. */
export function furtherScores({ targets, benchmarks }: Plan, { cells }: Aggregate): Further {
  const all = targets.flatMap(({ label }, t) =>
    benchmarks.map((benchmark, b) => ({
      at: { target_label: label, benchmark: benchmark.key },
      cell: cells[b]?.[t] as Cell,
      isFurther: !reportsDetails(benchmark),
    })),
  );
  const reference_scores = all.flatMap(({ at, cell }) =>
    [...cell.references].map(([rule, r]) => ({
      ...at,
      n: r.n,
      score: r.score / r.n,
      reference_score: r.reference / r.n,
      differing: r.differing,
      ...ruleFields(rule),
    })),
  );
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

/** A warning for each benchmark whose rows name more further scores than are kept. */
export const furtherScoreWarnings = ({ benchmarks }: Plan, { cells }: Aggregate): string[] =>
  benchmarks.flatMap((benchmark, b) =>
    !reportsDetails(benchmark) && cells[b]?.some(({ hasMoreDetails }) => hasMoreDetails)
      ? `${benchmark.key} has more than ${MOST_DETAILS} names of further scores; only the first ${MOST_DETAILS} are in further_scores. Use the same metric in several rows.`
      : [],
  );
