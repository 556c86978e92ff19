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
        description: 'The same if the items of a cluster were independent; absent where no items share one.',
      }),
    ),
  },
  {
    description:
      'What these items can show of a minimum: the least score that passes and the highest that fails, and the true scores from which on, and up to which, that is found with 80 % power. Null where none is.',
  },
);

const LoadSeconds = Nullable(
  Type.Number({
    description:
      'Of all targets, one after another, warm-ups included. Null for users that wait for their answers where no earlier latency of a model is known.',
  }),
);

export const Estimate = Type.Object(
  {
    units: Type.Integer({
      description: 'Calls to targets, retries aside, and pairs of answers that judges compare.',
    }),
    cost_usd: Nullable(Type.Number({ description: 'Expected; null when no target has a price.' })),
    duration_seconds: Nullable(
      Type.Number({ description: 'From earlier calls to the same models; null when there are none.' }),
    ),
    load: Type.Optional(
      Type.Object(
        {
          duration_seconds: LoadSeconds,
          benchmarks: Type.Array(Type.Object({ benchmark: Type.String(), duration_seconds: LoadSeconds })),
        },
        { description: 'The part of the duration in which load is sent; absent where none is.' },
      ),
    ),
    benchmarks: Type.Array(
      Type.Object({
        benchmark: Type.String(),
        items: Count,
        smoke_test: Type.Optional(
          Type.Literal(true, {
            description: 'It is a smoke test, as `GET /benchmarks` has it; absent where it is not.',
          }),
        ),
        smallest_detectable_difference: Nullable(
          Type.Number({
            description: 'In score, found with 80 % power; null when no difference can be found.',
          }),
        ),
        clusters: Type.Optional(
          Type.Integer({
            minimum: 0,
            description: 'Of items that share a passage or the like; absent where none do.',
          }),
        ),
        smallest_detectable_if_independent: Type.Optional(
          Nullable(
            Type.Number({
              description:
                'The same if the items of a cluster were independent (intraclass correlation 0), where smallest_detectable_difference takes them for copies of each other (1). The truth lies between.',
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
                  'The intraclass correlation of the differences that was found: the median over its pairs of targets, between 0 and 1.',
              }),
              pairs: Type.Integer({ minimum: 1, description: 'Pairs of targets that it was found for.' }),
              smallest_detectable_difference: Nullable(
                Type.Number({ description: 'What these items would show at that correlation.' }),
              ),
            },
            {
              description:
                'What the newest earlier evaluation of the same data in this workspace found (the same benchmark, version and files, or where none are read the same items, asked as often), among the 20 completed last. Absent where there is none. Other targets may be alike in another way.',
            },
          ),
        ),
        smallest_detectable_at_best: Type.Optional(
          Nullable(
            Type.Number({
              description:
                'No smaller one is found with 80 % power, of right and wrong answers, whatever the targets have in common. Absent with one target.',
            }),
          ),
        ),
        smallest_detectable_at_worst: Type.Optional(
          Nullable(
            Type.Number({
              description:
                'Found with 80 % power even if the targets differ on half of the items and the items of a cluster are copies; null when none is.',
            }),
          ),
        ),
        minimums: Type.Optional(
          Type.Array(MinimumShown, {
            description: 'Of each scenario that asks a minimum of this score; absent where none does.',
          }),
        ),
        items_for_a_tie: Nullable(
          Type.Integer({ description: 'Fewest items that could ever show a tie at this margin.' }),
        ),
      }),
    ),
    no_worse: Type.Optional(
      Type.Array(
        Type.Object(
          {
            benchmark: Type.String(),
            measure: Type.String({ description: 'As in results.no_worse.' }),
            margin: Type.Number(),
            level: Type.Number({ description: 'One-sided, that the correction leaves the first candidate.' }),
            n: Type.Integer({ minimum: 0, description: 'Items, or requests of each target.' }),
            clusters: Type.Optional(Count),
            power: Type.Number({
              description:
                'How probable no_worse is for a candidate that is exactly as good; with clusters, if their items are copies.',
            }),
            power_if_independent: Type.Optional(
              Type.Number({ description: 'The same if the items of a cluster are independent.' }),
            ),
            n_needed: Nullable(
              Type.Integer({ description: 'So many show it with 80 % power; null where none do.' }),
            ),
          },
          { title: 'NoWorsePower' },
        ),
        {
          description:
            'With the question no_worse: what the plan can show of each thing that is asked about.',
        },
      ),
    ),
    delivery: Type.Optional(
      Type.Literal('batch', { description: 'There where targets are asked in batches.' }),
    ),
    cost_usd_if_direct: Type.Optional(
      Nullable(Type.Number({ description: 'With delivery batch: what cost_usd would be by single calls.' })),
    ),
    targets: Type.Array(
      Type.Object({
        target_label: Type.String(),
        asked_at: Type.Optional(
          Type.String({
            description: 'Of an application: the host that is asked, with its port where it names one.',
          }),
        ),
        calls: Count,
        input_tokens: Count,
        output_tokens: Count,
        cost_usd: Nullable(Type.Number()),
        cost_usd_if_direct: Type.Optional(
          Nullable(
            Type.Number({ description: 'With delivery batch: what the same would cost by single calls.' }),
          ),
        ),
        batch_price: Type.Optional(
          Type.Object(
            {
              price_factor: Type.Number({ description: 'Of the price of a single call: 0.5 is half.' }),
              source: Nullable(Type.String()),
              as_of: Nullable(Type.String()),
            },
            { description: 'With delivery batch: what an answer costs, and where that is said.' },
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
