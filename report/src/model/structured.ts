import type { Schemas } from '@touchstone/client';
import { percent, withRange } from '../figures/figures.ts';
import { benchmarkName } from './benchmark-name.ts';
import type { Cell, Section } from './section.ts';

type Results = Schemas['Results'];
type Report = NonNullable<Results['structured']>[number];
type Share = Report['valid'];

/** How outcomes are called, in the order in which they are shown. */
const OUTCOMES: readonly (readonly [outcome: string, name: string])[] = [
  ['right', 'Right'],
  ['wrong_fields', 'Valid, a field wrong'],
  ['invalid', 'Invalid'],
  ['truncated', 'Cut off'],
  ['refused', 'Refused'],
  ['wrong_route', 'By another route'],
  ['empty', 'Empty'],
];

/** Of one target on one benchmark so many fields are shown, those that are wrong most often. */
const MOST_FIELDS = 10;

/** What became of answers that were to be JSON of a schema, and which of its fields are wrong. */
export function structuredSections({ structured = [] }: Results): Section[] {
  const answered = structured.filter(({ answers }) => answers > 0);
  if (answered.length === 0) return [];
  const shown = OUTCOMES.filter(([outcome]) => answered.some((one) => countOf(one, outcome) > 0));
  const wrong = answered.flatMap(wrongFields);
  return [
    {
      about: 'quality',
      title: 'What became of structured output',
      head: ['Candidate, benchmark', 'Answers', ...shown.map(([, name]) => name), 'Valid', 'Fields right'],
      rows: answered.map((one) => [
        named(one),
        one.answers,
        ...shown.map(([outcome]) => shareCell(one.outcomes.find((other) => other.outcome === outcome))),
        shareCell(one.valid),
        shareCell(one.field_accuracy),
      ]),
      sentences: [
        'Each answer has one outcome. Cut off, refused and by another route (text, or a call of a tool) are told apart from JSON that is invalid: each has another cure. Fields are those of valid answers, where fields that nothing expected count as wrong.',
      ],
    },
    ...(wrong.length === 0
      ? []
      : [
          {
            about: 'quality' as const,
            title: 'Fields that are wrong most often',
            head: ['Candidate, benchmark', 'Field', 'Right', 'Questions'],
            rows: wrong,
            sentences: [
              `Of valid answers, by JSON Pointer; * is any place of a list. At most ${MOST_FIELDS} of each candidate and benchmark; the results have all.`,
            ],
          },
        ]),
  ];
}

function wrongFields(one: Report): Cell[][] {
  return one.fields
    .filter(({ share }) => share !== null && share < 1)
    .slice(0, MOST_FIELDS)
    .map((field) => [named(one), field.field || 'the whole value', shareCell(field), field.questions]);
}

const countOf = ({ outcomes }: Report, outcome: string) =>
  outcomes.find((one) => one.outcome === outcome)?.count ?? 0;

export function shareCell(of: Share | undefined): Cell {
  if (of === undefined || of.share === null) return null;
  const { share, ci_low, ci_high } = of;
  return withRange(percent, share, ci_low, ci_high);
}

const named = ({ target_label, benchmark }: Report) => `${target_label}, ${benchmarkName(benchmark)}`;
