import { type Static, Type } from 'typebox';
import { Clearable, readOnly } from '../../platform/http/patch.ts';
import type { MemberApi } from '../../platform/http/resource-routes.ts';
import {
  ChunkLocation,
  Count,
  Id,
  LIMITS,
  Name,
  Nullable,
  OneOf,
  PageOf,
  PageQuery,
  Text,
  Timestamp,
  Warnings,
} from '../../platform/http/schemas.ts';
import {
  CLASSIFICATIONS,
  LEFT_OUT_REASONS,
  READING_FAILURES,
  type ReadingFailureCode,
  SOURCE_TYPES,
} from '../reading/reading.ts';
import { COLUMN_FIELDS, ColumnMapping } from '../reading/tables/column-mapping.ts';

export const SOURCE_STATUSES = ['pending', 'processing', 'ready', 'failed'] as const;
export type SourceStatus = (typeof SOURCE_STATUSES)[number];
export type Classification = (typeof CLASSIFICATIONS)[number];
const STAGES = ['read', 'fetch', 'parse', 'write', 'index'] as const;
export type StageName = (typeof STAGES)[number];

const MAX_URL = 4000;
const MAX_FILENAME = 255;

const Stage = Type.Object(
  {
    name: OneOf(
      STAGES,
      'The current step. `read`: starts, or reads text. `fetch`: downloads the address. `parse`: extracts the text. `write`: stores the chunks. `index`: makes them searchable.',
    ),
    done: Count,
    total: Type.Integer({ minimum: 0, description: 'The total number; 0 if unknown.' }),
    unit: Type.Optional(
      OneOf(['bytes', 'pages', 'files'], 'The unit of `done` and `total`; chunks if absent.'),
    ),
  },
  { description: 'The progress of indexing. Absent if none is running.' },
);
export type Stage = Static<typeof Stage>;

const Failure = Type.Object(
  {
    code: OneOf(Object.keys(READING_FAILURES) as ReadingFailureCode[]),
    message: Type.String(),
    retryable: Type.Boolean({ description: 'Whether a retry may succeed without other changes.' }),
  },
  { description: 'Why indexing failed. Absent otherwise.' },
);

const LeftOut = Type.Object(
  {
    reason: OneOf(
      LEFT_OUT_REASONS,
      'The reason: `vendored` (code of other projects), `lock_file`, `minified` (or generated), `binary`, `empty`, `unreadable` (a damaged notebook), `too_large`, `pointer` (to a file in git-lfs or git-annex), `secret` (a file that usually contains passwords or keys), `not_a_file` (a link or device), `bad_path` (a path outside the archive), `page_without_text` (a PDF page that is an image) or `invisible_text` (invisible characters).',
    ),
    count: Type.Integer({
      minimum: 1,
      description: 'Number of files or pages; for `invisible_text`, of characters.',
    }),
    examples: Type.Array(Type.String(), {
      description:
        'The first five examples: file paths, or PDF pages (`2`, `5–7`). Empty for invisible text without pages.',
    }),
  },
  { title: 'LeftOut' },
);

const GRADER =
  'The grader of rows that name none, by its name or as `{type, options}`. Evaluations that use the source as a dataset apply it.';

/** A grader in a dataset; its name is checked where it is used. */
const DatasetGrader = Type.Union(
  [
    Text(LIMITS.name),
    Type.Object(
      { type: Text(LIMITS.name), options: Type.Optional(Type.Record(Type.String(), Type.Unknown())) },
      { additionalProperties: false },
    ),
  ],
  { description: GRADER },
);
export type DatasetGrader = Static<typeof DatasetGrader>;

export const Source = Type.Object(
  {
    id: Id,
    type: OneOf(SOURCE_TYPES, 'The type of the source.'),
    url: Nullable(Type.String()),
    title: Type.String(),
    status: OneOf(SOURCE_STATUSES, 'The status of the source. `ready`: search on this node finds it.'),
    chunk_count: Count,
    classification: OneOf(CLASSIFICATIONS, 'The kind of document; `other` until it is known.'),
    created_at: Timestamp,
    filename: Type.Optional(Type.String()),
    media_type: Type.String({
      description:
        'The media type of the upload or of the fetched document. For an address that has not been read yet, `text/html`.',
    }),
    byte_size: Type.Integer({
      minimum: 0,
      description: 'The size of the upload or of the text read from the address.',
    }),
    language: Type.Optional(Type.String()),
    stage: Type.Optional(Stage),
    error: Type.Optional(Failure),
    left_out: Type.Optional(
      Type.Array(LeftOut, {
        description:
          'Content that was found but not read in the last indexing, most frequent reason first. Omitted if there is none.',
      }),
    ),
    content_hash: Type.Optional(
      Type.String({
        description:
          'SHA-256 in hex of the uploaded bytes, or of the text read from the address. Absent until it is read.',
      }),
    ),
    duplicate_of: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'The oldest source with the same bytes or address. Both share their chunks, so `status`, `stage`, `error` and `chunk_count` are the same.',
      }),
    ),
    columns: Type.Optional(ColumnMapping),
    grader: Type.Optional(DatasetGrader),
    sheet: Type.Optional(
      Type.String({ description: 'The sheet of a workbook that was chosen when it was uploaded.' }),
    ),
    indexed_at: Type.Optional(Timestamp),
    updated_at: Timestamp,
    warnings: Warnings,
  },
  { title: 'Source' },
);
export type Source = Static<typeof Source>;

/** Fields that a PATCH may send back for a source that was read. */
const READ_ONLY = [
  'id',
  'type',
  'url',
  'status',
  'chunk_count',
  'classification',
  'created_at',
  'filename',
  'media_type',
  'byte_size',
  'language',
  'stage',
  'error',
  'left_out',
  'content_hash',
  'duplicate_of',
  'sheet',
  'indexed_at',
  'updated_at',
  'warnings',
] as const;

export const NewSource = Type.Object(
  {
    type: OneOf(
      SOURCE_TYPES,
      'The type of the source. `url`, `github` and `youtube` require `url`; `text` and `pdf` require `content`.',
    ),
    url: Type.Optional(
      Nullable(
        Type.String({
          maxLength: MAX_URL,
          description: 'The address. Required for url, github and youtube.',
        }),
      ),
    ),
    content: Type.Optional(
      Nullable(
        Type.String({
          description: 'The content. Required for text (plain text or Markdown) and pdf (base64).',
        }),
      ),
    ),
    filename: Type.Optional(Nullable(Text(MAX_FILENAME))),
    title: Type.Optional(Nullable(Name)),
    columns: Type.Optional(Nullable(ColumnMapping)),
    grader: Type.Optional(Nullable(DatasetGrader)),
  },
  { additionalProperties: false, title: 'NewSource' },
);
export type NewSource = Static<typeof NewSource>;

/** A given title is kept when the source is read again. */
const SourcePatch = Type.Object(
  {
    title: Type.Optional(Name),
    columns: Clearable(COLUMN_FIELDS),
    grader: Type.Optional(Nullable(DatasetGrader)),
    ...readOnly(...READ_ONLY),
  },
  { additionalProperties: false, title: 'SourcePatch' },
);

export type SourcePatch = Static<typeof SourcePatch>;

/** The routes of one source; separate routes add and list sources. Searches also find a source by its title. */
export const SOURCE_API = {
  one: 'source',
  many: 'sources',
  get: { answer: Source },
  update: { body: SourcePatch, answer: Source },
} as const satisfies MemberApi;

export const UploadQuery = Type.Object(
  {
    type: Type.Optional(OneOf(SOURCE_TYPES, 'The type of a streamed upload: `text` or `pdf`.')),
    filename: Type.Optional(Text(MAX_FILENAME, { description: 'The file name, for a streamed upload.' })),
    title: Type.Optional(Text(200, { description: 'The title, for a streamed upload.' })),
    sheet: Type.Optional(
      Text(255, { description: 'The sheet of a workbook; defaults to the first one that is shown.' }),
    ),
  },
  { additionalProperties: false },
);
export type UploadQuery = Static<typeof UploadQuery>;

const Filter = (known: readonly string[]) =>
  Type.Optional(
    Type.String({
      maxLength: 100,
      description: `One of ${known.join(', ')}. Other values match nothing and return a warning.`,
    }),
  );

export const SourceQuery = Type.Object(
  {
    type: Filter(SOURCE_TYPES),
    status: Filter(SOURCE_STATUSES),
    classification: Filter(CLASSIFICATIONS),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'Maximum number of sources. Larger values are reduced to 1000. Without it, all sources are streamed.',
      }),
    ),
    cursor: PageQuery.cursor,
  },
  { additionalProperties: false },
);
export type SourceQuery = Static<typeof SourceQuery>;

export const SourcePage = PageOf(Source);

export const SourceChunk = Type.Object(
  {
    id: Id,
    source_id: Id,
    ordinal: Type.Integer({ minimum: 0, description: 'The index of the chunk in its source, from 0.' }),
    text: Type.String({ description: 'The text of the chunk: content.slice(location.start, location.end).' }),
    location: ChunkLocation,
    url: Type.Optional(Type.String({ description: 'A link to the passage, if the source has one.' })),
  },
  { title: 'SourceChunk' },
);
export type SourceChunk = Static<typeof SourceChunk>;

export const SourceChunkPage = PageOf(SourceChunk);
export const OriginalQuery = Type.Object(
  {
    inline: Type.Optional(
      Type.Boolean({
        description:
          'Whether a PDF is displayed in the browser, where `#page=7` opens a page. Other originals are always downloads.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const ChunkQuery = Type.Object(PageQuery, { additionalProperties: false });
