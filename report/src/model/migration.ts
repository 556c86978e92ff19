import type { Schemas } from '@touchstone/client';
import { formatTogether, usd } from '../figures/figures.ts';
import { benchmarkName } from './benchmark-name.ts';
import { measureRow, NO_WORSE_HEAD, NO_WORSE_OUTCOMES } from './no-worse.ts';
import type { Section } from './section.ts';

type Migration = Schemas['Migration'];
type Candidate = Migration['candidates'][number];

/** The migration advice, which terminal, HTML, Markdown and console only lay out. */
export interface MigrationPage {
  readonly title: string;
  /** The recommendation in one sentence. */
  readonly answer: string;
  /** Further steps and remarks. */
  readonly then: readonly string[];
  readonly sections: readonly Section[];
  readonly warnings: readonly string[];
}

const FIT_WORDS: Readonly<Record<Candidate['fit'], string>> = {
  move: 'can take over',
  keep: 'cannot take over',
  open: 'undecided',
};

export function migrationPage(migration: Migration): MigrationPage {
  const { baseline, candidates, measures, to_do, warnings } = migration;
  const [answer = '', ...then] = to_do;
  return {
    title: `Moving from ${baseline.label}`,
    answer,
    then,
    sections: [
      overview(migration),
      {
        about: 'verdict',
        title: 'No worse than the baseline, by measure',
        head: NO_WORSE_HEAD,
        rows: measures.map(measureRow),
        sentences: candidates.map(({ sentence }) => sentence),
      },
      ...costs(migration),
      ...changes(migration),
      ends(migration),
    ],
    warnings,
  };
}

function overview({ baseline, candidates }: Migration): Section {
  return {
    about: 'verdict',
    title: `Compared with ${baseline.label}`,
    head: ['Candidate', 'Answer', 'Measures', 'Cost per response', 'Requirements', 'Shutdown'],
    rows: candidates.map((one) => [
      one.label,
      FIT_WORDS[one.fit],
      NO_WORSE_OUTCOMES[one.outcome],
      one.costs.length === 0 ? 'not known' : one.costs.map(ratioSentence),
      one.requirement_changes.length === 0 ? 'no change' : `${one.requirement_changes.length} changed`,
      one.end?.date ?? 'not known',
    ]),
    sentences: [],
  };
}

export function ratioSentence({
  ratio,
  ci_low,
  ci_high,
}: Pick<Candidate['costs'][number], 'ratio' | 'ci_low' | 'ci_high'>): string {
  if (ratio === null) return 'no ratio';
  const times = (value: number) => String(Number(value.toPrecision(3)));
  const hasRange = ci_low !== null && ci_high !== null && times(ci_low) !== times(ci_high);
  const range = hasRange ? ` (${times(ci_low)} to ${times(ci_high)})` : '';
  return `${times(ratio)} times${range}`;
}

function costs({ baseline, candidates }: Migration): Section[] {
  const rows = candidates.flatMap(({ label, costs: own, monthly }) => [
    ...own.map((one) => [
      label,
      `per response, ${benchmarkName(one.benchmark)}`,
      ...formatTogether(usd, [one.baseline_usd, one.candidate_usd]),
      ratioSentence(one),
    ]),
    ...monthly.map((one) => [
      label,
      `per month, ${one.scenario_label}`,
      ...formatTogether(usd, [one.baseline_usd, one.candidate_usd]),
      one.baseline_usd === 0
        ? null
        : ratioSentence({ ...NO_RANGE, ratio: one.candidate_usd / one.baseline_usd }),
    ]),
  ]);
  if (rows.length === 0) return [];
  return [
    {
      about: 'verdict',
      title: 'Cost difference',
      head: ['Candidate', 'Cost', baseline.label, 'Candidate cost', 'Ratio'],
      rows,
      sentences: [
        ...candidates.flatMap((one) => [...one.costs, ...one.monthly].map(({ sentence }) => sentence)),
        'The range reflects token usage, which differs between items. It assumes the listed prices and the monthly traffic of the scenario.',
      ],
    },
  ];
}

const NO_RANGE = { ci_low: null, ci_high: null };

function changes({ baseline, candidates, requirements }: Migration): Section[] {
  if (requirements === 0) return [];
  const rows = candidates.flatMap(({ label, requirement_changes }) =>
    requirement_changes.map((one) => [
      label,
      one.scenario_label,
      one.says,
      { status: one.baseline.status },
      { status: one.candidate.status },
    ]),
  );
  return [
    {
      about: 'verdict',
      title: 'Changed requirements',
      head: ['Candidate', 'Scenario', 'Requirement', baseline.label, 'New status'],
      rows,
      sentences:
        rows.length === 0
          ? [`All ${requirements} requirements have the same status as for ${baseline.label}.`]
          : candidates.flatMap((one) => one.requirement_changes.map(({ sentence }) => sentence)),
    },
  ];
}

function ends({ baseline, candidates }: Migration): Section {
  const all = [baseline, ...candidates];
  return {
    about: 'verdict',
    title: 'Shutdown dates',
    head: ['Target', 'Shutdown', 'Recommended replacement', 'Source', 'As of'],
    rows: all.map(({ label, end }) => [
      label,
      end?.date ?? 'not known',
      end?.replacement ?? null,
      end?.source ?? null,
      end?.as_of ?? null,
    ]),
    sentences: ['A model without a shutdown date here may have one that is not in the catalogue.'],
  };
}
