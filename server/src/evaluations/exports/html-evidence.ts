import { type EvidenceSection, figure, type Report } from '@touchstone/report';
import { list, section, table, usd } from './html-elements.ts';
import { escaped } from './markup.ts';

/** What cost, compliance and lock-in of each candidate rest on, with the source and date of each price. */
export function* evidenceSections({ evidence }: Report): Generator<string> {
  for (const one of evidence) {
    const body = [cost(one), compliance(one), lockIn(one), assumptions(one)].join('');
    yield section(`Evidence: ${one.target_label} under ${one.scenario_label}`, body);
  }
}

function cost({ cost: { basis, monthly_usd, ...own } }: EvidenceSection): string {
  const totals = [
    `a month ${usd(monthly_usd)}`,
    `1,000 requests ${usd(own.per_1k_requests_usd)}`,
    `1,000 good requests ${usd(own.per_1k_good_requests_usd)}`,
  ].join(', ');
  const rows = own.lines.map((line) => [
    escaped(line.item),
    `${figure(line.quantity)} ${escaped(line.unit)}`,
    figure(line.unit_usd),
    escaped(line.source),
    escaped(line.as_of),
  ]);
  const lines = rows.length === 0 ? '' : table(['Cost of', 'Quantity', 'USD each', 'Source', 'As of'], rows);
  return `<h3>Cost, ${basis === 'api' ? 'by tokens' : 'self-hosted'}</h3><p>USD: ${totals}.</p>${lines}`;
}

function compliance({ compliance: findings }: EvidenceSection): string {
  const rows = findings.map(({ requirement, component, status, evidence }) =>
    [requirement, component, status, evidence].map(escaped),
  );
  if (rows.length === 0) return '';
  return `<h3>Compliance</h3>${table(['Requirement', 'Part', 'Status', 'Evidence'], rows)}`;
}

function lockIn({ lock_in: { score, at_least, lines } }: EvidenceSection): string {
  const rows = lines.map(({ component, choice, points, most, evidence }) => [
    escaped(component),
    escaped(choice ?? 'not known'),
    points === null ? 'not known' : `${points} of ${most}`,
    escaped(evidence),
  ]);
  const total = score === null ? `not known, at least ${at_least}` : String(score);
  return `<h3>Lock-in: ${total} of 100</h3>${table(['Component', 'Choice', 'Points', 'Evidence'], rows)}`;
}

function assumptions({ assumptions: sentences }: EvidenceSection): string {
  return sentences.length === 0 ? '' : `<h3>Assumptions</h3>${list(sentences)}`;
}
