import { type Static, Type } from 'typebox';
import { readOnly } from '../../platform/http/patch.ts';
import type { ResourceApi } from '../../platform/http/resource-routes.ts';
import {
  closed,
  Description,
  Id,
  Name,
  Nullable,
  PageOf,
  Text,
  Timestamp,
  Warnings,
} from '../../platform/http/schemas.ts';
import { NewEvaluation } from '../evaluations/evaluations.ts';

const Share = (description: string) => Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1, description });
const Ratio = (description: string) => Type.Number({ exclusiveMinimum: 1, maximum: 100, description });

const SeriesMargins = Type.Object(
  {
    score: Type.Optional(
      Share('The allowed decrease of a benchmark’s score from the reference run; 0.05 is 5 points.'),
    ),
    coverage: Type.Optional(Share('The allowed decrease of the share of items with a score.')),
    latency_ratio: Type.Optional(
      Ratio(
        'The allowed factor between the p95 latency of calls (and of requests under load) and that of the reference run.',
      ),
    ),
    cost_ratio: Type.Optional(Ratio('The allowed factor for the p50 cost of a call.')),
  },
  {
    ...closed,
    minProperties: 1,
    title: 'SeriesMargins',
    description:
      'The monitored measures and their margins: the change that is not an alarm. They are stated before the first run; at least one is required.',
  },
);
export type SeriesMargins = Static<typeof SeriesMargins>;

const Schedule = Type.Object(
  {
    cron: Text(200, {
      description:
        'Minute, hour, day of month, month and day of week: `0 6 * * 1` is Mondays at 06:00. It must be due within 8 years.',
    }),
    time_zone: Type.Optional(
      Text(100, { description: 'An IANA time zone such as Europe/Berlin. Default UTC.' }),
    ),
  },
  { ...closed, title: 'Schedule' },
);
export type Schedule = Static<typeof Schedule>;

const Budget = Nullable(
  Type.Number({
    exclusiveMinimum: 0,
    maximum: 1e9,
    description:
      'The budget of the series for each calendar month in its time zone. A run that would start above it is skipped.',
  }),
);
const Items = Type.Unsafe<'frozen' | 'fresh'>({
  type: 'string',
  enum: ['frozen', 'fresh'],
  description:
    '`frozen`: every run uses the same items (default). `fresh`: each run draws new items with another seed.',
});
const Missed = Type.Unsafe<'once' | 'skip'>({
  type: 'string',
  enum: ['once', 'skip'],
  description:
    'What happens to runs that were due while no service was running. `once`: one run for all of them (default). `skip`: none.',
});
const SeriesStatus = Type.Unsafe<'active' | 'paused'>({ type: 'string', enum: ['active', 'paused'] });

const NewSeries = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    evaluation: NewEvaluation,
    schedule: Type.Optional(Nullable(Schedule)),
    items: Type.Optional(Items),
    missed: Type.Optional(Missed),
    max_cost_usd_per_month: Type.Optional(Budget),
    margins: SeriesMargins,
  },
  { ...closed, title: 'NewSeries' },
);
export type NewSeries = Static<typeof NewSeries>;

const Detection = Type.Object(
  {
    benchmark: Type.String(),
    measure: Type.String({ description: '`score`, `coverage`, `latency_p95` or `cost_p50`.' }),
    margin: Type.Number(),
    worse: Type.Number({
      description:
        'The deterioration that the estimate assumes: twice the margin; for latency and cost, the square of the margin’s factor.',
    }),
    items: Type.Integer(),
    looks: Nullable(
      Type.Integer({
        minimum: 1,
        description:
          'The median number of interim analyses until detection in simulated series; null if above 12.',
      }),
    ),
    items_needed: Nullable(
      Type.Integer({
        description:
          'The approximate number of items that would detect it; null if the current ones do or the number is unknown.',
      }),
    ),
    sentence: Type.String(),
  },
  { title: 'SeriesFound' },
);
export type Detection = Static<typeof Detection>;

/** The question of a series, before it is created. */
export const SeriesQuestion = Type.Object(
  { evaluation: NewEvaluation, items: Type.Optional(Items), margins: SeriesMargins },
  { ...closed, title: 'SeriesQuestion' },
);
export type SeriesQuestion = Static<typeof SeriesQuestion>;

export const SeriesEstimate = Type.Object(
  {
    cost_usd: Nullable(Type.Number({ description: 'The cost of one run; null if no target has a price.' })),
    level: Type.Number({ description: 'The level of each target and measure over the life of the series.' }),
    finds: Type.Array(Detection),
    assumptions: Type.Array(Type.String()),
    warnings: Warnings,
  },
  { title: 'SeriesEstimate' },
);
export type SeriesEstimate = Static<typeof SeriesEstimate>;

const MeasureFinding = Type.Object(
  {
    target_label: Type.String(),
    benchmark: Type.String(),
    measure: Type.String({ description: '`score`, `coverage`, `latency_p95`, `load_p95` or `cost_p50`.' }),
    margin: Type.Number(),
    reference: Nullable(Type.Number({ description: 'The observed value of the reference run.' })),
    value: Nullable(Type.Number({ description: 'The observed value of this run: a share, ms or USD.' })),
    limit: Nullable(
      Type.Number({
        description:
          'The bound of the reference run plus the margin. A true value within it is no deterioration.',
      }),
    ),
    low: Nullable(
      Type.Number({
        description:
          'The lower bound for the true mean of all runs so far. It is valid at every interim analysis simultaneously.',
      }),
    ),
    high: Nullable(Type.Number()),
    evidence: Type.Number({ description: 'The e-value over all runs so far, limited to 1e12.' }),
    evidence_needed: Type.Number({ description: 'The e-value that raises an alarm.' }),
    cusum: Nullable(
      Type.Number({
        description:
          'A CUSUM for charts only: the accumulated deterioration beyond half of the margin, never below 0. For latency and cost it is a ratio to the reference.',
      }),
    ),
    alarm: Type.Boolean(),
  },
  { title: 'SeriesFinding' },
);
export type MeasureFinding = Static<typeof MeasureFinding>;

const Alarm = Type.Object(
  {
    kind: Type.Unsafe<'quality' | 'coverage' | 'latency' | 'cost' | 'identity'>({
      type: 'string',
      enum: ['quality', 'coverage', 'latency', 'cost', 'identity'],
    }),
    target_label: Type.String(),
    benchmark: Nullable(Type.String()),
    is_new: Type.Boolean({ description: 'Whether the previous interim analysis had no such alarm.' }),
    sentence: Type.String(),
  },
  { title: 'SeriesAlarm' },
);
export type Alarm = Static<typeof Alarm>;

export const Look = Type.Object(
  {
    id: Id,
    number: Nullable(
      Type.Integer({
        minimum: 0,
        description: 'The number of the run; the reference run is 0. Null if the run gave no result.',
      }),
    ),
    state: Type.Unsafe<'running' | 'complete' | 'failed' | 'skipped'>({
      type: 'string',
      enum: ['running', 'complete', 'failed', 'skipped'],
    }),
    reason: Nullable(Type.String({ description: 'Why the run was skipped or failed.' })),
    due_at: Nullable(Timestamp),
    evaluation_id: Nullable(Id),
    cost_usd: Nullable(Type.Number()),
    findings: Type.Array(MeasureFinding),
    alarms: Type.Array(Alarm),
    changes: Type.Array(Type.String(), {
      description: 'Facts that changed since the reference run.',
    }),
    created_at: Timestamp,
    ended_at: Nullable(Timestamp),
  },
  { title: 'SeriesLook' },
);
export type Look = Static<typeof Look>;

const Series = Type.Object(
  {
    id: Id,
    workspace_id: Id,
    name: Name,
    description: Description,
    evaluation: NewEvaluation,
    schedule: Nullable(Schedule),
    items: Items,
    missed: Missed,
    max_cost_usd_per_month: Budget,
    margins: SeriesMargins,
    status: SeriesStatus,
    next_due_at: Nullable(Timestamp),
    running: Nullable(Id),
    reference: Nullable(Id),
    spent_usd: Type.Number({
      description: 'The cost of its runs in this calendar month, as far as prices are known.',
    }),
    level: Type.Number({
      description:
        'The level of each target and measure over the life of the series: 5 % divided by their number; 0.05 before the reference run.',
    }),
    last_look: Nullable(Look),
    created_at: Timestamp,
    updated_at: Timestamp,
    warnings: Warnings,
  },
  { title: 'Series' },
);
export type Series = Static<typeof Series>;

const SeriesWithLooks = Type.Object(
  {
    ...Series.properties,
    looks: Type.Array(Look, {
      description: 'The latest 500 runs, oldest first, including skipped and failed ones.',
    }),
  },
  { title: 'SeriesWithLooks' },
);

const Fixed = Type.Optional(
  Type.Unknown({ description: 'A read-only field: the current value is accepted, any other is refused.' }),
);

/** The question and its margins cannot change, because the level applies to one question. */
const SeriesPatch = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    schedule: Type.Optional(Nullable(Schedule)),
    missed: Type.Optional(Missed),
    max_cost_usd_per_month: Type.Optional(Budget),
    status: Type.Optional(SeriesStatus),
    evaluation: Fixed,
    items: Fixed,
    margins: Fixed,
    ...readOnly(
      'id',
      'workspace_id',
      'next_due_at',
      'running',
      'reference',
      'spent_usd',
      'level',
      'last_look',
      'looks',
      'created_at',
      'updated_at',
      'warnings',
    ),
  },
  { ...closed, title: 'SeriesPatch' },
);
export type SeriesPatch = Static<typeof SeriesPatch>;

/** The limit of an evaluation, which the body contains; larger for a PATCH, which may send back the runs. */
export const MAX_SERIES_BODY_BYTES = 16_000_000;
const PATCH_BYTES = 24_000_000;

export const SERIES_API = {
  one: 'series',
  many: 'series',
  create: {
    description: 'Repeats an evaluation on a schedule or on demand.',
    body: NewSeries,
    answer: Series,
    bodyLimit: MAX_SERIES_BODY_BYTES,
  },
  list: { answer: PageOf(Series) },
  get: { description: 'Returns the series with its runs.', answer: SeriesWithLooks },
  update: {
    description: 'Changes name, description, schedule and budget, or pauses the series.',
    body: SeriesPatch,
    answer: Series,
    bodyLimit: PATCH_BYTES,
  },
  delete: { description: 'Deletes the series and keeps its evaluations.' },
} as const satisfies ResourceApi;
