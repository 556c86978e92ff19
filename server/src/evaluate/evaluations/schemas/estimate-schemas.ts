import { type Static, Type } from 'typebox';
import { Count, Nullable, Warnings } from '../../../platform/http/schemas.ts';

const ShareOrNull = Nullable(Type.Number({ minimum: 0, maximum: 1 }));
const shown = {
  passes_from: ShareOrNull,
  fails_up_to: ShareOrNull,
  found_from: ShareOrNull,
  found_up_to: ShareOrNull,
};
const MinimumShown = Type.Object(
  {
    scenario_label: Type.String(),
    min: Type.Number(),
    ...shown,
    if_independent: Type.Optional(
      Type.Object(shown, {
        description:
          'The same figures if items within a cluster were independent. Omitted if no items share a cluster.',
      }),
    ),
  },
  {
    description:
      'What these items can show about a minimum score: the lowest score that passes, the highest that fails, and the true scores that are detected as passing or failing with 80 % power. Null if there is none.',
  },
);

const LoadSeconds = Nullable(
  Type.Number({
    description:
      'Seconds of load for all targets one after another, with warm-up. Null for closed-loop users if no earlier latency of a model is known.',
  }),
);

export const Estimate = Type.Object(
  {
    units: Type.Integer({
      description:
        'Number of calls to targets, without retries, plus pairs of responses for judges to compare.',
    }),
    cost_usd: Nullable(Type.Number({ description: 'The expected cost; null if no target has a price.' })),
    duration_seconds: Nullable(
      Type.Number({
        description: 'The expected duration from earlier calls to the same models; null if there are none.',
      }),
    ),
    load: Type.Optional(
      Type.Object(
        {
          duration_seconds: LoadSeconds,
          benchmarks: Type.Array(Type.Object({ benchmark: Type.String(), duration_seconds: LoadSeconds })),
        },
        { description: 'The part of the duration in which load is sent. Omitted if no load is sent.' },
      ),
    ),
    benchmarks: Type.Array(
      Type.Object({
        benchmark: Type.String(),
        items: Count,
        smoke_test: Type.Optional(
          Type.Literal(true, {
            description: 'Whether this is a smoke test, as in `GET /benchmarks`.',
          }),
        ),
        smallest_detectable_difference: Nullable(
          Type.Number({
            description:
              'The smallest score difference that is detected with 80 % power; null if no difference can be detected.',
          }),
        ),
        clusters: Type.Optional(
          Type.Integer({
            minimum: 0,
            description:
              'Number of clusters of items that share a passage or similar. Omitted if no items do.',
          }),
        ),
        smallest_detectable_if_independent: Type.Optional(
          Nullable(
            Type.Number({
              description:
                'The same difference if items within a cluster are independent (intraclass correlation 0). `smallest_detectable_difference` assumes that they are copies (1); the true value lies between.',
            }),
          ),
        ),
        as_found_before: Type.Optional(
          Type.Object(
            {
              evaluation_id: Type.String(),
              evaluation_name: Type.String(),
              icc: Type.Number({
                description:
                  'The observed intraclass correlation of the differences: the median over pairs of targets.',
              }),
              pairs: Type.Integer({
                minimum: 1,
                description: 'Number of pairs of targets for which the correlation was observed.',
              }),
              smallest_detectable_difference: Nullable(
                Type.Number({
                  description: 'The smallest difference that these items would detect at that correlation.',
                }),
              ),
            },
            {
              description:
                'The result of the newest earlier evaluation of the same data in this workspace, among the last 20 completed: same benchmark, version, files and number of epochs, or, without files, the same items. Omitted if there is none. Other targets may correlate differently.',
            },
          ),
        ),
        smallest_detectable_at_best: Type.Optional(
          Nullable(
            Type.Number({
              description:
                'A lower bound: with right-or-wrong grades, no smaller difference is detected with 80 % power, however alike the targets are. Omitted with one target.',
            }),
          ),
        ),
        smallest_detectable_at_worst: Type.Optional(
          Nullable(
            Type.Number({
              description:
                'An upper bound: this difference is detected with 80 % power even if the targets differ on half of the items and the items of a cluster are copies. Null if none is.',
            }),
          ),
        ),
        minimums: Type.Optional(
          Type.Array(MinimumShown, {
            description: 'The scenarios’ minimum scores on this benchmark.',
          }),
        ),
        items_for_a_tie: Nullable(
          Type.Integer({
            description: 'The smallest number of items with which a tie can be shown at this margin.',
          }),
        ),
      }),
    ),
    no_worse: Type.Optional(
      Type.Array(
        Type.Object(
          {
            benchmark: Type.String(),
            measure: Type.String({ description: 'The measure, as in `results.no_worse`.' }),
            margin: Type.Number(),
            level: Type.Number({
              description: 'The one-sided level that the correction assigns to the first candidate.',
            }),
            n: Type.Integer({ minimum: 0, description: 'Number of items, or of requests for each target.' }),
            clusters: Type.Optional(Count),
            power: Type.Number({
              description:
                'The probability of outcome `no_worse` for a candidate that equals the baseline. With clusters, the items of a cluster are assumed to be copies.',
            }),
            power_if_independent: Type.Optional(
              Type.Number({
                description:
                  'The probability of outcome `no_worse` if items within a cluster are independent.',
              }),
            ),
            n_needed: Nullable(
              Type.Integer({
                description: 'The number of items or requests that gives 80 % power; null if no number does.',
              }),
            ),
          },
          { title: 'NoWorsePower' },
        ),
        {
          description: 'For question `no_worse`: the power of the plan for each measure.',
        },
      ),
    ),
    delivery: Type.Optional(
      Type.Literal('batch', { description: '`batch` if targets are called through batches.' }),
    ),
    cost_usd_if_direct: Type.Optional(
      Nullable(Type.Number({ description: 'For delivery `batch`: the cost with single calls.' })),
    ),
    targets: Type.Array(
      Type.Object({
        target_label: Type.String(),
        asked_at: Type.Optional(
          Type.String({
            description: 'For an application: the host that is called, with its port if the address has one.',
          }),
        ),
        calls: Count,
        input_tokens: Count,
        output_tokens: Count,
        cost_usd: Nullable(Type.Number()),
        cost_usd_if_direct: Type.Optional(
          Nullable(Type.Number({ description: 'For delivery `batch`: the cost with single calls.' })),
        ),
        batch_price: Type.Optional(
          Type.Object(
            {
              price_factor: Type.Number({
                description: 'The batch price as a share of the price of a single call; 0.5 is half.',
              }),
              source: Nullable(Type.String()),
              as_of: Nullable(Type.String()),
            },
            { description: 'For delivery `batch`: the price and its source.' },
          ),
        ),
      }),
    ),
    judges: Type.Optional(
      Type.Array(
        Type.Object({
          judge: Type.String(),
          calls: Count,
          input_tokens: Count,
          output_tokens: Count,
          cost_usd: Nullable(Type.Number()),
        }),
      ),
    ),
    assumptions: Type.Array(Type.String()),
    warnings: Warnings,
  },
  { title: 'Estimate' },
);
export type Estimate = Static<typeof Estimate>;
