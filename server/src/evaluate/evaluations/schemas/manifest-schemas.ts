import { type Static, Type } from 'typebox';
import { ModelPriceFact } from '../../../models/catalog/catalog.ts';
import { Count, Id, Nullable, OneOf, Timestamp } from '../../../platform/http/schemas.ts';
import { PreflightPart } from './preflight-schemas.ts';
import { GradedByVersions } from './result-schemas.ts';

const ManifestJudge = Type.Object({
  judge: Type.String(),
  provider: Type.String(),
  model_id: Type.String(),
  returned_models: Type.Record(Type.String(), Count, {
    description: 'Number of judgements by the model name that the server returned.',
  }),
  parameters: Type.Record(Type.String(), Type.Number(), {
    description: 'The parameters sent with every request.',
  }),
  serving: Type.Optional(
    Type.Object(
      {},
      { additionalProperties: true, description: 'Other settings, such as `reasoning_effort`.' },
    ),
  ),
  modes: Type.Array(
    Type.Object({
      mode: OneOf(
        ['criteria', 'pairwise'],
        '`criteria`: the judge grades one response. `pairwise`: it compares two, in both orders.',
      ),
      prompt_sha256: Type.String({
        description:
          'SHA-256 of the judge’s prompt without the graded material, with `<mark>` in place of the marker.',
      }),
    }),
  ),
});

const ManifestImport = Type.Object(
  {
    benchmark: Type.String(),
    score: Type.String({ description: 'The score of the files that is compared.' }),
    other_scores: Type.Array(Type.String(), { description: 'Further scores that all files have.' }),
    matched_by: OneOf(
      ['id', 'content'],
      'How items of different runs are matched: `id` by the tool’s own ids, `content` by what was asked.',
    ),
    changed: Type.Integer({
      minimum: 0,
      description:
        'Number of items excluded because they have the same id in every run, but another content.',
    }),
    runs: Type.Array(
      Type.Object({
        target_label: Type.String(),
        tool: Type.String({ description: 'The tool that wrote the files, such as `inspect_ai`.' }),
        tool_version: Nullable(Type.String()),
        files: Type.Array(Type.Object({ name: Type.String(), sha256: Type.String() })),
        parameters: Type.Object(
          {},
          { additionalProperties: true, description: 'What the files state about how the model was asked.' },
        ),
        unmatched: Type.Integer({
          minimum: 0,
          description: 'Number of items excluded because at least one other run does not have them.',
        }),
        unmatched_ids: Type.Array(Type.String(), { description: 'The ids of the first 100 excluded items.' }),
      }),
    ),
  },
  { description: 'Where the samples of an imported benchmark come from.' },
);

export const Manifest = Type.Object(
  {
    evaluation_id: Id,
    service_version: Nullable(
      Type.String({ description: 'The version of this service that planned the evaluation.' }),
    ),
    planned_at: Timestamp,
    random_seed: Type.Integer(),
    epochs: Count,
    units: Count,
    answers_shared: Type.Boolean({ description: 'Whether identical requests may share a response.' }),
    delivery: Type.Optional(
      Type.Literal('batch', {
        description: '`batch` if targets were called through batches, which measure no latency.',
      }),
    ),
    question: Type.Optional(
      Type.String({
        description:
          '`no_worse` if the evaluation asks it, with the baseline and margins stated before the run.',
      }),
    ),
    baseline: Type.Optional(Type.String()),
    no_worse_margins: Type.Optional(Type.Record(Type.String(), Type.Number())),
    weights: Type.Optional(
      Type.Record(Type.String(), Type.Number(), {
        description:
          'The weights for ranking, before they are distributed over the criteria of each scenario. Present with scenarios.',
      }),
    ),
    cost_assumptions: Type.Optional(
      Type.Record(Type.String(), Type.Number(), {
        description:
          'The assumptions for costs, stated or default. Present with scenarios. Without `peak_to_mean`, each scenario uses the value of its `traffic_profile`.',
      }),
    ),
    prices_of: Type.Optional(
      Type.String({ description: 'The UTC date of the prices. Present with scenarios.' }),
    ),
    benchmarks: Type.Array(
      Type.Object({
        benchmark: Type.String(),
        type: Type.String(),
        version: Type.String(),
        items: Count,
        items_sha256: Nullable(Type.String({ description: 'SHA-256 of the item hashes, in order.' })),
        prompts_sha256: Nullable(
          Type.String({ description: 'SHA-256 of the hashes of each item’s messages, in order.' }),
        ),
        requests: Type.Optional(
          Type.String({
            description: 'The content of load requests, such as synthetic requests or your items.',
          }),
        ),
        data: Type.Array(
          Type.Object({
            name: Type.String({ description: 'The file name, or the title of the source.' }),
            address: Nullable(
              Type.String({ description: 'The address where the file is published; null for a source.' }),
            ),
            sha256: Type.String({ description: 'SHA-256 of the file, or of the text of the source.' }),
          }),
          { description: 'The files or sources that contain the items; empty for generated items.' },
        ),
        item_hashes: Nullable(
          Type.Array(Type.String(), { description: 'The item hashes in order; null above 10,000 items.' }),
        ),
      }),
    ),
    targets: Type.Array(
      Type.Object({
        target_label: Type.String(),
        provider: Type.String(),
        model_id: Type.String(),
        returned_models: Type.Record(Type.String(), Count, {
          description:
            'Number of responses by the model name that the server returned; empty before the run.',
        }),
        service_tiers: Type.Optional(
          Type.Record(Type.String(), Count, {
            description: 'Number of responses by the service tier that served them, if the server named it.',
          }),
        ),
        endpoint: Type.Optional(
          Type.Object(
            {},
            {
              additionalProperties: true,
              description:
                'The definition of the application, if the target is one. Secrets appear as names.',
            },
          ),
        ),
        retrieval: Type.Optional(
          Type.Object(
            {},
            {
              additionalProperties: true,
              description: 'The stack’s retrieval settings for its model.',
            },
          ),
        ),
        endpoint_sha256: Type.Optional(
          Type.String({ description: 'SHA-256 of `endpoint` as JSON with sorted keys.' }),
        ),
        parameters: Type.Record(Type.String(), Type.Number(), {
          description:
            'The parameters sent with every request. `seed` is that of the first epoch; each further epoch adds 1.',
        }),
        serving: Type.Optional(
          Type.Object(
            {},
            {
              additionalProperties: true,
              description:
                'The stack’s other parameters: `reasoning_effort`, `top_p`, `stop`, `response_format`, `provider_route`, `service_tier`, `prompt_cache_key`, `prompt_cache_retention`, `system`. A parameter that the provider does not accept is not sent and is listed in the evaluation’s warnings.',
            },
          ),
        ),
        request_timeout_ms: Count,
        price: Nullable(
          Type.Object({
            input_usd_per_million: Type.String(),
            output_usd_per_million: Type.String(),
            cached_input_usd_per_million: Type.Optional(Type.String()),
          }),
        ),
        set_price: Type.Optional(ModelPriceFact),
        batch_price: Type.Optional(
          Type.Object(
            {
              price_factor: Type.Number(),
              source: Nullable(Type.String()),
              as_of: Nullable(Type.String()),
            },
            { description: 'The batch price as a share of the price of a single call.' },
          ),
        ),
        limits: Nullable(
          Type.Object({
            max_concurrency: Nullable(Type.Number()),
            requests_per_minute: Nullable(Type.Number()),
            history: Type.Array(
              Type.Object({ after_ms: Type.Number(), limit: Type.Number(), reason: Type.String() }),
            ),
          }),
        ),
      }),
    ),
    graded_by: Type.Optional(GradedByVersions),
    judges: Type.Optional(Type.Array(ManifestJudge)),
    imported: Type.Optional(Type.Array(ManifestImport)),
    preflight: Type.Optional(PreflightPart),
  },
  { title: 'Manifest' },
);
export type Manifest = Static<typeof Manifest>;
