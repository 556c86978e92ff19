import { type Actor, requireWorkspace } from '../../../kernel/actor.ts';
import { type Clock, toTimestamp } from '../../../kernel/clock.ts';
import { AppError, impossibleField } from '../../../kernel/errors.ts';
import { clampLimit, readNumberCursor } from '../../../kernel/page.ts';
import type { Alongside } from '../../../platform/db/db.ts';
import { guardLiveWorkspace } from '../../../platform/db/live-workspace.ts';
import { reviseRow } from '../../../platform/db/revise.ts';
import { isAddressType } from '../../reading/reading.ts';
import { changeSource, type SourceWithContent } from '../source-store.ts';
import { planChanges } from './plan-changes.ts';
import { createVersionContents, type VersionContent, type VersionContentDeps } from './version-contents.ts';
import type {
  DatasetRowPage,
  DatasetVersion,
  DatasetVersionPage,
  RowChanges,
  RowsQuery,
} from './version-schemas.ts';
import { insertVersion, listVersions } from './version-store.ts';
import { writeBlocks } from './write-blocks.ts';

interface VersionsDeps extends VersionContentDeps {
  clock: Clock;
  find(workspaceId: string, id: string): Promise<SourceWithContent>;
  /** Throws `forbidden` for an agent if a series uses the source. */
  requireUnused(actor: Actor, workspaceId: string, id: string): Promise<void>;
  changed(workspaceId: string, id: string, status: string): void;
}

export type SourceVersions = ReturnType<typeof createSourceVersions>;

/** The rows of a source that is used as a dataset, and its versions. */
export function createSourceVersions({ db, clock, find, uploaded, requireUnused, changed }: VersionsDeps) {
  const contents = createVersionContents({ db, uploaded });

  return {
    versionText: contents.text,

    /** Rows of a version from the one that `cursor` names. Throws `not_found` for an unknown version. */
    async rows(actor: Actor, workspaceId: string, id: string, query: RowsQuery): Promise<DatasetRowPage> {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      const warnings: string[] = [];
      const limit = clampLimit(query.limit, warnings);
      const present = await contents.find(workspaceId, row, query.version);
      const first = query.cursor === undefined ? 1 : readNumberCursor(query.cursor);
      const data = await contents.rows(workspaceId, row, present, { first, limit });
      const next = first + data.length;
      return {
        version: present.version,
        row_count: present.row_count,
        data,
        next_cursor: data.length > 0 && next <= present.row_count ? String(next) : null,
        ...(warnings.length > 0 && { warnings }),
      };
    },

    /** The versions of a source, newest first. */
    async versions(
      actor: Actor,
      workspaceId: string,
      id: string,
      query: { limit?: number; cursor?: string },
    ): Promise<DatasetVersionPage> {
      requireWorkspace(actor, workspaceId, 'viewer');
      const row = await find(workspaceId, id);
      const warnings: string[] = [];
      const limit = clampLimit(query.limit, warnings);
      const below = query.cursor === undefined ? null : readNumberCursor(query.cursor);
      const stored = await listVersions(db, workspaceId, id, { below, most: limit + 1 });
      const shown =
        stored.length === 0 && below === null
          ? [await contents.find(workspaceId, row)]
          : stored.slice(0, limit);
      return {
        data: shown.map(toVersion),
        next_cursor: stored.length > limit ? String(shown.at(-1)?.number) : null,
        ...(warnings.length > 0 && { warnings }),
      };
    },

    /**
     * Creates a version from changed rows and returns it with the revision of the source. Writes nothing if nothing
     * changes. Throws `precondition_failed` if the changes name a version, or `expected` a revision, other than the
     * present one, and 422 for rows that do not exist and for a dataset without rows.
     */
    async changeRows(
      actor: Actor,
      workspaceId: string,
      id: string,
      changes: RowChanges,
      { expected, alongside }: { expected: readonly number[] | null; alongside: Alongside<DatasetVersion> },
    ): Promise<{ version: DatasetVersion; revision: number }> {
      requireWorkspace(actor, workspaceId, 'editor');
      await requireUnused(actor, workspaceId, id);
      let isChanged = true;
      const made = await reviseRow(db, {
        workspaceId,
        read: () => find(workspaceId, id),
        expected,
        async prepare(row) {
          if (isAddressType(row.type))
            throw new AppError(
              'wrong_state',
              'This source is read from an address; change its rows there, or upload the table.',
            );
          const present = await contents.find(workspaceId, row);
          await requirePresent(workspaceId, row, present, changes.version);
          const planned = planChanges(changes, present.row_count);
          return {
            present,
            planned,
            ...(await writeBlocks({ db, contents }, workspaceId, row, present, planned)),
          };
        },
        write(batch, row, { present, planned, blocks, version }) {
          isChanged = version !== present.version;
          const of = { workspace_id: workspaceId, source_id: id };
          const { blocks: before, ...shown } = present;
          if (!isChanged) {
            alongside(batch, toVersion(present));
            return { version: toVersion(present), revision: row.revision };
          }
          guardLiveWorkspace(batch, workspaceId);
          const now = clock.now();
          const next = {
            number: present.number + 1,
            version,
            row_count: blocks.reduce((sum, { rows }) => sum + rows, 0),
            ...planned.counts,
            created_by: actor.id,
            created_at: now,
          };
          changeSource(batch, workspaceId, row, { updated_at: now });
          if (before === null && present.number === 1)
            insertVersion(batch, { ...of, ...shown, blocks_json: null });
          insertVersion(batch, { ...of, ...next, blocks_json: JSON.stringify(blocks) });
          alongside(batch, toVersion(next));
          return { version: toVersion(next), revision: row.revision + 1 };
        },
      });
      if (isChanged) changed(workspaceId, id, 'ready');
      return made;
    },
  };

  async function requirePresent(
    workspaceId: string,
    row: SourceWithContent,
    present: VersionContent,
    version: string | undefined,
  ): Promise<void> {
    if (version === undefined || version === present.version) return;
    await contents.find(workspaceId, row, version, (message) => impossibleField('/version', message));
    throw new AppError(
      'precondition_failed',
      `The dataset is at version ${present.version} now. Read the rows again, then repeat the change with that version.`,
      { errors: [{ pointer: '/version', detail: 'is not the present version' }] },
    );
  }
}

const toVersion = ({
  version,
  number,
  row_count,
  added,
  edited,
  removed,
  created_by,
  created_at,
}: Omit<VersionContent, 'blocks'>): DatasetVersion => ({
  version,
  number,
  row_count,
  added,
  edited,
  removed,
  created_by,
  created_at: toTimestamp(created_at),
});
