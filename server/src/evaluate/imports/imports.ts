import { randomBytes } from 'node:crypto';
import { type Actor, requireWorkspace } from '../../kernel/actor.ts';
import { type Clock, toTimestamp } from '../../kernel/clock.ts';
import { AppError, impossibleField } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { type Page, pageRequest, toPage } from '../../kernel/page.ts';
import type { Sources } from '../../knowledge/sources/sources.ts';
import { graderProblems } from '../../measure/graders/graders.ts';
import type { Alongside, Batch, Database } from '../../platform/db/db.ts';
import { requireCommitted } from '../../platform/db/live-workspace.ts';
import { requireUnusedBySeries } from '../../platform/db/series-use.ts';
import type { TellEvent, WorkspaceEvent } from '../../platform/events/events.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { enqueueCallPurge, enqueueMakeSources, MAKE_SOURCES_JOB } from './import-queue.ts';
import type { Import, ImportPatch, NewImport, UploadPartQuery } from './import-schemas.ts';
import { type ImportSettings, settingsOf } from './import-settings.ts';
import {
  changeImport,
  deleteImport,
  findImport,
  IMPORT_CHANGED,
  type ImportRow,
  insertImport,
  listImports,
  unlessGone,
} from './import-store.ts';
import { SOURCE_CONTENTS, titleOfImportedSource } from './making/make-sources.ts';
import { createImportReader } from './reading/import-reader.ts';
import { NOTHING_READ, type ReadState } from './reading/read-block.ts';
import { receivePart } from './receiving/receive-part.ts';
import { isRegion } from './redaction/phones.ts';

export type Imports = ReturnType<typeof createImports>;

export interface ImportsOptions {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  tell: TellEvent;
  sources: Pick<Sources, 'remove'>;
  /** Maximum size of a file in bytes. */
  maxBytes: number;
}

/** Imports of recorded traffic, which become datasets and load traces. */
export function createImports(options: ImportsOptions) {
  const { db, clock, jobs, tell, sources } = options;
  const reader = createImportReader();

  return {
    async create(
      actor: Actor,
      workspaceId: string,
      input: NewImport,
      alongside: Alongside<Import>,
    ): Promise<Import> {
      requireWorkspace(actor, workspaceId, 'editor');
      const settings = settingsOf(input);
      requireUsable(settings);
      await requireUnusedBySeries(db, actor, workspaceId, titlesOf(input.name));
      const now = clock.now();
      const row: ImportRow = {
        workspace_id: workspaceId,
        id: newId(now),
        name: input.name,
        status: 'receiving',
        settings_json: JSON.stringify(settings),
        state_json: JSON.stringify(NOTHING_READ),
        salt: randomBytes(24).toString('base64url'),
        received_bytes: 0,
        error_json: null,
        sources_json: '{}',
        result_json: null,
        created_at: now,
        updated_at: now,
      };
      const made = toImport(row);
      const outcome = await db.write((batch) => {
        insertImport(batch, row);
        alongside(batch, made);
        tell(batch, workspaceId, updated(row.id));
      });
      requireCommitted(outcome, workspaceId);
      return made;
    },

    async list(
      actor: Actor,
      workspaceId: string,
      query: { limit?: number; cursor?: string },
    ): Promise<Page<Import>> {
      requireWorkspace(actor, workspaceId, 'viewer');
      const warnings: string[] = [];
      const page = pageRequest(query, warnings);
      return toPage(await listImports(db, workspaceId, page), page, toImport, warnings);
    },

    async get(actor: Actor, workspaceId: string, id: string): Promise<Import> {
      requireWorkspace(actor, workspaceId, 'viewer');
      return toImport(await findImport(db, workspaceId, id));
    },

    /**
     * Stores a part of the file: complete records are redacted and stored; a record that is cut at the end must be
     * sent again with the next part. Throws `conflict` for a part with another offset than expected, `wrong_state`
     * for an import that has its whole file, and `impossible` with every line that cannot be used: then the import
     * has failed, and nothing of the file is kept.
     */
    async receive(
      actor: Actor,
      workspaceId: string,
      id: string,
      part: UploadPartQuery,
      bytes: AsyncIterable<Uint8Array>,
    ): Promise<Import> {
      requireWorkspace(actor, workspaceId, 'editor');
      const row = await findImport(db, workspaceId, id);
      // A series may have started to use these titles meanwhile.
      await requireUnusedBySeries(db, actor, workspaceId, titlesOf(row.name));
      return toImport(await receivePart({ ...options, reader }, row, part, bytes));
    },

    /**
     * Renames, pauses or resumes an import. A paused import accepts no parts and creates no sources. Throws
     * `wrong_state` if a ready or failed import is to be paused.
     */
    async patch(
      actor: Actor,
      workspaceId: string,
      id: string,
      { name, paused }: ImportPatch,
    ): Promise<Import> {
      requireWorkspace(actor, workspaceId, 'editor');
      // Repeated until it is written, because parts of the file keep arriving and others may change it.
      for (;;) {
        const row = await findImport(db, workspaceId, id);
        await requireUnusedBySeries(db, actor, workspaceId, titlesOf(name ?? row.name));
        const settings = JSON.parse(row.settings_json) as ImportSettings;
        const isChange = paused !== undefined && paused !== (settings.paused ?? false);
        if (isChange && paused) requirePausable(row);
        if (!isChange && (name === undefined || name === row.name)) return toImport(row);
        const set = {
          ...(name !== undefined && { name }),
          ...(isChange && { settings_json: JSON.stringify({ ...settings, paused }) }),
          updated_at: clock.now(),
        };
        const outcome = await db.write((batch: Batch) => {
          changeImport(batch, row, set);
          if (isChange && row.status === 'making') {
            if (paused) jobs.cancel(batch, { kind: MAKE_SOURCES_JOB, key: id });
            else enqueueMakeSources(jobs, batch, { workspaceId, importId: id });
          }
          tell(batch, workspaceId, updated(id));
        });
        if (outcome.committed) return toImport({ ...row, ...set });
        if (outcome.why !== IMPORT_CHANGED) requireCommitted(outcome, workspaceId);
      }
    },

    /** Deletes an import with its calls and the sources that it became. */
    async remove(actor: Actor, workspaceId: string, id: string): Promise<void> {
      requireWorkspace(actor, workspaceId, 'editor');
      // Repeated until it is deleted, because its job may create a source in between.
      for (;;) {
        const row = await findImport(db, workspaceId, id);
        const made = Object.values(JSON.parse(row.sources_json) as Record<string, string>);
        // Checked before any of them is deleted.
        await requireUnusedBySeries(db, actor, workspaceId, [...made, ...titlesOf(row.name)]);
        // Sources first, so that an interrupted deletion can be repeated.
        for (const source of made) await sources.remove(actor, workspaceId, source, null).catch(unlessGone);
        const outcome = await db.write((batch: Batch) => {
          deleteImport(batch, row);
          jobs.cancel(batch, { kind: MAKE_SOURCES_JOB, key: id });
          enqueueCallPurge(jobs, batch, { workspaceId, importId: id });
          tell(batch, workspaceId, { type: 'import.deleted', id, data: {} });
        });
        if (outcome.committed) return;
        if (outcome.why !== IMPORT_CHANGED) requireCommitted(outcome, workspaceId);
      }
    },

    /** Ends the thread that reads files. */
    stop: (): Promise<void> => reader.stop(),
  };
}

/** The titles of the sources that an import creates. */
const titlesOf = (name: string) => SOURCE_CONTENTS.map((holds) => titleOfImportedSource(name, holds));

const updated = (id: string): WorkspaceEvent => ({ type: 'import.updated', id, data: {} });

function requireUsable({ grader, region }: ImportSettings): void {
  if (!isRegion(region)) {
    throw impossibleField(
      '/phone_region',
      `There is no country ${region}; name one by its two letters, such as US or DE.`,
    );
  }
  const [problem] = graderProblems({ type: grader, options: {} }, 'word');
  if (problem !== undefined)
    throw impossibleField('/grader', `The recorded responses cannot be graded this way: ${problem}.`);
}

function requirePausable({ status }: ImportRow): void {
  if (status === 'receiving' || status === 'making') return;
  throw new AppError('wrong_state', `This import is ${status} and cannot be paused.`, {
    errors: [{ pointer: '/paused', detail: 'must be false or omitted' }],
  });
}

function toImport(row: ImportRow): Import {
  const { format, place, calls, skipped, found } = JSON.parse(row.state_json) as ReadState;
  const settings = JSON.parse(row.settings_json) as ImportSettings;
  return {
    id: row.id,
    name: row.name,
    status: row.status as Import['status'],
    paused: settings.paused ?? false,
    format,
    received_bytes: row.received_bytes,
    records: place.records,
    calls,
    skipped,
    redaction: { on: settings.redacts, found: found as Record<string, number> },
    ...(row.error_json !== null && { error: JSON.parse(row.error_json) as Import['error'] & {} }),
    // The result is stored before the sources can be used, but shown only when they can.
    result:
      row.status === 'ready' && row.result_json !== null
        ? (JSON.parse(row.result_json) as Import['result'])
        : null,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}
