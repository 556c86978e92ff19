import { type Static, Type } from 'typebox';
import { OneOf } from '../../../platform/http/schemas.ts';

/*
 * The facts of the catalogue. Every fact names its source and the date of that source; if a part of a row has another
 * source, the part names it. Missing facts are unknown and never replaced by a guess.
 */

const closed = { additionalProperties: false } as const;
const Text = (maxLength = 1000) => Type.String({ minLength: 1, maxLength });
const Word = Text(200);
const Count = Type.Integer({ minimum: 1 });
const TierStart = Type.Integer({ minimum: 1, maximum: 1e9 });
const Usd = Type.Number({ minimum: 0, maximum: 1e9 });

/** A day, `2026-09-01`. */
const Day = Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' });

/** The maximum length of a source, in characters. */
export const MAX_SOURCE = 1000;

const sourced = {
  source: Type.String({ minLength: 1, maxLength: MAX_SOURCE, description: 'The source of the fact.' }),
  as_of: Type.String({
    pattern: '^20\\d\\d(-\\d\\d){0,2}$',
    description:
      'The date of the source as a year, month or day; if it has none, the date on which it was read.',
  }),
};

/** A date in a model's life at one provider. Other providers' copies and aliases have dates of their own. */
const Event = (description: string) =>
  Type.Optional(Type.Object({ date: Day, ...sourced }, { ...closed, description }));

const rates = {
  input_usd_per_million: Usd,
  cached_input_usd_per_million: Type.Optional(Usd),
  cache_write_usd_per_million: Type.Optional(Usd),
  cache_write_1h_usd_per_million: Type.Optional(Usd),
  output_usd_per_million: Type.Optional(Usd),
};

const ContextTiers = Type.Optional(
  Type.Array(Type.Object({ above_input_tokens: TierStart, ...rates }, closed), {
    description: 'Rates for the whole request if its input exceeds a number of tokens.',
  }),
);

export const ModelPriceFact = Type.Object(
  {
    from: Type.Optional(
      Type.Unsafe<string>({
        ...Day,
        description: 'The first UTC day of the price; absent if it applies since launch.',
      }),
    ),
    until: Type.Optional(
      Type.Unsafe<string>({ ...Day, description: 'The first day on which the price no longer applies.' }),
    ),
    ...rates,
    request_usd: Type.Optional(Usd),
    context_tiers: ContextTiers,
    service_tiers: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[a-z0-9_]{1,40}$' }),
        Type.Object({ ...rates, context_tiers: ContextTiers }, closed),
        {
          description: 'Rates of service tiers other than the standard one, by the provider’s name for them.',
        },
      ),
    ),
    set_by: Type.Optional(
      OneOf(
        ['workspace', 'service'],
        'For a price that was set while the service ran: for this workspace, or for all. Its `source` says so too.',
      ),
    ),
    ...sourced,
  },
  { ...closed, title: 'ModelPrice' },
);
export type ModelPriceFact = Static<typeof ModelPriceFact>;

export const ModelFact = Type.Object(
  {
    provider: Word,
    model_id: Word,
    kind: OneOf(['chat', 'embedding']),
    base_model: Type.Optional(Word),
    context_tokens: Type.Optional(Count),
    max_output_tokens: Type.Optional(Count),
    reasoning: Type.Optional(Type.Boolean()),
    released_at: Event('The release date.'),
    deprecated_at: Event('The date on which its deprecation was announced.'),
    shutdown_at: Event('The first day on which it is no longer served; absent if unknown or not announced.'),
    replacement: Type.Optional(
      Type.Object(
        { model_id: Word, ...sourced },
        { ...closed, description: 'The provider’s recommended replacement.' },
      ),
    ),
    parameters: Type.Optional(
      Type.Object(
        {
          temperature: Type.Optional(Type.Object({ accepted: Type.Boolean(), ...sourced }, closed)),
          max_tokens_field: Type.Optional(
            Type.Object({ name: OneOf(['max_tokens', 'max_completion_tokens']), ...sourced }, closed),
          ),
        },
        closed,
      ),
    ),
    weights: Type.Optional(
      Type.Object(
        {
          open: Type.Boolean(),
          licence: Type.Optional(Text()),
          commercial_use: Type.Optional(OneOf(['yes', 'restricted', 'no'])),
          terms: Type.Optional(Text()),
          ...sourced,
        },
        closed,
      ),
    ),
    platforms: Type.Optional(Type.Object({ names: Type.Array(Word, { minItems: 1 }), ...sourced }, closed)),
    prices: Type.Array(ModelPriceFact),
    disagreements: Type.Optional(Type.Array(Text())),
    ...sourced,
  },
  { ...closed, title: 'ModelFact' },
);
export type ModelFact = Static<typeof ModelFact>;

export const GpuInstanceFact = Type.Object(
  {
    cloud_provider: Word,
    instance_type: Word,
    instance_family: Word,
    gpu: Word,
    gpu_variant: Type.Optional(Word),
    gpu_count: Type.Optional(Count),
    gpu_memory_gb_each: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
    prices: Type.Array(
      Type.Object(
        { region: Type.Optional(Word), usd_per_hour: Usd },
        { ...closed, description: 'On-demand prices.' },
      ),
    ),
    note: Type.Optional(Text()),
    ...sourced,
  },
  { ...closed, title: 'GpuInstanceFact' },
);
export type GpuInstanceFact = Static<typeof GpuInstanceFact>;

const Amount = Type.Optional(Type.Number({ minimum: 0 }));
export const GpuFact = Type.Object(
  {
    gpu: Word,
    name: Word,
    vendor: Word,
    kind: OneOf(['gpu', 'custom_accelerator']),
    memory_gb: Amount,
    memory_tb_s: Amount,
    fp4_tflops: Amount,
    fp8_tflops: Amount,
    bf16_tflops: Amount,
    tdp_w: Amount,
    all_in_kw_per_gpu: Amount,
    tco_usd_per_gpu_hour_estimate: Type.Optional(Type.Record(Type.String(), Type.Number({ minimum: 0 }))),
    ...sourced,
  },
  { ...closed, title: 'GpuFact' },
);
export type GpuFact = Static<typeof GpuFact>;

/** How certain a certificate is. Only the first three count as valid; `not_held` is set by the operator. */
const CERTIFICATE_STATUSES = [
  'listed',
  'available',
  'gated_report',
  'case_by_case',
  'partial',
  'in_progress',
  'keyword_on_trust_page',
  'none_found',
  'not_held',
] as const;

export const CertificateFact = Type.Object(
  {
    name: Word,
    covers: Type.Array(Word, {
      minItems: 1,
      description: 'The requirements that the certificate satisfies, including itself.',
    }),
    status: OneOf(CERTIFICATE_STATUSES),
    note: Type.Optional(Text()),
    ...sourced,
  },
  { ...closed, title: 'CertificateFact' },
);
export type CertificateFact = Static<typeof CertificateFact>;

export const ProviderFact = Type.Object(
  {
    id: Word,
    name: Word,
    kinds: Type.Array(OneOf(['model_api', 'gpu_cloud', 'software_service'])),
    also_called: Type.Optional(
      Type.Array(Word, { description: 'Other names of the provider in stacks, settings and prices.' }),
    ),
    regions: Type.Optional(
      Type.Object({ names: Type.Array(Word), note: Type.Optional(Text()), ...sourced }, closed),
    ),
    certificates: Type.Array(CertificateFact),
    api: Type.Optional(
      Type.Object(
        { protocol: OneOf(['openai_compatible', 'own_with_adapters', 'own_without_adapter']), ...sourced },
        closed,
      ),
    ),
    retention: Type.Optional(Type.Object({ text: Text(), ...sourced }, closed)),
    ...sourced,
  },
  { ...closed, title: 'ProviderFact' },
);
export type ProviderFact = Static<typeof ProviderFact>;

export const RegionFact = Type.Object(
  {
    provider: Word,
    region: Word,
    country: Type.Optional(
      Type.String({ pattern: '^[A-Z]{2}$', description: 'The country as ISO 3166-1 alpha-2.' }),
    ),
    jurisdiction: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description: 'The jurisdiction, such as EU, if the country is unknown.',
      }),
    ),
    ...sourced,
  },
  { ...closed, title: 'RegionFact' },
);
export type RegionFact = Static<typeof RegionFact>;

export const FrameworkFact = Type.Object(
  {
    id: Word,
    name: Word,
    roles: Type.Array(OneOf(['orchestration', 'observability', 'tracing', 'logging'])),
    licence: Type.Optional(Text()),
    licence_class: OneOf([
      'permissive',
      'weak_copyleft',
      'copyleft',
      'open_core',
      'source_available',
      'proprietary',
    ]),
    self_hostable: Type.Boolean(),
    hosted_by: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'The provider that hosts the framework; absent if it is self-hosted.',
      }),
    ),
    telemetry: Type.Optional(Type.Object({ format: OneOf(['opentelemetry', 'own']), ...sourced }, closed)),
    npm_version_seen: Type.Optional(Word),
    note: Type.Optional(Text()),
    ...sourced,
  },
  { ...closed, title: 'FrameworkFact' },
);
export type FrameworkFact = Static<typeof FrameworkFact>;

/** All facts of the catalogue. */
export interface Facts {
  readonly models: readonly ModelFact[];
  readonly gpu_instances: readonly GpuInstanceFact[];
  readonly gpus: readonly GpuFact[];
  readonly providers: readonly ProviderFact[];
  readonly regions: readonly RegionFact[];
  readonly frameworks: readonly FrameworkFact[];
}

/** The schema of all facts, and of the operator's file, in which each table is optional. */
export const FACT_TABLES = {
  models: Type.Array(ModelFact),
  gpu_instances: Type.Array(GpuInstanceFact),
  gpus: Type.Array(GpuFact),
  providers: Type.Array(ProviderFact),
  regions: Type.Array(RegionFact),
  frameworks: Type.Array(FrameworkFact),
};
