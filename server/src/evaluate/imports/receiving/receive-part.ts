import type { Clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { joinBytes } from '../../../kernel/join-bytes.ts';
import type { Batch, Database } from '../../../platform/db/db.ts';
import { requireCommitted } from '../../../platform/db/live-workspace.ts';
import type { TellEvent } from '../../../platform/events/events.ts';
import type { JobQueue } from '../../../platform/jobs/jobs.ts';
import { enqueueCallPurge, enqueueMakeSources } from '../import-queue.ts';
import type { UploadPartQuery } from '../import-schemas.ts';
import type { ImportSettings } from '../import-settings.ts';
import {
  findImport,
  IMPORT_CHANGED,
  type ImportRow,
  insertCalls,
  knownHashes,
  updateImport,
} from '../import-store.ts';
import type { ImportReader } from '../reading/import-reader.ts';
import type { CallRow, ReadSettings, ReadState } from '../reading/read-block.ts';
import { UnreadableFile } from '../reading/records.ts';
import { decompressed } from './unpack.ts';

export interface ReceivingOptions {
  db: Database;
  clock: Clock;
  jobs: JobQueue;
  tell: TellEvent;
  reader: ImportReader;
  maxBytes: number;
}

/** Bytes read at once: enough to be worth a message to the thread, and few enough rows not to block the writer. */
const BLOCK_BYTES = 512 * 1024;

/**
 * Reads a part block by block, after decompression if it is gzip; offsets count uncompressed bytes. The calls of a
 * block become durable together with the new position in the file. An upload that is interrupted anywhere continues
 * after the last block, without losing or duplicating a call.
 */
export async function receivePart(
  options: ReceivingOptions,
  row: ImportRow,
  { offset = 0, complete = false }: UploadPartQuery,
  bytes: AsyncIterable<Uint8Array>,
): Promise<ImportRow> {
  requireGoing(row);
  requireOffset(row, offset);
  let now = row;
  let held: Uint8Array[] = [];
  let length = 0;
  async function read(isLast: boolean): Promise<void> {
    const block = joinBytes(held, length);
    const left = await receiveBlock(options, now, block, isLast);
    now = left.row;
    held = left.rest.length === 0 ? [] : [left.rest];
    length = left.rest.length;
  }
  try {
    for await (const piece of decompressed(bytes)) {
      held.push(piece);
      length += piece.length;
      if (now.received_bytes + length > options.maxBytes) throw await tooLarge(options, now);
      if (length >= BLOCK_BYTES + (held.length === 1 ? 0 : (held[0]?.length ?? 0))) await read(false);
    }
  } catch (error) {
    throw error instanceof UnreadableFile
      ? await refuse(options, now, [`the file: ${error.message}`])
      : error;
  }
  if (length > 0 || complete) await read(complete);
  return now;
}

function requireGoing({ settings_json }: ImportRow): void {
  if ((JSON.parse(settings_json) as ImportSettings).paused)
    throw new AppError('wrong_state', 'This import is paused; PATCH it with {"paused": false} to continue.');
}

function requireOffset({ status, received_bytes }: ImportRow, offset: number): void {
  if (status !== 'receiving') {
    throw new AppError(
      'wrong_state',
      `This import is ${status} and accepts no more parts; create a new import.`,
    );
  }
  if (offset === received_bytes) return;
  throw new AppError('conflict', `The import has ${received_bytes} bytes of the file; continue from there.`, {
    errors: [{ pointer: '/offset', detail: `must be ${received_bytes}` }],
  });
}

async function receiveBlock(
  options: ReceivingOptions,
  row: ImportRow,
  block: Uint8Array,
  isLast: boolean,
): Promise<{ row: ImportRow; rest: Uint8Array }> {
  const { db, reader } = options;
  const settings = JSON.parse(row.settings_json) as ImportSettings;
  const state = JSON.parse(row.state_json) as ReadState;
  const reading: ReadSettings = { ...settings, salt: row.salt ?? '' };
  const copy = block.slice();
  const {
    rows,
    state: next,
    problems,
  } = await reader.read({ bytes: block, state, settings: reading, isLast });
  if (problems.length > 0) throw await refuse(options, row, problems);
  if (isLast && next.calls === 0) throw await refuse(options, row, [nothingIn(next)]);
  const calls = await toCalls(db, row, rows);
  const set = {
    state_json: JSON.stringify(next),
    received_bytes: next.place.at,
    updated_at: options.clock.now(),
    ...(isLast && { status: 'making' }),
  };
  await write(options, row, (batch) => {
    updateImport(batch, row, set);
    insertCalls(batch, calls);
    if (isLast) enqueueMakeSources(options.jobs, batch, { workspaceId: row.workspace_id, importId: row.id });
  });
  return { row: { ...row, ...set }, rest: copy.subarray(next.place.at - state.place.at) };
}

async function toCalls(db: Database, { workspace_id, id }: ImportRow, rows: readonly CallRow[]) {
  const hashes = rows.map(({ hash }) => hash).filter((hash) => hash !== '');
  const seen = await knownHashes(db, workspace_id, id, [...new Set(hashes)]);
  return rows.map((row) => {
    const repeated = row.hash !== '' && seen.has(row.hash);
    seen.add(row.hash);
    return {
      workspace_id,
      import_id: id,
      ordinal: row.ordinal,
      hash: row.hash,
      repeated: repeated ? 1 : 0,
      session: row.session,
      has_session: row.hasSession ? 1 : 0,
      model: row.model,
      route: row.route,
      at_us: row.atUs ?? -1,
      duration_us: row.durationUs,
      input_tokens: row.inputTokens,
      output_tokens: row.outputTokens,
      cached_tokens: row.cachedTokens,
      characters: row.characters,
      failed: row.failed ? 1 : 0,
      chain_json: JSON.stringify(row.chain),
      answer: row.answer,
      content_json: JSON.stringify(row.content),
    };
  });
}

function nothingIn({ place, skipped }: ReadState): string {
  if (place.records === 0) return 'the file: it is empty; it must contain at least one recorded model call';
  const what = Object.entries(skipped).map(([name, count]) => `${count} ${name}`);
  return `the file: none of its ${place.records} records is a model call${what.length > 0 ? ` (${what.join(', ')})` : ''}`;
}

/** Fails the import and discards its file. Returns the error to throw. */
async function refuse(
  options: ReceivingOptions,
  row: ImportRow,
  problems: readonly string[],
): Promise<AppError> {
  const detail = `The file cannot be imported: ${problems[0]}.`;
  await fail(options, row, detail, problems);
  return new AppError('impossible', detail, {
    errors: problems.map((problem) => ({ pointer: '', detail: problem })),
  });
}

async function tooLarge(options: ReceivingOptions, row: ImportRow): Promise<AppError> {
  const detail = `The file is larger than the limit of ${options.maxBytes} bytes (IMPORT_LIMIT_BYTES); split it into several imports.`;
  await fail(options, row, detail, []);
  return new AppError('limit_exceeded', detail);
}

async function fail(
  options: ReceivingOptions,
  row: ImportRow,
  message: string,
  problems: readonly string[],
): Promise<void> {
  const error_json = JSON.stringify({ message, problems });
  const { held: _, ...state } = JSON.parse(row.state_json) as ReadState;
  const state_json = JSON.stringify(state);
  await write(options, row, (batch) => {
    const set = { status: 'failed', salt: null, error_json, state_json, updated_at: options.clock.now() };
    updateImport(batch, row, set);
    enqueueCallPurge(options.jobs, batch, { workspaceId: row.workspace_id, importId: row.id });
  });
}

/** Writes a change and publishes it. Throws `not_found` or `conflict` if the import was changed meanwhile. */
async function write(
  { db, tell }: ReceivingOptions,
  { workspace_id, id }: ImportRow,
  build: (batch: Batch) => void,
): Promise<void> {
  const outcome = await db.write((batch) => {
    build(batch);
    tell(batch, workspace_id, { type: 'import.updated', id, data: {} });
  });
  if (!outcome.committed && outcome.why === IMPORT_CHANGED) {
    const found = await findImport(db, workspace_id, id);
    requireGoing(found);
    const { received_bytes } = found;
    throw new AppError(
      'conflict',
      `Another request uploaded a part of this import at the same time; it has ${received_bytes} bytes now, continue from there.`,
    );
  }
  requireCommitted(outcome, workspace_id);
}
