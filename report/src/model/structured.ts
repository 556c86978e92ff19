import type { Schemas } from '@touchstone/client';
import { formatWithRange, percent } from '../figures/figures.ts';
import { benchmarkName } from './benchmark-name.ts';
import type { Cell, Section } from './section.ts';

type Results = Schemas['Results'];
type Report = NonNullable<Results['structured']>[number];
type Share = Report['valid'];

/** Display names of outcomes, in display order. */
const OUTCOMES: readonly (readonly [outcome: string, name: string])[] = [
  ['right', 'Right'],
  ['wrong_fields', 'Valid, fields wrong'],
  ['invalid', 'Invalid'],
  ['truncated', 'Truncated'],
  ['refused', 'Refused'],
  ['wrong_route', 'Text or other tool'],
  ['empty', 'Empty'],
];

/** Number of fields shown for each target and benchmark; the ones that are wrong most often come first. */
const MAX_FIELDS = 10;

/** Sections on the outcomes of responses that should be JSON of a schema, and on wrong fields. */
export function structuredSections({ structured = [] }: Results): Section[] {
  const answered = structured.filter(({ answers }) => answers > 0);
  if (answered.length === 0) return [];
  const shown = OUTCOMES.filter(([outcome]) => answered.some((one) => countOf(one, outcome) > 0));
  const wrong = answered.flatMap(wrongFields);
  return [
    {
      about: 'quality',
      title: 'Structured output outcomes',
      head: ['Candidate, benchmark', 'Responses', ...shown.map(([, name]) => name), 'Valid', 'Fields right'],
      rows: answered.map((one) => [
        rowName(one),
        one.answers,
        ...shown.map(([outcome]) => shareCell(one.outcomes.find((other) => other.outcome === outcome))),
        shareCell(one.valid),
        shareCell(one.field_accuracy),
      ]),
      sentences: [
        'Each response has one outcome. “Text or other tool” means that the JSON was expected but text or another tool call was sent. “Fields right” covers valid responses only; unexpected fields count as wrong.',
      ],
    },
    ...(wrong.length === 0
      ? []
      : [
          {
            about: 'quality' as const,
            title: 'Most frequent wrong fields',
            head: ['Candidate, benchmark', 'Field', 'Right', 'Questions'],
            rows: wrong,
            sentences: [
              `Fields of valid responses as JSON Pointers; * matches any list index. At most ${MAX_FIELDS} for each candidate and benchmark.`,
            ],
          },
        ]),
  ];
}

function wrongFields(one: Report): Cell[][] {
  return one.fields
    .filter(({ share }) => share !== null && share < 1)
    .slice(0, MAX_FIELDS)
    .map((field) => [rowName(one), field.field || 'the whole value', shareCell(field), field.questions]);
}

const countOf = ({ outcomes }: Report, outcome: string) =>
  outcomes.find((one) => one.outcome === outcome)?.count ?? 0;

export function shareCell(of: Share | undefined): Cell {
  if (of === undefined || of.share === null) return null;
  const { share, ci_low, ci_high } = of;
  return formatWithRange(percent, share, ci_low, ci_high);
}

const rowName = ({ target_label, benchmark }: Report) => `${target_label}, ${benchmarkName(benchmark)}`;
