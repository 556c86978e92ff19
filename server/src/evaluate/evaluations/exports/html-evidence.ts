import { type EvidenceSection, type Report, STATUS_WORDS } from '@touchstone/report';
import { count, usd } from '@touchstone/report/figures';
import { foldedMarkup, listMarkup, tableMarkup } from './html-elements.ts';
import { escapeMarkup } from './markup.ts';

type Evidence = readonly EvidenceSection[];

/** The evidence for cost, compliance and lock-in of each candidate, printed once if all scenarios share it. */
export function* evidenceSections({ evidence }: Report): Generator<string> {
  for (const [label, own] of Map.groupBy(evidence, ({ target_label }) => target_label)) {
    const body = [costs(own), onceEach(own, costLines), onceEach(own, compliance), onceEach(own, lockIn)];
    yield foldedMarkup(`Evidence: ${label}`, body.join(''));
  }
  yield* assumptions(evidence);
}

/** Renders the evidence of each scenario, with the scenario's name if scenarios differ. */
function onceEach(own: Evidence, make: (one: EvidenceSection, under: string) => string): string {
  const [first] = own;
  if (first === undefined) return '';
  const isSame = own.every((one) => make(one, '') === make(first, ''));
  if (isSame) return make(first, '');
  return own.map((one) => make(one, ` under ${escapeMarkup(one.scenario_label)}`)).join('');
}

function costs(own: Evidence): string {
  const byTokens = own[0]?.cost.basis === 'api';
  // Results of early versions do not contain the priced request.
  const saysRequest = byTokens && own.some(({ cost }) => cost.priced_request !== undefined);
  const rows = own.map(({ scenario_label, cost }) => [
    escapeMarkup(scenario_label),
    ...[cost.monthly_usd, cost.per_1k_requests_usd, cost.per_1k_good_requests_usd].map((one) =>
      usd(one, 'not known'),
    ),
    ...(saysRequest ? [escapeMarkup(cost.priced_request?.says ?? 'not known')] : []),
  ]);
  const head = [
    'Under',
    'A month',
    '1,000 requests',
    '1,000 good requests',
    ...(saysRequest ? ['Priced from'] : []),
  ];
  return `<h3>Cost, ${byTokens ? 'by tokens' : 'self-hosted'}</h3>${tableMarkup(head, rows)}`;
}

function costLines({ cost: { lines } }: EvidenceSection, under: string): string {
  if (lines.length === 0) return '';
  const rows = lines.map(({ item, quantity, unit, unit_usd, source, as_of }) => [
    escapeMarkup(item),
    `${count(quantity)} ${escapeMarkup(unit)}`,
    usd(unit_usd),
    `${escapeMarkup(source)}, ${escapeMarkup(as_of)}`,
  ]);
  return tableMarkup([`Cost of${under}`, 'Quantity', 'Each', 'Source'], rows);
}

function compliance({ compliance: findings }: EvidenceSection, under: string): string {
  const rows = findings.map(({ requirement, component, status, evidence }) => [
    escapeMarkup(requirement),
    escapeMarkup(component),
    statusText(status),
    escapeMarkup(evidence),
  ]);
  if (rows.length === 0) return '';
  return `<h3>Compliance${under}</h3>${tableMarkup(['Requirement', 'Part', 'Status', 'Evidence'], rows)}`;
}

const statusText = (status: string) =>
  Object.hasOwn(STATUS_WORDS, status)
    ? STATUS_WORDS[status as keyof typeof STATUS_WORDS]
    : escapeMarkup(status);

function lockIn({ lock_in: { score, at_least, lines } }: EvidenceSection, under: string): string {
  const rows = lines.map(({ component, choice, points, most, evidence }) => [
    withSpaces(component),
    withSpaces(choice ?? 'not known'),
    points === null ? 'not known' : `${points} of ${most}`,
    escapeMarkup(evidence),
  ]);
  const total = score === null ? `not known, at least ${at_least}` : String(score);
  return `<h3>Lock-in${under}: ${total} of 100</h3>${tableMarkup(['Part', 'Choice', 'Points', 'Evidence'], rows)}`;
}

/** Replaces underscores in names of the vocabulary by spaces. */
const withSpaces = (name: string) => escapeMarkup(name.replaceAll('_', ' '));

/** Each assumption once per scenario, with the candidates that it applies to unless it applies to all. */
function* assumptions(evidence: Evidence): Generator<string> {
  const all = [...new Set(evidence.flatMap((one) => one.assumptions))];
  const everybody = new Set(evidence.map(({ target_label }) => target_label)).size;
  const said = all.map((one) => {
    const about = evidence.filter((each) => each.assumptions.includes(one));
    if (about.length === evidence.length) return one;
    const labels = new Set(about.map(({ target_label }) => target_label));
    const scenarios = new Set(about.map(({ scenario_label }) => scenario_label));
    const isAlways = about.length === evidence.filter(({ target_label }) => labels.has(target_label)).length;
    const who = labels.size === everybody ? [] : [`for ${[...labels].join(', ')}`];
    const where = isAlways ? [] : [`under ${[...scenarios].join(', ')}`];
    return `${one} (${[...who, ...where].join('; ')})`;
  });
  if (said.length > 0) yield foldedMarkup('What costs, compliance and lock-in assume', listMarkup(said));
}
