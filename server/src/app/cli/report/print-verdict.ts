import type { Schemas } from '@touchstone/client';
import {
  type OrderRow,
  type RequirementMatrix,
  requirementRange,
  STATUS_WORDS,
  toReport,
  withUnit,
} from '@touchstone/report';
import { count, decimal, formatWholePercent } from '@touchstone/report/figures';
import type { Output } from '../terminal/output.ts';

/**
 * Prints the verdict of each scenario: the answer unless the summary contains it, every requirement of every
 * candidate, and the order of eligible candidates.
 */
export function printVerdict(out: Output, results: Schemas['Results']): void {
  const { scenarios, summary } = toReport(results);
  for (const { label, matrix, verdict } of scenarios) {
    if (verdict === null) continue;
    out.title(`Verdict: ${label}`);
    const unsaid = verdict.sentences.filter((sentence) => !summary.includes(sentence));
    for (const sentence of unsaid) out.text(sentence);
    if (unsaid.length > 0) out.line();
    printRequirements(out, matrix);
    if (verdict.order.length > 0) printOrder(out, verdict.order);
  }
}

function printRequirements(out: Output, { rows: candidates }: RequirementMatrix): void {
  const head = ['', 'candidate', 'requirement', 'status', 'observed', 'interval', 'counted', 'more needed'];
  const rows = candidates.flatMap(({ letter, label, cells }) =>
    cells
      .flatMap((cell) => (cell === null ? [] : [cell]))
      .map(({ status, requirement: one }, i) => [
        ...(i === 0 ? [letter, label] : ['', '']),
        one.says,
        STATUS_WORDS[status],
        one.observed === null ? '' : withUnit(one, one.observed),
        requirementRange(one) ?? '',
        one.n === null ? '' : count(one.n),
        one.samples_needed === null ? '' : count(one.samples_needed),
      ]),
  );
  out.table(head, rows, ['observed', 'interval', 'counted', 'more needed']);
}

function printOrder(out: Output, order: readonly OrderRow[]): void {
  const head = ['eligible', 'score', 'range', 'first in', ''];
  const rows = order.map(({ label, score, low, high, firstShare, front }) => [
    label,
    decimal(score),
    `${decimal(low)} to ${decimal(high)}`,
    `${formatWholePercent(firstShare)} of weightings`,
    front,
  ]);
  out.line();
  out.table(head, rows, ['score', 'range', 'first in']);
}
