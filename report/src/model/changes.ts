import type { Schemas } from '@touchstone/client';
import { count, formatTogether, ms, percent, type Unit, usd } from '../figures/figures.ts';
import type { EvidenceSection } from './evidence.ts';
import type { LoadSection } from './load.ts';
import { requirementNoun, withUnit } from './matrix.ts';
import type { ScenarioSection } from './scenarios.ts';
import type { Section } from './section.ts';
import { STATUS_WORDS } from './section.ts';

type Graders = NonNullable<Schemas['Results']['graded_by']>;

/** The parts of a report that are compared. */
export interface ComparedReport {
  readonly scenarios: readonly ScenarioSection[];
  readonly load: readonly LoadSection[];
  readonly evidence: readonly EvidenceSection[];
  readonly graders: Graders;
}

/** Differences between two evaluations in what both measured. */
export interface Changes {
  /** The answer for each scenario that both judged. */
  readonly answers: readonly Answers[];
  /** Changes of requirements, load and cost; a table without rows means no change. */
  readonly tables: readonly Pick<Section, 'title' | 'head' | 'rows'>[];
}

interface Answers {
  readonly scenario: string;
  readonly here: string;
  readonly there: string;
}

/**
 * Compares two evaluations: the answers, and the requirements, loads and costs that differ. It makes no statistical
 * test.
 */
export function changesBetween(here: ComparedReport, there: ComparedReport): Changes {
  const both = here.scenarios.flatMap((own) => {
    const other = there.scenarios.find(({ label }) => label === own.label);
    return other === undefined ? [] : [[own, other] as const];
  });
  return {
    answers: both.map(([own, other]) => ({
      scenario: own.label,
      here: answerOf(own),
      there: answerOf(other),
    })),
    tables: [
      {
        title: 'Requirements',
        head: ['Candidate', 'Requirement', 'Scenario', 'This evaluation', 'Other evaluation'],
        rows: both.flatMap(([own, other]) => requirementRows(own, other)),
      },
      {
        title: 'Graders',
        head: ['Grader', 'This evaluation', 'Other evaluation'],
        rows: graderRows(here.graders, there.graders),
      },
      {
        title: 'Load',
        head: ['Candidate', 'Scenario', 'Metric', 'This evaluation', 'Other evaluation'],
        rows: loadRows(here, there),
      },
      {
        title: 'Cost',
        head: ['Candidate', 'Scenario', 'This evaluation, per month', 'Other evaluation, per month'],
        rows: here.evidence.flatMap(({ target_label, scenario_label, cost }) => {
          const match = there.evidence.find(
            (one) => one.target_label === target_label && one.scenario_label === scenario_label,
          );
          if (match === undefined) return [];
          const [a, b] = formatBoth(usd, cost.monthly_usd, match.cost.monthly_usd);
          return a === b ? [] : [[target_label, scenario_label, a, b]];
        }),
      },
    ],
  };
}

const answerOf = ({ verdict }: ScenarioSection) => verdict?.sentences[0] ?? 'No verdict.';

type Requirement = ScenarioSection['requirements'][number];

function requirementRows(own: ScenarioSection, other: ScenarioSection): string[][] {
  const said = (one: Requirement) =>
    one.observed === null
      ? STATUS_WORDS[one.status]
      : `${STATUS_WORDS[one.status]}, ${withUnit(one, one.observed)}`;
  return own.requirements.flatMap((one) => {
    const match = other.requirements.find(
      ({ target_label, requirement }) => target_label === one.target_label && requirement === one.requirement,
    );
    // A figure differs in every run, so only a change of status or limit counts.
    if (match === undefined || (match.status === one.status && match.limit === one.limit)) return [];
    return [[one.target_label, requirementNoun(one), own.label, said(one), said(match)]];
  });
}

/** Graders of both evaluations whose versions differ: scores may differ for that reason alone. */
function graderRows(here: Graders, there: Graders): string[][] {
  const versions = (all: Graders, name: string) =>
    all
      .filter((one) => one.name === name)
      .map(({ version }) => version ?? 'unknown')
      .sort()
      .join(' and ');
  return [...new Set(here.map(({ name }) => name))].flatMap((name) => {
    const [own, other] = [versions(here, name), versions(there, name)];
    return other === '' || own === other ? [] : [[name, own, other]];
  });
}

function loadRows(here: ComparedReport, there: ComparedReport): string[][] {
  return here.load.flatMap(({ benchmark, rows }) =>
    rows.flatMap((own) => {
      const match = there.load
        .find((one) => one.benchmark === benchmark)
        ?.rows.find(({ target_label }) => target_label === own.target_label);
      if (match === undefined) return [];
      const under = benchmark.replace(/^\w+\//, '');
      const figures: [string, ...[string, string]][] = [
        ['p95 latency', ...formatBoth(ms, own.latency_ms.p95?.observed, match.latency_ms.p95?.observed)],
        ['responses per second', ...formatBoth(count, own.throughput_rps, match.throughput_rps)],
        ['success rate', ...formatBoth(percent, own.success_rate?.value, match.success_rate?.value)],
      ];
      return figures.flatMap(([figure, a, b]) => (a === b ? [] : [[own.target_label, under, figure, a, b]]));
    }),
  );
}

/** Two figures, of which either may be missing. */
function formatBoth(
  unit: Unit,
  a: number | null | undefined,
  b: number | null | undefined,
): [string, string] {
  return a == null || b == null ? [unit(a), unit(b)] : formatTogether(unit, [a, b]);
}
