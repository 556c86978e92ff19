/** The contents of a database or of a copy, as recorded in a manifest. */
export interface Contents {
  /** The number of its newest migration. */
  schema: number;
  /** The newest migration that a program must know to run on it. */
  oldestProgram: number;
  /** Rows by table. */
  tables: Record<string, number>;
}

/** A row that `schema_migrations` has. */
export interface AppliedRow {
  number: number;
  oldest_program: number | null;
}

export function toContents(applied: readonly AppliedRow[], tables: Record<string, number>): Contents {
  return {
    schema: Math.max(0, ...applied.map(({ number }) => number)),
    oldestProgram: Math.max(0, ...applied.map(({ number, oldest_program }) => oldest_program ?? number)),
    tables,
  };
}

/** Sentences about differences in schema and rows; empty if there are none. */
export function describeDifferences(expected: Contents, found: Contents): string[] {
  const numbers = [
    ['schema', expected.schema, found.schema],
    ['oldest program', expected.oldestProgram, found.oldestProgram],
  ] as const;
  const wrong = numbers.filter(([, wanted, held]) => wanted !== held);
  const names = new Set([...Object.keys(expected.tables), ...Object.keys(found.tables)]);
  const ofTables = [...names].sort().flatMap((name) => {
    const [wanted, held] = [expected.tables[name], found.tables[name]];
    if (wanted === held) return [];
    return [
      `The table ${name} has ${held ?? 'no rows, because it does not exist'} instead of ${wanted ?? 'none'}.`,
    ];
  });
  return [
    ...wrong.map(([what, wanted, held]) => `The ${what} of the data is ${held}, not ${wanted}.`),
    ...ofTables,
  ];
}

/**
 * Uploads whose bytes are incomplete; the same SQL works on both databases. Shared content belongs to its owner, and
 * content without a source waits to be purged.
 */
export const INCOMPLETE_UPLOADS = `
  SELECT s.id AS id, s.byte_size AS wanted, coalesce(sum(length(o.bytes)), 0) AS held
  FROM sources s
  LEFT JOIN source_originals o ON o.workspace_id = s.workspace_id AND o.source_id = s.id
  WHERE s.url IS NULL AND s.owner_id = s.id AND s.holders > 0
  GROUP BY s.workspace_id, s.id, s.byte_size
  HAVING coalesce(sum(length(o.bytes)), 0) <> s.byte_size`;

export function describeUpload({ id, wanted, held }: Record<string, unknown>): string {
  return `The upload of source ${id} has ${held} of ${wanted} bytes.`;
}
