import { PERCENTILES, perPercentile } from '@touchstone/report/limits';
import { Type } from 'typebox';
import { Nullable } from '../../../../platform/http/schemas.ts';

const Figure = Type.Number();
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Label = Type.String();
const OrNull = Nullable(Figure);
const Estimate = Nullable(Type.Object({ observed: Figure, ci_low: OrNull, ci_high: OrNull }));
const Percentiles = Type.Object({
  ...perPercentile(() => Estimate),
  p90: Type.Optional({ ...Estimate, description: 'Absent in evaluations of earlier versions.' }),
  mean: OrNull,
});

/** One of several processes that sent load together. */
const Generator = Type.Object(
  {
    requests: Type.Integer({ description: 'That it sent, warm-ups included.' }),
    lag_p99_ms: Nullable(
      Type.Number({
        description:
          'How late it sent at the 99th percentile, in its worst window. Above 10 a window is void.',
      }),
    ),
    clock_offset_ms: Type.Number({
      description: 'How far the clock of the database is ahead of its own; the largest there was.',
    }),
    clock_uncertainty_ms: Type.Number({
      description:
        'By how much that may be wrong: half of the shortest round trip. Above 1 a window is void.',
    }),
  },
  { title: 'LoadGenerator' },
);
const Generators = Type.Array(Generator, {
  description: 'The processes that sent it together, the one that led first; absent where one sent it.',
});
const VoidTries = Type.Integer({
  description: 'Windows that several processes sent and that are no measurement; they were sent again.',
});

/** What happened in a part of the time that was measured. */
const LoadPart = Type.Object({
  from_ms: Type.Number({
    description: 'When the part begins; it ends where the next one does, the last at window_ms.',
  }),
  sent: Type.Integer({ description: 'Requests meant to be sent in it.' }),
  completed: Type.Integer({ description: 'Answers that ended in it, whenever they were asked for.' }),
  errors: Type.Integer({ description: 'Of those sent in it, how many were not answered.' }),
  p50_ms: OrNull,
  p95_ms: Nullable(Type.Number({ description: 'Of those sent in it and answered; null for fewer than 20.' })),
  p99_ms: Nullable(Type.Number({ description: 'The same; null for fewer than 100.' })),
});

const TurnTimes = Type.Object({ p50: OrNull, p95: OrNull });
const prefixShares = {
  cached_share: Nullable(
    Type.Number({ description: 'Of its input tokens, what the server said it read from its cache.' }),
  ),
  repeated_share: Nullable(
    Type.Number({
      description:
        'Of its input tokens, what the session had been asked or had answered before: what a cache of prefixes can give, but for parts that sessions share.',
    }),
  ),
};
const SessionReport = Type.Object(
  {
    sessions: Type.Integer({
      description: 'Those that began in the part that counts, without those that were cut.',
    }),
    outcomes: Type.Record(Type.String(), Type.Integer(), {
      description:
        'completed; failed: a turn had no answer; unfinished: given up after a long time; cut: the load ended early, which says nothing of the server.',
    }),
    completed_share: Nullable(Type.Object({ value: Share, ci_low: Figure, ci_high: Figure })),
    session_ms: Type.Object(Percentiles.properties, {
      description: 'Of completed ones, from arrival to the last answer, pauses included.',
    }),
    waited_ms: Type.Object(Percentiles.properties, {
      description: 'Of completed ones, what their answers took together.',
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
      { description: 'Of the turns sent in the part that counts, by their number in the session.' },
    ),
  },
  { title: 'SessionReport', description: 'Absent where requests were no turns of sessions.' },
);

/** What the windows of one candidate on one benchmark showed; the requests themselves are in the samples. */
export const LoadReport = Type.Object(
  {
    target_label: Label,
    benchmark: Type.String(),
    sent: Type.String({ description: 'What was sent, in words.' }),
    slices: Type.Integer({ description: 'Windows that were measured.' }),
    planned_slices: Type.Optional(Type.Integer({ description: 'Windows that the plan has for it.' })),
    contaminated_slices: Type.Integer(),
    saturated_slices: Type.Integer(),
    attempted: Type.Integer(),
    outcomes: Type.Record(Type.String(), Type.Integer()),
    window_ms: Figure,
    attempted_rps: Figure,
    throughput_rps: Figure,
    in_flight_mean: Type.Optional(
      Nullable(
        Type.Number({ description: 'Requests under way on average: throughput × mean latency (Little).' }),
      ),
    ),
    output_tokens_per_second: OrNull,
    success_rate: Nullable(Type.Object({ value: Share, ci_low: Figure, ci_high: Figure })),
    latency_ms: Percentiles,
    latency_from_send_ms: Type.Optional(
      Type.Object(Percentiles.properties, {
        description:
          'As latency_ms, from when this service handed each request over, so with its connection: without our own lateness (schedule_lag_ms), and blind to what had to wait for it.',
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
          'How many independent requests these are worth: as the verdict counts them for the limit that leaves fewest, and without a limit as the intervals of percentiles do.',
      }),
    ),
    latency_histogram: Type.Array(Type.Object({ up_to_ms: Figure, requests: Type.Integer() }), {
      description: 'Answered requests by latency, each bucket from the end of the one before it.',
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
            'What the server counted of all requests that ended, those before and after the part that counts among them: what the load cost rests on this.',
        },
      ),
    ),
    sessions: Type.Optional(SessionReport),
    over_time: Type.Optional(
      Type.Array(LoadPart, {
        description:
          'At most 60 parts of equal length of the measured parts of all slices, laid one after another.',
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
          'The lowest rate that did not pass; above lowest_failed_rps or without one it is no upper bound. Null when the search ended at the highest rate it tries, or when this service sent too late there to show anything.',
      }),
    ),
    lowest_failed_rps: Type.Optional(
      Nullable(
        Type.Number({
          description:
            'The lowest rate above highest_passed_rps that was shown to fail. Null when none was: then nothing bounds the capacity from above, for lowest_not_passed_rps proved nothing.',
        }),
      ),
    ),
    confirmed: Nullable(
      Type.Boolean({ description: 'Whether a fresh run at confirmed_rps held; null when none was made.' }),
    ),
    confirmed_rps: OrNull,
    out_of_time: Type.Boolean({
      description: 'The hour of a search was over before its bracket was narrow.',
    }),
    sent: Type.Optional(Type.String({ description: 'What its requests were, in words.' })),
    steps: Type.Array(
      Type.Object({
        rate_rps: Figure,
        phase: Type.String({ description: 'doubling, bisection or confirmation.' }),
        verdict: Type.String({ description: 'pass, fail or inconclusive.' }),
        attempted: Type.Integer(),
        misses: Type.Record(Type.String(), Type.Integer(), {
          description: `By limit: ${PERCENTILES.join(', ')} of the latency, and ttft_p95 and the like of other times.`,
        }),
        latency_p95_ms: OrNull,
        latency_ms: Type.Optional(
          Type.Record(Type.String(), OrNull, {
            description: `By limit, what was observed. Absent in searches of early versions.`,
          }),
        ),
        completed_rps: Type.Optional(
          Type.Number({
            description:
              'Answers that ended, a second: below rate_rps where a queue grows. Absent in searches of early versions.',
          }),
        ),
        saturated: Type.Boolean(),
        contaminated: Type.Boolean(),
        sent_late: Type.Optional(
          Type.Boolean({
            description:
              'This service sent requests too late for a limit, or fewer than the rate asks for, and the others prove nothing of it.',
          }),
        ),
        generators: Type.Optional(Generators),
        void_tries: Type.Optional(VoidTries),
      }),
    ),
  },
  { title: 'CapacityReport' },
);
