import type { Schemas } from '@touchstone/client';
import {
  cellTexts,
  inUnit,
  type OrderRow,
  requirementRange,
  type ScenarioSection,
  toReport,
} from '@touchstone/report';
import type { Output } from '../terminal/output.ts';

type Requirements = ScenarioSection['requirements'];

/** Prints the verdict of each scenario: every requirement of every candidate, who is eligible, and why others are not. */
export function printVerdict(out: Output, results: Schemas['Results']): void {
  for (const { label, requirements, verdict } of toReport(results).scenarios) {
    if (verdict === null) continue;
    out.title(`Verdict: ${label}`);
    printRequirements(out, requirements);
    out.line();
    if (verdict.order.length > 0) printOrder(out, verdict.order);
    for (const sentence of verdict.sentences) out.text(sentence);
  }
}

function printRequirements(out: Output, requirements: Requirements): void {
  const head = ['target', 'requirement', 'status', 'limit', 'observed', 'interval', 'n', 'more needed'];
  const rows = requirements.map((one, i) => [
    one.target_label === requirements[i - 1]?.target_label ? '' : one.target_label,
    one.requirement,
    one.status,
    cellTexts(inUnit(one, one.limit), '–').join(''),
    cellTexts(inUnit(one, one.observed), '–').join(''),
    requirementRange(one) ?? '',
    one.n === null ? '' : String(one.n),
    one.samples_needed === null ? '' : String(one.samples_needed),
  ]);
  out.table(head, rows, ['limit', 'observed', 'interval', 'n', 'more needed']);
}

function printOrder(out: Output, order: readonly OrderRow[]): void {
  const head = ['eligible', 'score', 'range', 'first in', ''];
  const rows = order.map(({ label, score, low, high, firstShare, front }) => [
    label,
    score.toFixed(2),
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
    `${Math.round(100 * firstShare)} % of weightings`,
    front,
  ]);
  out.table(head, rows, ['score', 'range', 'first in']);
  out.line();
}
