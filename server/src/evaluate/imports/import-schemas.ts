import { type Static, Type } from 'typebox';
import { readOnly } from '../../platform/http/patch.ts';
import { Count, Id, Name, Nullable, OneOf, PageOf, Text, Timestamp } from '../../platform/http/schemas.ts';
import { FORMATS } from './formats/format.ts';
import { STRATA } from './making/strata.ts';
import { REDACTED } from './redaction/kinds.ts';

const IMPORT_STATUSES = ['receiving', 'making', 'ready', 'failed'] as const;
const MOST_ITEMS = 100_000;

export const NewImport = Type.Object(
  {
    name: Name,
    format: Type.Optional(
      OneOf(['auto', ...FORMATS], 'The file format. `auto` (default) detects it from the first record.'),
    ),
    redact: Type.Optional(
      Type.Boolean({
        description: 'Whether to remove secrets and personal data before storage. Default true.',
      }),
    ),
    phone_region: Type.Optional(
      Type.String({
        minLength: 2,
        maxLength: 2,
        description: 'The country for telephone numbers without a country code. Default US.',
      }),
    ),
    sample: Type.Optional(
      Type.Object(
        {
          size: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: MOST_ITEMS,
              description: 'Number of items in the dataset. Default 1000.',
            }),
          ),
          by: Type.Optional(
            Type.Array(
              OneOf(
                STRATA,
                'A property of the recorded calls, such as `model`, by which the sample is stratified.',
              ),
              {
                uniqueItems: true,
                maxItems: STRATA.length,
                description:
                  'Properties for stratified sampling. Each combination gets a proportional share of the items, and at least one if possible. Default model, route and length.',
              },
            ),
          ),
          seed: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: Number.MAX_SAFE_INTEGER,
              description: 'The random seed. Default 1.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    grader: Type.Optional(
      Text(100, {
        description:
          'The grader for items without one in the file. The recorded response is their expected answer. Default f1.',
      }),
    ),
  },
  { title: 'NewImport', additionalProperties: false },
);
export type NewImport = Static<typeof NewImport>;

const Counts = (description: string) => Type.Record(Type.String(), Count, { description });

const Tokens = Type.Object({
  sum: Count,
  calls: Type.Integer({ minimum: 0, description: 'Number of calls with a token count.' }),
  unknown: Count,
  min: Nullable(Count),
  mean: Nullable(Type.Number()),
  max: Nullable(Count),
  percentiles: Type.Array(Type.Integer()),
  values: Type.Array(Count, {
    description: 'Values at these percentiles, by nearest rank; empty if none is known.',
  }),
});
export type Tokens = Static<typeof Tokens>;

const MadeSource = Type.Object({
  source_id: Id,
  title: Type.String(),
  lines: Count,
});
export type MadeSource = Static<typeof MadeSource>;

export const ImportResult = Type.Object(
  {
    calls: Count,
    failed_calls: Type.Integer({
      minimum: 0,
      description: 'Number of calls that failed according to the file.',
    }),
    repeated: Type.Integer({
      minimum: 0,
      description: 'Number of calls that repeat an earlier request; each request is used once.',
    }),
    no_items: Counts('Number of calls that did not become dataset items, by reason.'),
    items: Nullable(MadeSource),
    traffic: Nullable(MadeSource),
    session_trace: Nullable(MadeSource),
    sessions: Type.Object({
      count: Type.Integer({ minimum: 0, description: 'Number of sessions named in the file.' }),
      calls: Type.Integer({ minimum: 0, description: 'Number of calls that belong to a session.' }),
      longest: Count,
    }),
    prefixes: Type.Object(
      {
        calls: Count,
        messages: Count,
        tokens: Type.Integer({
          minimum: 0,
          description:
            'Number of tokens of the previous request and its response, for requests that begin with both.',
        }),
      },
      { description: 'Calls that begin with messages of the previous call in their session.' },
    ),
    arrivals: Nullable(
      Type.Object({
        first_at: Timestamp,
        last_at: Timestamp,
        calls: Count,
        untimed: Type.Integer({
          minimum: 0,
          description: 'Number of calls without a time, which are not part of the traffic.',
        }),
        mean_rps: Nullable(Type.Number()),
      }),
    ),
    tokens: Type.Object({ input: Tokens, output: Tokens, cached: Tokens }),
    strata: Type.Array(
      Type.Object({ of: Type.Record(Type.String(), Type.String()), calls: Count, items: Count }),
      { description: 'The 100 largest strata.' },
    ),
    graders: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.String(),
        became: Nullable(
          Type.String({
            description:
              'What the grader was converted to: `grader`, `criterion`, or null if nothing here is equivalent.',
          }),
        ),
        description: Type.Optional(
          Type.String({ description: 'The instructions given to the judge for this criterion.' }),
        ),
      }),
      { description: 'The graders of a hosted-evals export.' },
    ),
    warnings: Type.Array(Type.String()),
  },
  { title: 'ImportResult' },
);
export type ImportResult = Static<typeof ImportResult>;

export const Import = Type.Object(
  {
    id: Id,
    name: Name,
    status: OneOf(
      IMPORT_STATUSES,
      '`receiving`: parts of the file are accepted. `making`: the dataset and traffic sources are created. `ready`: the sources can be used, except those named in a warning of the result. `failed`: see `error`.',
    ),
    paused: Type.Boolean({
      description: 'Whether the import is paused: it accepts no parts and creates no sources.',
    }),
    format: Nullable(OneOf(FORMATS, 'The file format; null until the first record is read.')),
    received_bytes: Type.Integer({
      minimum: 0,
      description:
        'Number of stored bytes up to the end of a complete record: the offset of the next part. For a gzip file, uncompressed bytes.',
    }),
    records: Count,
    calls: Type.Integer({ minimum: 0, description: 'Number of model calls read so far.' }),
    skipped: Counts('Number of records that are not model calls, by kind.'),
    redaction: Type.Object({
      on: Type.Boolean(),
      found: Type.Record(Type.String(), Count, {
        description: `Number of redactions by kind: ${REDACTED.join(', ')}.`,
      }),
    }),
    error: Type.Optional(
      Type.Object({
        message: Type.String(),
        problems: Type.Array(Type.String(), { description: 'The first 20 problems, with their lines.' }),
      }),
    ),
    result: Nullable(ImportResult),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Import' },
);
export type Import = Static<typeof Import>;

export const ImportPage = PageOf(Import);

export const ImportPatch = Type.Object(
  {
    name: Type.Optional(Name),
    paused: Type.Optional(
      Type.Boolean({
        description:
          'Whether to pause the import. While paused, it accepts no parts and creates no sources; stored data stays.',
      }),
    ),
    ...readOnly(
      'id',
      'status',
      'format',
      'received_bytes',
      'records',
      'calls',
      'skipped',
      'redaction',
      'error',
      'result',
      'created_at',
      'updated_at',
    ),
  },
  { additionalProperties: false, title: 'ImportPatch' },
);
export type ImportPatch = { name?: string; paused?: boolean };

export const UploadPartQuery = Type.Object(
  {
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The offset of this part in the file: `received_bytes` of the import. Default 0.',
      }),
    ),
    complete: Type.Optional(Type.Boolean({ description: 'Whether this part ends the file.' })),
  },
  { additionalProperties: false },
);
export type UploadPartQuery = Static<typeof UploadPartQuery>;
