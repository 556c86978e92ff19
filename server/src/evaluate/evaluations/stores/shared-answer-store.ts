import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/db/db.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { sampleId } from './sample-id.ts';
import type { NewSample } from './sample-store.ts';

/** Parts of a response that a unit with the same request may share. */
export type SharedAnswer = Pick<
  NewSample,
  | 'answer'
  | 'reasoning'
  | 'finish_reason'
  | 'answer_parts_json'
  | 'returned_model'
  | 'input_tokens'
  | 'output_tokens'
  | 'cached_tokens'
  | 'cost'
> & { answer_of: string };

/** The evaluations whose responses may be shared. */
export interface SharingScope {
  workspaceId: string;
  /** The running evaluation: its own responses are shared whatever their age. */
  evaluationId: string;
  /** In ms since 1970: older responses of other evaluations have expired; null = none of theirs is shared. */
  since: number | null;
}

/** Numbers of keys in one lookup statement; few sizes keep the number of prepared statements small. */
const KEYS_AT_ONCE = [4, 64];

/** The newest responses to requests, by request key. */
export async function findSharedAnswers(
  db: Database,
  sharing: SharingScope,
  keys: readonly string[],
): Promise<Map<string, SharedAnswer>> {
  const found = new Map<string, SharedAnswer>();
  const most = KEYS_AT_ONCE.at(-1) as number;
  for (let from = 0; from < keys.length; from += most) {
    const some = keys.slice(from, from + most);
    const size = KEYS_AT_ONCE.find((n) => some.length <= n) as number;
    const filled = Array.from({ length: size }, (_, i) => some[i] ?? (some[0] as string));
    for (const { request_key, evaluation_id, unit, ...answer } of await readAnswers(db, sharing, filled)) {
      found.set(request_key as string, { ...answer, answer_of: sampleId(evaluation_id, unit) });
    }
  }
  return found;
}

const ANSWER_COLUMNS = [
  'request_key',
  'evaluation_id',
  'unit',
  'answer',
  'reasoning',
  'finish_reason',
  'answer_parts_json',
  'returned_model',
  'input_tokens',
  'output_tokens',
  'cached_tokens',
  'cost',
] as const;

/** Oldest first, so that the newest of several responses to one request is the last. */
function readAnswers(
  db: Database,
  { workspaceId, evaluationId, since }: SharingScope,
  keys: readonly string[],
) {
  const shareable = (query: Kysely<Schema>) =>
    query
      .selectFrom('evaluation_samples as s')
      .select(ANSWER_COLUMNS)
      .where('s.workspace_id', '=', workspaceId)
      .where(({ eb, or }) => {
        const own = eb('s.evaluation_id', '=', evaluationId);
        return since === null ? own : or([own, eb('s.created_at', '>=', since)]);
      })
      // Not a join: samples must be found by their key, and not through existing evaluations.
      .where(({ selectFrom }) =>
        selectFrom('evaluations as e')
          .select(({ eb }) => eb('e.deleted_at', 'is', null).as('live'))
          .whereRef('e.workspace_id', '=', 's.workspace_id')
          .whereRef('e.id', '=', 's.evaluation_id')
          .$castTo<{ live: SqlBool }>(),
      );
  if (!db.capabilities.lateralLookups) {
    return shareable(db.query).where('s.request_key', 'in', keys).orderBy('s.created_at').execute();
  }
  return db.query
    .selectFrom(sql<{ key: string }>`unnest(${keys}::text[])`.as<'asked'>(sql`asked(key)`))
    .innerJoinLateral(
      shareable(db.query)
        .where('s.request_key', '=', sql.ref<string>('asked.key'))
        .orderBy('s.created_at', 'desc')
        .limit(1)
        .as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('found')
    .execute();
}

/** Number of responses that each evaluation shares, and the time of the newest. */
export function countSharedAnswers(
  db: Database,
  workspaceId: string,
): Promise<{ evaluation_id: string; answers: number; newest: number }[]> {
  return db.longQuery
    .selectFrom('evaluation_samples')
    .select(({ fn }) => [
      'evaluation_id',
      fn.countAll<number>().as('answers'),
      fn.max<number>('created_at').as('newest'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('request_key', 'is not', null)
    .groupBy('evaluation_id')
    .execute();
}

/** Stops sharing up to `most` responses of an evaluation, the oldest first; returns whether there may be more. */
export async function evictRequestKeys(
  db: Database,
  { workspaceId, id }: { workspaceId: string; id: string },
  most: number,
): Promise<boolean> {
  const rows = await db.longQuery
    .selectFrom('evaluation_samples')
    .select('unit')
    .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id }))
    .where('request_key', 'is not', null)
    .orderBy('unit')
    .limit(most)
    .execute();
  const last = rows.at(-1);
  if (!last) return false;
  await db.write((batch) =>
    batch.add(
      batch.query
        .updateTable('evaluation_samples')
        .set({ request_key: null })
        .where((eb) => eb.and({ workspace_id: workspaceId, evaluation_id: id }))
        .where('unit', '<=', last.unit)
        .where('request_key', 'is not', null),
    ),
  );
  return rows.length === most;
}
