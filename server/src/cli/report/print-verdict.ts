import type { Schemas } from '@touchstone/client';
import { type OrderRow, type ScenarioSection, toReport } from '@touchstone/client/report';
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
    figure(one.kind, one.limit),
    figure(one.kind, one.observed),
    interval(one),
    one.n === null ? '' : String(one.n),
    one.samples_needed === null ? '' : String(one.samples_needed),
  ]);
  out.table(head, rows, ['limit', 'observed', 'interval', 'n', 'more needed']);
}

function interval({ kind, ci_low, ci_high }: Requirements[number]): string {
  if (ci_low === null || ci_high === null || ci_low === ci_high) return '';
  return `${figure(kind, ci_low)} to ${figure(kind, ci_high)}`;
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

/** A figure of a requirement in its own unit; a dash where there is none. */
function figure(kind: string, value: number | null): string {
  if (value === null) return '–';
  if (kind === 'availability') return `${Number((100 * value).toPrecision(4))} %`;
  return String(Number(value.toPrecision(4)));
}
