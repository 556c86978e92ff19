import { type Static, type TSchema, Type } from 'typebox';

/** An object that allows only the named members. */
export const closed = { additionalProperties: false } as const;

/** A value or null; `type: [x, 'null']` keeps the OpenAPI document short and the serialiser fast. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as unknown as { type?: string; enum?: unknown[] };
  const nullable = type
    ? { ...schema, type: [type, 'null'], ...(values && { enum: [...values, null] }) }
    : { anyOf: [schema, { type: 'null' }] };
  return Type.Unsafe<Static<T> | null>(nullable as TSchema);
}

/** The key of a schema's own error message. As a symbol it is not part of the OpenAPI document. */
export const REFUSAL_MESSAGE = Symbol('refusal');

/** One of these words. */
export const OneOf = <const T extends string>(values: readonly T[], description?: string) =>
  Type.Unsafe<T>({ type: 'string', enum: [...values], ...(description !== undefined && { description }) });

/** A string of at most `maxLength` characters: Unicode code points, as JSON Schema counts them. */
export const Text = (maxLength: number, options: object = {}) =>
  Type.String({ minLength: 1, maxLength, ...options });

export const Id = Type.String({ format: 'uuid', description: 'A UUID of version 7, in lower case.' });
export const Count = Type.Integer({ minimum: 0 });
export const Timestamp = Type.String({
  format: 'date-time',
  description: 'A UTC time in RFC 3339 with milliseconds.',
});
export const Warnings = Type.Optional(
  Type.Array(Type.String(), {
    description: 'Warnings: input that was accepted but may not mean what you intended.',
  }),
);

export const LIMITS = { name: 200, description: 4000, query: 2000, message: 100_000 } as const;

/** Invisible alone, but they join letters or emoji of some scripts, or choose between their forms. */
const JOINING = '\\u200c\\u200d\\ufe00-\\ufe0f';
/** Always invisible: soft hyphens, fillers, zero-width characters, direction marks. */
const INVISIBLE =
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb';
const CONTROLS = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029';

/**
 * One line with a visible character, because people recognise things by their names. Each half is linear in the length
 * of the text, which may be a whole body.
 */
export const NAME_PATTERN = `^(?=.*[^\\s${INVISIBLE}${JOINING}])[^${CONTROLS}]*$`;

/**
 * A name that people distinguish by its text alone in tables and sentences: it contains nothing invisible or
 * direction-changing, and begins and ends with a visible character.
 */
export const LABEL_PATTERN = `^(?=[^\\s${JOINING}])(?!.*[\\s\\u200c\\u200d]$)[^${CONTROLS}${INVISIBLE}]*$`;

/** The pattern of a day. Whether the day exists (there is no 30 February) is checked where it is used. */
export const DAY_PATTERN = '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$';

export const Name = Text(LIMITS.name, { pattern: NAME_PATTERN });
export const Description = Nullable(Type.String({ maxLength: LIMITS.description }));

/** `limit` and `cursor` of a list. */
export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'Maximum number of entries. Larger values are reduced to 1000. Default 100.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ maxLength: 100, description: 'The `next_cursor` of the previous page.' }),
  ),
};

export function PageOf<T extends TSchema>(item: T) {
  const { title } = item as { title?: string };
  return Type.Object(
    { data: Type.Array(item), next_cursor: Nullable(Type.String()), warnings: Warnings },
    title ? { title: `${title}Page` } : {},
  );
}

export const WorkspaceParams = Type.Object({ workspace_id: Id });

/** `{workspace_id, <name>}` for the routes of one resource. */
export function ResourceParams<N extends string>(name: N) {
  return Type.Object({ workspace_id: Id, [name]: Id } as Record<'workspace_id' | N, typeof Id>);
}

/** The location of a chunk: headings and offsets always, the rest depends on its source. */
export const ChunkLocation = Type.Object({
  heading: Type.Array(Type.String(), { description: 'The headings above the passage, outermost first.' }),
  start: Type.Integer({ minimum: 0, description: 'The offset in the content, in UTF-16 code units.' }),
  end: Type.Integer({ minimum: 0 }),
  page: Type.Optional(Type.Integer({ minimum: 1, description: 'The page, for a PDF.' })),
  path: Type.Optional(Type.String({ description: 'The path, for a file in a repository.' })),
  start_line: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The first line, for a file in a repository.' }),
  ),
  end_line: Type.Optional(Type.Integer({ minimum: 1 })),
  start_seconds: Type.Optional(Type.Number({ minimum: 0, description: 'The start time, for a transcript.' })),
});
