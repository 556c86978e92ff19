import {
  count,
  formatTogether,
  joinNames,
  ms,
  percent,
  plural,
  usd,
  withoutFullStop,
} from '@touchstone/report/figures';
import { nameInSentence, scoreName } from '../../../decide/slo/slo.ts';
import { AppError } from '../../../kernel/errors.ts';
import { endOfModel, type Facts, type ModelEnd } from '../../../models/catalog/catalog.ts';
import type { Plan } from '../plan/plan.ts';
import type { Evaluation } from '../schemas/evaluation-schemas.ts';
import type { Migration } from '../schemas/migration-schemas.ts';
import type { NoWorse } from '../schemas/no-worse-schemas.ts';
import type { Results } from '../schemas/result-schemas.ts';

type Candidate = Migration['candidates'][number];
type Requirement = NonNullable<Results['requirements']>[number];

const DAY_MS = 86_400_000;

/**
 * Whether to move from the baseline to a candidate: where it is no worse, its relative cost, the requirements with
 * other results, and the deadline. It adds no measurement; end dates are those of the current catalogue. Throws
 * `wrong_state` if the evaluation does not ask `no_worse` or is not completely measured.
 * @param now milliseconds since 1970
 */
export function readMigration(
  { evaluation, plan }: { evaluation: Evaluation; plan: Plan },
  { facts, now }: { facts: Facts; now: number },
): Migration {
  const { results, id, name } = evaluation;
  if (plan.methodology.question !== 'no_worse')
    throw new AppError(
      'wrong_state',
      'This evaluation did not test which candidates are no worse than a baseline. Create one with methodology.question "no_worse", or with touchstone migrate.',
    );
  if (results?.no_worse === undefined)
    throw new AppError(
      'wrong_state',
      `This evaluation is ${evaluation.status}; migration advice is available once everything is measured.`,
    );
  const { no_worse } = results;
  const end = (label: string) => endOf(plan, facts, label);
  const baseline = { label: no_worse.baseline, end: end(no_worse.baseline) };
  const candidates = no_worse.candidates.map((one) =>
    readCandidate(one, results, no_worse, end(one.target_label)),
  );
  return {
    evaluation_id: id,
    name,
    baseline,
    candidates,
    measures: no_worse.measures,
    requirements: requirementsOf(results, no_worse.baseline).length,
    to_do: whatToDo({ baseline, candidates }, no_worse, now),
    warnings: results.warnings,
  };
}

function endOf({ targets }: Plan, facts: Facts, label: string): ModelEnd | null {
  const target = targets.find((one) => one.label === label);
  return target === undefined ? null : endOfModel(facts, target.provider, target.modelId);
}

function readCandidate(
  { target_label: label, outcome, sentence }: NoWorse['candidates'][number],
  results: Results,
  { baseline, costs = [] }: NoWorse,
  end: ModelEnd | null,
): Candidate {
  const own = requirementsOf(results, label);
  const has = (...statuses: readonly Requirement['status'][]) =>
    own.some(({ status }) => statuses.includes(status));
  const isOpen = outcome === 'undecided' || has('inconclusive', 'unknown');
  return {
    label,
    end,
    outcome,
    sentence,
    fit: outcome === 'worse' || has('fail') ? 'keep' : isOpen ? 'open' : 'move',
    costs: costs.filter(({ target_label }) => target_label === label),
    monthly: monthlyOf(results, baseline, label),
    requirement_changes: changesOf(results, baseline, label),
  };
}

const requirementsOf = ({ requirements = [] }: Results, label: string) =>
  requirements.filter(({ target_label }) => target_label === label);

const STATUS_WORDS: Readonly<Record<Requirement['status'], string>> = {
  pass: 'meets it',
  fail: 'misses it',
  inconclusive: 'is undecided',
  unknown: 'is not known',
};

function changesOf(results: Results, baseline: string, label: string): Candidate['requirement_changes'] {
  const before = requirementsOf(results, baseline);
  return requirementsOf(results, label).flatMap((one) => {
    const { scenario_label, requirement, says } = one;
    const was = before.find(
      (other) => other.scenario_label === scenario_label && other.requirement === requirement,
    );
    if (was === undefined || was.status === one.status) return [];
    const answer = (name: string, other: Requirement) =>
      `${nameInSentence(name)} ${STATUS_WORDS[other.status]}${other.observed === null ? '' : ` (${observedText(other, other.observed)})`}`;
    return [
      {
        ...{ scenario_label, requirement, says },
        baseline: { status: was.status, observed: was.observed },
        candidate: { status: one.status, observed: one.observed },
        sentence: `${scenario_label}, ${says}: ${answer(baseline, was)}, ${answer(label, one)}.`,
      },
    ];
  });
}

function observedText({ metric, kind }: Requirement, value: number): string {
  if (kind === 'quality') return percent(value);
  if (metric.endsWith('_ms')) return ms(value);
  if (metric.endsWith('_usd')) return usd(value);
  return metric.includes('availability') ? percent(value) : count(value);
}

function monthlyOf({ evidence = [] }: Results, baseline: string, label: string): Candidate['monthly'] {
  const of = (name: string, scenario: string) =>
    evidence.find((one) => one.target_label === name && one.scenario_label === scenario)?.cost.monthly_usd ??
    null;
  return [...new Set(evidence.map(({ scenario_label }) => scenario_label))].flatMap((scenario_label) => {
    const [candidate_usd, baseline_usd] = [of(label, scenario_label), of(baseline, scenario_label)];
    if (candidate_usd === null || baseline_usd === null) return [];
    const [own, before] = formatTogether(usd, [candidate_usd, baseline_usd]);
    const sentence = `Under ${nameInSentence(scenario_label)}, ${nameInSentence(label)} costs ${own} a month instead of ${before}.`;
    return [{ scenario_label, baseline_usd, candidate_usd, sentence }];
  });
}

/** The steps: first the answer, then what each other candidate lacks, then the remaining time. */
function whatToDo(
  { baseline, candidates }: Pick<Migration, 'baseline' | 'candidates'>,
  { measures }: NoWorse,
  now: number,
): string[] {
  const than = nameInSentence(baseline.label);
  const fit = (wanted: Candidate['fit']) => candidates.filter((one) => one.fit === wanted);
  const [best, ...others] = fit('move').toSorted((a, b) => priceOf(a) - priceOf(b));
  const answer =
    best === undefined
      ? `Stay with ${than} for now: no candidate is shown to be no worse and to meet every requirement.`
      : `Move to ${nameInSentence(best.label)}: it is no worse than ${than} in every tested measure${savingSentence(best)}.`;
  return [
    answer,
    ...others.map(({ label }) => `${label} would do as well${costText(best?.label ?? '')}.`),
    ...fit('keep').map((one) => `Do not move to ${nameInSentence(one.label)}: ${whyNot(one)}.`),
    ...fit('open').map((one) => `${one.label} is undecided: ${whatIsOpen(one, measures)}.`),
    ...endSentences(baseline, candidates, now),
  ];
}

/** Sorts cheapest first: by monthly cost if scenarios give it, else by response cost; unknown last. */
function priceOf({ monthly, costs }: Candidate): number {
  const months = monthly
    .filter(({ baseline_usd }) => baseline_usd > 0)
    .map(({ candidate_usd, baseline_usd }) => candidate_usd / baseline_usd);
  const ratios = months.length > 0 ? months : costs.flatMap(({ ratio }) => ratio ?? []);
  return ratios.length === 0 ? Infinity : ratios.reduce((sum, one) => sum + one, 0) / ratios.length;
}

function savingSentence({ costs }: Candidate): string {
  const [only, ...more] = costs;
  if (only === undefined || only.ratio === null || more.length > 0) return '';
  const { ci_low, ci_high, ratio } = only;
  if (ci_high !== null && ci_high < 1) {
    // A range whose ends are written alike is written as one value.
    const [least, most] = [percent(1 - ci_high), percent(1 - (ci_low ?? 0))];
    return `, and an answer costs ${percent(1 - ratio)} less${least === most ? '' : ` (${least} to ${most})`}`;
  }
  if (ci_low !== null && ci_low > 1) return `, but an answer costs ${percent(ratio - 1)} more`;
  return '';
}

const costText = (best: string) => `; ${nameInSentence(best)} costs less, or no price distinguishes them`;

function whyNot({ outcome, sentence, requirement_changes }: Candidate): string {
  if (outcome === 'worse') return withoutFullStop(sentence);
  const failed = requirement_changes.filter(({ candidate }) => candidate.status === 'fail');
  if (failed.length === 0) return 'it fails a requirement that the baseline also fails';
  return withoutFullStop(
    joinNames(
      failed.map((one) => withoutFullStop(one.sentence)),
      2,
    ),
  );
}

function whatIsOpen(
  { label, outcome, sentence, requirement_changes }: Candidate,
  measures: NoWorse['measures'],
) {
  const open = measures.filter((one) => one.target_label === label && one.outcome === 'undecided');
  const items = Math.max(0, ...open.map(({ n_needed }) => n_needed ?? 0));
  if (outcome === 'undecided') {
    const [first] = open;
    const where = first === undefined ? '' : ` on ${nameInSentence(scoreName(first.benchmark))}`;
    return items === 0 ? withoutFullStop(sentence) : `about ${plural(items, 'item')}${where} would decide`;
  }
  const said = requirement_changes
    .filter(({ candidate }) => candidate.status === 'inconclusive' || candidate.status === 'unknown')
    .map((one) => withoutFullStop(one.sentence));
  return said.length === 0
    ? 'a requirement of a scenario is undecided, also for the baseline'
    : joinNames(said, 2);
}

function endSentences(
  baseline: Migration['baseline'],
  candidates: readonly Candidate[],
  now: number,
): string[] {
  const own = baseline.end;
  const lines: string[] = [];
  if (own === null)
    lines.push(
      `The catalogue has no end date for ${nameInSentence(baseline.label)}, which does not mean that there is none.`,
    );
  else {
    const days = Math.ceil((Date.parse(own.date) - now) / DAY_MS);
    const source = `(${own.source}, as of ${own.as_of})`;
    const instead =
      own.replacement === null ? '' : ` Its provider recommends ${own.replacement} in its place.`;
    lines.push(
      days > 0
        ? `Move before ${own.date}: ${own.model} (${baseline.label}) ends then, in ${plural(days, 'day')} ${source}.${instead}`
        : `${own.model} (${baseline.label}) ended on ${own.date} ${source}.${instead}`,
    );
  }
  for (const { label, end } of candidates) {
    if (end === null) continue;
    lines.push(`${end.model} (${label}) itself ends on ${end.date} (${end.source}, as of ${end.as_of}).`);
  }
  return lines;
}
