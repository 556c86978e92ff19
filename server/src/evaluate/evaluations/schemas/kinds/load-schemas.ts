import {
  PER_MILLE_BY_PERCENTILE,
  PERCENTILES,
  perLaterPercentile,
  perPercentile,
} from '@touchstone/report/limits';
import { Type } from 'typebox';
import { Nullable } from '../../../../platform/http/schemas.ts';

const Figure = Type.Number();
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Label = Type.String();
const OrNull = Nullable(Figure);
const Estimate = Nullable(Type.Object({ observed: Figure, ci_low: OrNull, ci_high: OrNull }));
const Percentiles = Type.Object({
  ...perPercentile(() => Estimate),
  ...perLaterPercentile((p) =>
    Type.Optional({ ...Estimate, description: `The ${PER_MILLE_BY_PERCENTILE[p] / 10}th percentile.` }),
  ),
  mean: OrNull,
});

/** One of several processes that sent load together. */
const Generator = Type.Object(
  {
    requests: Type.Integer({ description: 'Number of requests that this process sent, including warm-up.' }),
    lag_p99_ms: Nullable(
      Type.Number({
        description:
          'The 99th percentile of the send delay in the worst window. Above 10 ms, a window is void.',
      }),
    ),
    clock_offset_ms: Type.Number({
      description: 'The largest observed offset of the database’s clock ahead of this process’s clock.',
    }),
    clock_uncertainty_ms: Type.Number({
      description:
        'The uncertainty of the offset: half of the shortest round trip. Above 1 ms, a window is void.',
    }),
  },
  { title: 'LoadGenerator' },
);
const Generators = Type.Array(Generator, {
  description: 'The processes that sent the load, the first leader first. Omitted if one process sent it.',
});
const VoidTries = Type.Integer({
  description: 'Number of windows that several processes sent, that were void and were sent again.',
});

/** One part of the measured time. */
const LoadPart = Type.Object({
  from_ms: Type.Number({
    description: 'The start of the part. It ends where the next part starts; the last ends at `window_ms`.',
  }),
  sent: Type.Integer({ description: 'Number of requests scheduled in this part.' }),
  completed: Type.Integer({
    description: 'Number of responses that ended in this part, whenever they were requested.',
  }),
  errors: Type.Integer({ description: 'Number of requests scheduled in this part that were not answered.' }),
  p50_ms: OrNull,
  p95_ms: Nullable(
    Type.Number({
      description: 'The 95th percentile for requests scheduled in this part; null for fewer than 20.',
    }),
  ),
  p99_ms: Nullable(
    Type.Number({
      description: 'The 99th percentile for requests scheduled in this part; null for fewer than 100.',
    }),
  ),
});

const TurnTimes = Type.Object({ p50: OrNull, p95: OrNull });
const prefixShares = {
  cached_share: Nullable(
    Type.Number({
      description: 'The share of input tokens that the server reported as read from its cache.',
    }),
  ),
  repeated_share: Nullable(
    Type.Number({
      description:
        'The share of input tokens that the session had already sent or received: what a prefix cache can save, apart from parts shared between sessions.',
    }),
  ),
};
const SessionReport = Type.Object(
  {
    sessions: Type.Integer({
      description: 'Number of sessions that began in the measured part, without `cut` ones.',
    }),
    outcomes: Type.Record(Type.String(), Type.Integer(), {
      description:
        'Number of sessions by outcome. `completed`. `failed`: a turn was not answered. `unfinished`: abandoned after a time limit. `cut`: the load ended first; this does not count against the server.',
    }),
    completed_share: Nullable(Type.Object({ value: Share, ci_low: Figure, ci_high: Figure })),
    session_ms: Type.Object(Percentiles.properties, {
      description: 'Duration of completed sessions from arrival to the last response, including pauses.',
    }),
    waited_ms: Type.Object(Percentiles.properties, {
      description: 'Total response time within completed sessions.',
    }),
    turns_mean: OrNull,
    ...prefixShares,
    by_turn: Type.Array(
      Type.Object({
        turn: Type.Integer({ minimum: 1 }),
        requests: Type.Integer(),
        latency_ms: TurnTimes,
        ttft_ms: TurnTimes,
        input_tokens_mean: OrNull,
        ...prefixShares,
      }),
      { description: 'Turns sent in the measured part, by their number in the session.' },
    ),
  },
  {
    title: 'SessionReport',
    description: 'Results of sessions. Omitted if requests were not turns of sessions.',
  },
);

/** Figures of one candidate's windows on one benchmark; the requests are in the samples. */
export const LoadReport = Type.Object(
  {
    target_label: Label,
    benchmark: Type.String(),
    sent: Type.String({ description: 'A description of the requests.' }),
    slices: Type.Integer({ description: 'Number of measured windows.' }),
    planned_slices: Type.Optional(Type.Integer({ description: 'Number of planned windows.' })),
    contaminated_slices: Type.Integer(),
    saturated_slices: Type.Integer(),
    attempted: Type.Integer(),
    outcomes: Type.Record(Type.String(), Type.Integer()),
    window_ms: Figure,
    attempted_rps: Figure,
    throughput_rps: Figure,
    in_flight_mean: Type.Optional(
      Nullable(
        Type.Number({
          description: 'Mean number of concurrent requests: throughput × mean latency (Little’s law).',
        }),
      ),
    ),
    output_tokens_per_second: OrNull,
    success_rate: Nullable(Type.Object({ value: Share, ci_low: Figure, ci_high: Figure })),
    latency_ms: Percentiles,
    latency_from_send_ms: Type.Optional(
      Type.Object(Percentiles.properties, {
        description:
          'Latency from when this service sent each request, including the connection. Unlike `latency_ms`, it excludes send delay (`schedule_lag_ms`) and does not show how long requests waited because of it.',
      }),
    ),
    ttft_ms: Percentiles,
    tpot_ms: Percentiles,
    schedule_lag_ms: Nullable(Type.Object({ p50: Figure, p99: Figure, max: Figure })),
    input_tokens_mean: OrNull,
    output_tokens_mean: OrNull,
    cached_share: OrNull,
    chunks_per_token: OrNull,
    autocorrelation: OrNull,
    effective_samples: Nullable(
      Type.Number({
        description:
          'The number of independent requests with the same precision: the lowest number that the verdict uses for any limit, or, without a limit, the number used for percentile intervals.',
      }),
    ),
    latency_histogram: Type.Array(Type.Object({ up_to_ms: Figure, requests: Type.Integer() }), {
      description: 'Answered requests by latency. Each bucket begins where the previous one ends.',
    }),
    spent: Type.Optional(
      Type.Object(
        {
          requests: Type.Integer(),
          input_tokens: Type.Integer(),
          cached_tokens: Type.Integer(),
          output_tokens: Type.Integer(),
        },
        {
          description:
            'Usage that the server reported for all finished requests, including those outside the measured part. The load cost is calculated from it.',
        },
      ),
    ),
    sessions: Type.Optional(SessionReport),
    over_time: Type.Optional(
      Type.Array(LoadPart, {
        description:
          'The measured parts of all windows in sequence, divided into at most 60 parts of equal length.',
      }),
    ),
    generators: Type.Optional(Generators),
    void_tries: Type.Optional(VoidTries),
  },
  { title: 'LoadReport' },
);

/** A search for the highest rate at which the limits of a scenario hold. */
export const CapacityReport = Type.Object(
  {
    target_label: Label,
    scenario_label: Label,
    highest_passed_rps: OrNull,
    lowest_not_passed_rps: Nullable(
      Type.Number({
        description:
          'The lowest rate that did not pass. It is an upper bound on capacity only if `lowest_failed_rps` is not above it. Null if the search ended at its highest rate, or if this service sent requests there too late to show anything.',
      }),
    ),
    lowest_failed_rps: Type.Optional(
      Nullable(
        Type.Number({
          description:
            'The lowest rate above `highest_passed_rps` that was shown to fail. Null if none was; then no upper bound on capacity is known.',
        }),
      ),
    ),
    confirmed: Nullable(
      Type.Boolean({
        description: 'Whether a separate run at `confirmed_rps` passed; null if there was none.',
      }),
    ),
    confirmed_rps: OrNull,
    out_of_time: Type.Boolean({
      description: 'Whether the search reached its limit of one hour before its result was precise.',
    }),
    sent: Type.Optional(Type.String({ description: 'A description of the requests.' })),
    steps: Type.Array(
      Type.Object({
        rate_rps: Figure,
        phase: Type.String({ description: '`doubling`, `bisection` or `confirmation`.' }),
        verdict: Type.String({ description: '`pass`, `fail` or `inconclusive`.' }),
        attempted: Type.Integer(),
        misses: Type.Record(Type.String(), Type.Integer(), {
          description: `Number of misses by limit: ${PERCENTILES.join(', ')} for latency, \`ttft_p95\` and similar for other times.`,
        }),
        latency_p95_ms: OrNull,
        latency_ms: Type.Optional(
          Type.Record(Type.String(), OrNull, {
            description: 'The observed value by limit.',
          }),
        ),
        completed_rps: Type.Optional(
          Type.Number({
            description: 'Responses completed per second. It is below `rate_rps` while a queue grows.',
          }),
        ),
        saturated: Type.Boolean(),
        contaminated: Type.Boolean(),
        sent_late: Type.Optional(
          Type.Boolean({
            description:
              'Whether this service sent requests too late for a limit, or fewer than the rate requires, so that the window proves nothing about that limit.',
          }),
        ),
        generators: Type.Optional(Generators),
        void_tries: Type.Optional(VoidTries),
      }),
    ),
  },
  { title: 'CapacityReport' },
);
