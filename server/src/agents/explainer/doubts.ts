import { count, percent, plural } from '@touchstone/report/figures';
import type { EvaluationReport } from '../../tools/tools.ts';
import { named, plain } from '../rules/markdown.ts';

type Verdict = NonNullable<EvaluationReport['verdict']>[number];

/** How near to the decision a doubt is, the nearest first. */
const NEARNESS = [
  'nothing_final',
  'no_answer_yet',
  'tied',
  'may_be_first',
  'answers_missing',
  'hint',
  'weights',
  'beside_the_first',
  'undecided',
  'comes_after_anyway',
  'warning',
] as const;
interface Doubt {
  of: (typeof NEARNESS)[number];
  says: string;
}

/** Why the answer should be doubted: what could change it before what could not. */
export function doubtsAbout(report: EvaluationReport): string[] {
  const { provisional, verdict = [], comparisons = [], coverage = [], warnings = [] } = report;
  const firsts = verdict.flatMap((one) => firstOf(one) ?? []);
  const lost = coverage.filter(({ failed, unscored }) => failed + unscored > 0);
  const all: Doubt[] = [
    ...(provisional
      ? [{ of: 'nothing_final' as const, says: 'Not everything was measured, so no winner is named.' }]
      : []),
    ...verdict.flatMap((one) =>
      doubtsOf(one).map(({ of, says }) => ({
        of,
        says: verdict.length > 1 ? `For ${named(one.scenario_label)}: ${says}` : says,
      })),
    ),
    ...lost.map(({ target_label, benchmark, units, failed, unscored }) => ({
      of: 'answers_missing' as const,
      says: `${named(target_label)} has no score for ${count(failed + unscored)} of ${count(units)} questions of ${plain(benchmark)} (${percent((failed + unscored) / units)}).`,
    })),
    ...comparisons
      .filter(
        ({ exploratory, winner, target_a, target_b }) => exploratory && [target_a, target_b].includes(winner),
      )
      .map(({ winner, n, metric }) => ({
        of: 'hint' as const,
        says: `That ${named(winner)} is better on ${plain(metric)} is a hint from ${plural(n, 'item')}.`,
      })),
    ...comparisons
      .filter(({ winner }) => winner === 'undecided')
      .map(({ sentence, target_a, target_b }) => {
        const isBeside = firsts.includes(target_a) || firsts.includes(target_b);
        return {
          of: isBeside ? ('beside_the_first' as const) : ('undecided' as const),
          says: plain(sentence),
        };
      }),
    ...warnings.map((one) => ({ of: 'warning' as const, says: plain(one) })),
  ];
  return all.toSorted((a, b) => NEARNESS.indexOf(a.of) - NEARNESS.indexOf(b.of)).map(({ says }) => says);
}

/** The candidate that a verdict says to take; null for none. */
export function firstOf({ eligible, order }: Verdict): string | null {
  return eligible.length === 0 ? null : (order[0]?.label ?? null);
}

function doubtsOf(verdict: Verdict): Doubt[] {
  const { winner, eligible, tied, needs_data, firmness, change, flip, not_known } = verdict;
  const first = firstOf(verdict);
  if (first === null) {
    if (needs_data.length === 0) return [];
    return [{ of: 'no_answer_yet', says: plain(change ?? not_known ?? `${names(needs_data)} lack data.`) }];
  }
  const weights: Doubt[] =
    flip && change ? [{ of: winner === null ? 'tied' : 'weights', says: plain(change) }] : [];
  const isTied = winner === null && (eligible.length > 1 || tied.length > 1);
  return [
    ...weights,
    ...(isTied && firmness ? [{ of: 'tied' as const, says: plain(firmness) }] : []),
    ...needs_data.map(({ label, reasons: [reason = 'its data are missing'], shown_worse: shown }): Doubt => {
      const why = plain(reason).replace(/[.]?$/u, '.');
      return shown === undefined
        ? {
            of: 'may_be_first',
            says: `${named(label)} lacks data, and could come before ${named(first)} with them: ${why}`,
          }
        : { of: 'comes_after_anyway', says: `${named(label)} lacks data, and ${plain(shown)}: ${why}` };
    }),
  ];
}

const names = (excluded: readonly { label: string }[]) =>
  excluded.map(({ label }) => named(label)).join(' and ');

/** Requirements that are not decided, with what would decide them. */
export function missingIn({ requirements = [] }: EvaluationReport): string[] {
  const open = requirements.filter(({ status }) => status === 'inconclusive' || status === 'unknown');
  return open.map(({ kind, target_label, says, reason, samples_needed, missing }) => {
    const needed =
      samples_needed === null
        ? ''
        : ` About ${plural(samples_needed, kind === 'quality' ? 'more item' : 'more request')} would decide it.`;
    const facts = missing.map(({ fact, add }) => `${plain(fact)} (add ${plain(add)})`);
    const why = facts.length === 0 ? plain(reason) : `not known: ${facts.join('; ')}`;
    return `${named(target_label)}, ${plain(says)}: ${why.replace(/[.]?$/u, '.')}${needed}`;
  });
}
