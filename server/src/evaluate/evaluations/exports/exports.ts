import { impossibleField } from '../../../kernel/errors.ts';
import type { Page } from '../../../kernel/page.ts';
import type { Plan } from '../plan/plan.ts';
import type { Evaluation } from '../schemas/evaluation-schemas.ts';
import type { Migration } from '../schemas/migration-schemas.ts';
import type { Sample, SampleQuery } from '../schemas/sample-schemas.ts';
import { createCsvExport } from './csv-export.ts';
import type { ExportInput } from './export-input.ts';
import { createInspectExport } from './inspect-export.ts';
import { createJsonExport } from './json-export.ts';
import { createJsonlExport } from './jsonl-export.ts';
import { createJunitExport } from './junit-export.ts';

interface Format {
  readonly contentType: string;
  readonly extension: string;
  readonly write: (input: ExportInput) => AsyncIterable<string | Uint8Array>;
}

/** Each format is a file beside this one and a line here. */
export const EXPORT_WRITERS = {
  json: { contentType: 'application/json; charset=utf-8', extension: 'json', write: createJsonExport },
  jsonl: { contentType: 'application/x-ndjson; charset=utf-8', extension: 'jsonl', write: createJsonlExport },
  csv: { contentType: 'text/csv; charset=utf-8; header=present', extension: 'csv', write: createCsvExport },
  junit: { contentType: 'application/xml; charset=utf-8', extension: 'xml', write: createJunitExport },
  html: { contentType: 'text/html; charset=utf-8', extension: 'html', write: writeHtmlReport },
  inspect: { contentType: 'application/zip', extension: 'eval', write: createInspectExport },
  migration_html: {
    contentType: 'text/html; charset=utf-8',
    extension: 'migration.html',
    write: writeMigrationHtml,
  },
  migration_markdown: {
    contentType: 'text/markdown; charset=utf-8',
    extension: 'migration.md',
    write: writeMigrationMarkdown,
  },
} as const satisfies Record<string, Format>;

/** The plotting code is loaded with the first report, because most services never write one. */
async function* writeHtmlReport(input: ExportInput): AsyncGenerator<string> {
  yield* (await import('./html-report.ts')).createHtmlReport(input);
}

async function* writeMigrationHtml(input: ExportInput): AsyncGenerator<string> {
  yield* (await import('./migration-page.ts')).createMigrationHtml(input);
}

async function* writeMigrationMarkdown(input: ExportInput): AsyncGenerator<string> {
  yield* (await import('./migration-page.ts')).createMigrationMarkdown(input);
}

export type ExportFormat = keyof typeof EXPORT_WRITERS;

export interface Export {
  readonly contentType: string;
  /** The evaluation's name, safe on every file system, with the format's extension. */
  readonly filename: string;
  /** Chunks of about 64 kB; text is UTF-8. */
  readonly body: AsyncIterable<Buffer>;
}

/** Reads one page of the samples that match a query. */
type ReadPage = (query: SampleQuery) => Promise<Page<Sample>>;

/**
 * Exports an evaluation in one format; one page of samples is in memory at a time. `baseline` is the label of the
 * target that others are compared with, by default the first. Throws `impossible` for an unknown label.
 */
export function exportEvaluation(
  format: ExportFormat,
  {
    evaluation,
    plan,
    page,
    migration,
    baseline,
    target,
    benchmark,
  }: {
    evaluation: Evaluation;
    plan: Plan;
    page: ReadPage;
    migration: () => Migration;
    baseline?: string | undefined;
    target?: string | undefined;
    benchmark?: string | undefined;
  },
): Export {
  const { contentType, extension, write } = EXPORT_WRITERS[format];
  const input: ExportInput = {
    evaluation,
    plan,
    samples: (filter) => readSamples(page, filter),
    migration,
    baseline: baselineOf(evaluation, baseline),
    target,
    benchmark,
  };
  return {
    contentType,
    filename: `${fileStem(evaluation)}.${extension}`,
    body: inPieces(write(input)),
  };
}

function baselineOf({ results }: Evaluation, given: string | undefined): string {
  const labels = results?.target_results.map(({ target_label }) => target_label) ?? [];
  if (given === undefined || labels.includes(given) || results === null) return given ?? labels[0] ?? '';
  throw impossibleField(
    '/baseline',
    `No target is called "${given}"; the targets are: ${labels.join(', ')}.`,
  );
}

const PAGE = 500;

/** All samples that match a query, read page by page. */
export async function* readSamples(page: ReadPage, query: SampleQuery): AsyncGenerator<Sample> {
  for (let cursor: string | null = null; ; ) {
    const found = await page({ ...query, limit: PAGE, ...(cursor !== null && { cursor }) });
    yield* found.data;
    if (found.next_cursor === null) return;
    cursor = found.next_cursor;
  }
}

function fileStem({ name, id }: Evaluation): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? `evaluation-${id}` : plain;
}

const PIECE = 64 * 1024;

/** Joins short pieces, because sending each as its own chunk costs more than its bytes. */
async function* inPieces(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let texts: string[] = [];
  let size = 0;
  const take = () => {
    if (texts.length > 0) waiting.push(Buffer.from(texts.join('')));
    const taken = waiting.length === 1 ? Buffer.from(waiting[0] as Uint8Array) : Buffer.concat(waiting);
    [waiting, texts, size] = [[], [], 0];
    return taken;
  };
  for await (const piece of pieces) {
    if (typeof piece === 'string') texts.push(piece);
    else {
      if (texts.length > 0) waiting.push(Buffer.from(texts.join('')));
      texts = [];
      waiting.push(piece);
    }
    size += piece.length;
    if (size >= PIECE) yield take();
  }
  if (size > 0) yield take();
}
