import { count, percent, plural } from '../../kernel/figures.ts';
import type { EvaluationReport } from '../../tools/tools.ts';
import { named, plain } from '../rules/markdown.ts';

/** Why the answer of an evaluation should be doubted, the weightiest first. */
export function doubtsAbout(report: EvaluationReport): string[] {
  const { provisional, verdict = [], comparisons = [], coverage = [], warnings = [] } = report;
  const lost = coverage.filter(({ failed, unscored }) => failed + unscored > 0);
  const tied = verdict.filter(({ winner, tied: alike }) => winner === null && alike.length > 1);
  return [
    ...(provisional ? ['Not everything was measured, so no winner is named.'] : []),
    ...verdict.flatMap(({ needs_data, not_known }) =>
      needs_data.length === 0 ? [] : [not_known ? plain(not_known) : `${names(needs_data)} lack data.`],
    ),
    ...lost.map(
      ({ target_label, benchmark, units, failed, unscored }) =>
        `${named(target_label)} has no score for ${count(failed + unscored)} of ${count(units)} questions of ${plain(benchmark)} (${percent((failed + unscored) / units)}).`,
    ),
    ...tied.map(({ tied: alike }) => `${alike.map(named).join(' and ')} are about as good, all weighed.`),
    ...comparisons
      .filter(
        ({ exploratory, winner, target_a, target_b }) => exploratory && [target_a, target_b].includes(winner),
      )
      .map(
        ({ winner, n, metric }) =>
          `That ${named(winner)} is better on ${plain(metric)} is a hint from ${plural(n, 'item')}.`,
      ),
    ...comparisons.filter(({ winner }) => winner === 'undecided').map(({ sentence }) => plain(sentence)),
    ...warnings.map(plain),
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
