import type { Readable } from 'node:stream';
import type { Actor } from '../../../kernel/actor.ts';
import { impossibleField } from '../../../kernel/errors.ts';
import { createSlots } from '../../../kernel/slots.ts';
import type { ReadingService } from '../../../knowledge/reading/reading.ts';
import { MOST_TABLE_BYTES, UnreadableTable } from '../../../knowledge/reading/tables/tables.ts';
import { readBody } from '../../../platform/http/read-body.ts';
import { toInspection } from './inspect-table.ts';
import type { TableInspection } from './inspection-schemas.ts';

/** Maximum number of files that are read at a time. */
const AT_ONCE = 2;
/** Time limit for the arrival of a whole file, because it is in memory until then. */
const UPLOAD_MS = 60_000;

interface InspectUploadDeps {
  reading: Pick<ReadingService, 'surveyTable'>;
  /** Throws if the workspace does not exist for this actor. */
  requireWorkspace: (actor: Actor, workspaceId: string) => Promise<unknown>;
  /** Maximum upload, in bytes. */
  maxBytes: number;
}

interface InspectedUpload {
  workspaceId: string;
  bytes: Readable;
  sheet?: string | undefined;
  /** Aborted once nobody waits for the result. */
  signal: AbortSignal;
}

/**
 * Inspects a file as a dataset without storing anything. Throws `impossible` (422) if it is not a table, and
 * `request_timeout` (408) if it arrives too slowly.
 */
export type InspectUpload = (actor: Actor, upload: InspectedUpload) => Promise<TableInspection>;

export function createInspectUpload({
  reading,
  requireWorkspace,
  maxBytes,
}: InspectUploadDeps): InspectUpload {
  const slots = createSlots(AT_ONCE);
  const limit = Math.min(maxBytes, MOST_TABLE_BYTES);
  return async (actor, { workspaceId, bytes, sheet, signal }) => {
    await requireWorkspace(actor, workspaceId);
    const file = await readBody(bytes, limit, { signal, withinMs: UPLOAD_MS });
    return slots.run(async () => {
      try {
        const read = await reading.surveyTable([file], { sheet, signal });
        if ('unreadable' in read) throw new UnreadableTable(read.unreadable);
        return toInspection(read.facts, read.survey);
      } catch (error) {
        if (!(error instanceof UnreadableTable)) throw error;
        throw impossibleField('', `The file cannot be read as a table. ${error.message}`);
      }
    }, signal);
  };
}
