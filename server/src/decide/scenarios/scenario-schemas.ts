import {
  LIMITED_TIMES,
  type Percentile,
  perTimeLimit,
  REQUEST_TIMES,
  shareInWords,
  type TimeName,
} from '@touchstone/report/limits';
import { type Static, Type } from 'typebox';
import { Clearable, readOnly } from '../../platform/http/patch.ts';
import type { ResourceApi } from '../../platform/http/resource-routes.ts';
import {
  closed,
  Id,
  LIMITS,
  Name,
  Nullable,
  PageOf,
  REFUSAL_MESSAGE,
  Text,
  Timestamp,
  Warnings,
} from '../../platform/http/schemas.ts';

const MAX_WORDS = 100;
const largest = Number.MAX_SAFE_INTEGER;

const Word = (description: string) => Text(LIMITS.name, { description });
const WorkloadType = Word(
  'The kind of workload (docs/reference/settings.md#words-of-a-scenario); any other word counts as `general`.',
);
const TrafficProfile = Nullable(
  Word(
    'The shape of the traffic (docs/reference/settings.md#words-of-a-scenario); any other word or null counts as `steady`.',
  ),
);
const Tolerance = Nullable(
  Word('The lock-in limit: `none`, `low`, `medium` or `high`. Any other word or null is no limit.'),
);

const TimeLimit = (percentile: Percentile, time: TimeName) =>
  Type.Integer({
    minimum: 1,
    maximum: largest,
    description: `The ${percentile} limit in ms: ${shareInWords(percentile)} ${LIMITED_TIMES[time].counts} must not exceed it. Measured ${LIMITED_TIMES[time].measured}.`,
  });
const Usd = Type.Number({ minimum: 0, maximum: largest });
const Words = (description: string) => Type.Array(Text(LIMITS.name), { maxItems: MAX_WORDS, description });

const slo = {
  ...perTimeLimit(REQUEST_TIMES, TimeLimit),
  throughput_rps: Type.Integer({
    minimum: 1,
    maximum: largest,
    description: 'The peak rate in requests per second.',
    [REFUSAL_MESSAGE]:
      'must be a whole number from 1; write any other rate as throughput_rpm, requests per minute',
  }),
  throughput_rpm: Type.Integer({
    minimum: 1,
    maximum: largest,
    description:
      'The peak rate in requests per minute, for rates that are not whole per second: 12 is 0.2 requests per second. If throughput_rps is also given, the larger rate applies.',
  }),
  availability: Type.Number({
    exclusiveMinimum: 0,
    maximum: 100,
    description: 'The required availability as a fraction (0.999) or, above 1, a percentage (99.9).',
  }),
};
const session = {
  ...perTimeLimit(['session'], TimeLimit),
  completed_share: Type.Number({
    exclusiveMinimum: 0,
    maximum: 1,
    description: 'The minimum share of sessions whose last turn is answered.',
  }),
};
const budget = { monthly_limit_usd: Usd, cost_per_1k_requests_usd: Usd };
const compliance = {
  regions: Words(
    'The allowed regions, countries or jurisdictions (EU, EEA). Each component must run in one of them.',
  ),
  certifications: Words('The certificates that each component must have.'),
};

const MAX_MINIMUMS = 20;
const QualityMinimum = Type.Object(
  {
    benchmark: Text(LIMITS.name, {
      description:
        'A benchmark type from `GET /benchmarks` that has scores, or `custom` for a custom evaluation.',
    }),
    subset: Type.Optional(
      Text(LIMITS.name, {
        description:
          'The subset as in an evaluation. For `dataset`: the id or exact title of its source. Defaults to the whole benchmark.',
      }),
    ),
    metric: Type.Optional(
      Text(LIMITS.name, {
        description:
          'The name of the score in `GET /benchmarks`, which is the default. For `tasks` also `pass^2`, `pass^3` and so on: all of that number of runs of a task solve it. For `custom`: the name of a criterion, by default `overall`.',
      }),
    ),
    min: Type.Number({ description: 'The minimum score from 0 to 1; 0.8 is 80 %.' }),
  },
  { ...closed, title: 'QualityMinimum' },
);
export type QualityMinimum = Static<typeof QualityMinimum>;
const Quality = Type.Array(QualityMinimum, {
  maxItems: MAX_MINIMUMS,
  description: 'Minimum scores, each on an evaluation of the same benchmark and subset. All are required.',
});
const SloRequirements = Type.Partial(Type.Object(slo), closed);
const SessionRequirements = Type.Partial(Type.Object(session), {
  ...closed,
  description: 'Limits on whole sessions, checked by a load benchmark with sessions.',
});
const Budget = Type.Partial(Type.Object(budget), closed);
const Compliance = Type.Partial(Type.Object(compliance), closed);

export const Scenario = Type.Object(
  {
    id: Id,
    name: Name,
    workload_type: WorkloadType,
    traffic_profile: TrafficProfile,
    slo_requirements: SloRequirements,
    budget: Budget,
    compliance: Compliance,
    quality: Quality,
    session_requirements: SessionRequirements,
    vendor_lock_in_tolerance: Tolerance,
    created_at: Timestamp,
    updated_at: Timestamp,
    warnings: Warnings,
  },
  { title: 'Scenario' },
);
export type Scenario = Static<typeof Scenario>;

/** The fields of a scenario that users set. */
export type ScenarioFields = Omit<Scenario, 'id' | 'created_at' | 'updated_at' | 'warnings'>;

export const NewScenario = Type.Object(
  {
    name: Name,
    workload_type: WorkloadType,
    traffic_profile: Type.Optional(TrafficProfile),
    slo_requirements: Type.Optional(SloRequirements),
    budget: Type.Optional(Budget),
    compliance: Type.Optional(Compliance),
    quality: Type.Optional(Quality),
    session_requirements: Type.Optional(SessionRequirements),
    vendor_lock_in_tolerance: Type.Optional(Tolerance),
  },
  closed,
);
export type NewScenario = Static<typeof NewScenario>;

export const ScenarioPatch = Type.Object(
  {
    name: Name,
    workload_type: WorkloadType,
    traffic_profile: Type.Optional(TrafficProfile),
    slo_requirements: Clearable(slo),
    budget: Clearable(budget),
    compliance: Clearable(compliance),
    quality: Type.Optional(Nullable(Quality)),
    session_requirements: Clearable(session),
    vendor_lock_in_tolerance: Type.Optional(Tolerance),
    ...readOnly('id', 'created_at', 'updated_at', 'warnings'),
  },
  closed,
);
export type ScenarioPatch = Pick<Static<typeof ScenarioPatch>, keyof ScenarioFields>;

export const ScenarioPage = PageOf(Scenario);

/** Enough for two lists of a hundred words in any characters. */
const SCENARIO_BYTES = 1_000_000;

export const SCENARIO_API = {
  one: 'scenario',
  many: 'scenarios',
  create: {
    body: NewScenario,
    answer: Scenario,
    bodyLimit: SCENARIO_BYTES,
  },
  list: { answer: ScenarioPage },
  get: { answer: Scenario },
  update: {
    description: 'A JSON Merge Patch. name and workload_type are required; absent fields are unchanged.',
    body: ScenarioPatch,
    answer: Scenario,
    bodyLimit: SCENARIO_BYTES,
  },
} as const satisfies ResourceApi;
