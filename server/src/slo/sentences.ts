import type { ScenarioVerdict } from './verdict-shape.ts';

/** The verdict in plain sentences; each figure stands in the fields beside them. */
export function verdictSentences(verdict: Omit<ScenarioVerdict, 'sentences'>): string[] {
  const { scenario_label: scenario, eligible, needs_data, rejected } = verdict;
  const sentences =
    eligible.length === 0
      ? [`${scenario}: no candidate meets every requirement.`, ...nearest(verdict)]
      : [...winner(verdict), ...stability(verdict)];
  if (needs_data.length > 0) {
    const open = needs_data.map(({ label, reasons }) => `${label} (${reasons.join('; ')})`);
    sentences.push(`${scenario}: data is missing for ${open.join(', ')}.`);
  }
  if (rejected.length > 0) {
    const why = rejected.map(({ label, reasons }) => `${label} (${reasons.join('; ')})`);
    sentences.push(`${scenario}: rejected are ${why.join(', ')}.`);
  }
  return sentences;
}

function winner({
  scenario_label,
  eligible,
  winner: first,
  tied,
  order,
  weights,
}: Omit<ScenarioVerdict, 'sentences'>) {
  const [top] = order;
  const passed = `${eligible.length} ${eligible.length === 1 ? 'candidate meets' : 'candidates meet'} every requirement`;
  if (eligible.length === 1) return [`${scenario_label}: ${passed}: ${eligible[0]}.`];
  const by = Object.entries(weights).map(([name, weight]) => `${name} ${number(weight ?? 0)}`);
  if (first !== null && top) {
    return [
      `${scenario_label}: ${passed}. By the weights ${by.join(', ')} ${first} comes first with ${number(top.score)}.`,
    ];
  }
  return [
    `${scenario_label}: ${passed}. By the weights ${by.join(', ')} these cannot be told apart: ${tied.join(', ')}.`,
  ];
}

function stability({
  scenario_label,
  order,
  share_of_weightings,
  flip,
  eligible,
}: Omit<ScenarioVerdict, 'sentences'>) {
  const [top] = order;
  if (eligible.length < 2 || !top) return [];
  const share = share_of_weightings[top.label] ?? 0;
  const turned = flip
    ? `; ${flip.winner} would be first with a weight of ${number(flip.to)} on ${flip.criterion} instead of ${number(flip.from)}`
    : '; no weight alone changes that';
  return [`${scenario_label}: ${top.label} is first in ${number(share * 100)} % of all weightings${turned}.`];
}

function nearest({
  scenario_label,
  nearest_misses,
  needs_data,
}: Omit<ScenarioVerdict, 'sentences'>): string[] {
  const [first] = nearest_misses;
  // Nobody knows how near it is; what is missing is said below.
  if (!first || needs_data.some(({ label }) => label === first.label)) return [];
  const { label, largest_violation: by, fixes } = first;
  const how =
    by === null
      ? ''
      : by === 0
        ? ', which misses no limit'
        : `, at most ${number(by * 100)} % beyond a limit`;
  return [`${scenario_label}: the nearest is ${label}${how}. It needs ${fixes.join('; ')}.`];
}

const number = (value: number) => String(Number(value.toPrecision(3)));
