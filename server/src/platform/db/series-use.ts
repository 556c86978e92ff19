import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Actor } from '../../kernel/actor.ts';
import { AppError } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import type { Database } from './db.ts';
import type { Schema } from './schema.ts';

// A series runs its stacks, scenarios and sources repeatedly, and nobody approves each run. So only people may change
// what it uses: otherwise an agent could decide what is spent.

/**
 * Throws `forbidden` for an agent if a series of the workspace uses one of these names: the id of a stack or scenario,
 * or the id or title of a source.
 */
export async function requireUnusedBySeries(
  db: Database,
  actor: Actor,
  workspaceId: string,
  names: readonly string[],
): Promise<void> {
  if (!actor.isAgent) return;
  const series = await db.query
    .selectFrom('series')
    .select('name')
    .where(usesOneOf(workspaceId, names))
    .limit(1)
    .executeTakeFirst();
  if (series === undefined) return;
  throw new AppError(
    'forbidden',
    `The series “${series.name}” uses this and spends money without an approval, so an agent’s key cannot change it. Ask a person, or create another one.`,
  );
}

/** Whether no series of the workspace uses a source with this title. */
export function isUnusedBySeries(workspaceId: string, title: string): Expression<SqlBool> {
  const { exists, not, selectFrom } = expressionBuilder<Schema, never>();
  return not(
    exists(
      selectFrom('series')
        .select('id')
        .where(usesOneOf(workspaceId, [title])),
    ),
  );
}

/**
 * Whether the evaluation of a series contains one of these names as a JSON string, in any field. Another text of the
 * evaluation may equal the name: an agent is then refused without need.
 */
function usesOneOf(workspaceId: string, names: readonly string[]): Expression<SqlBool> {
  const { and, eb, or, ref } = expressionBuilder<Schema, 'series'>();
  const json = ref('series.evaluation_json');
  return and([
    eb('series.workspace_id', '=', workspaceId),
    or(
      names.map((name) =>
        isUuid(name)
          ? sql<SqlBool>`lower(${json}) LIKE ${`%"${name.toLowerCase()}"%`}`
          : sql<SqlBool>`${json} LIKE ${patternOf(name)} ESCAPE '\\'`,
      ),
    ),
  ]);
}

/** Escapes `%`, `_` and `\` in the name. */
function patternOf(name: string): string {
  const json = JSON.stringify(name).replaceAll(/[\\%_]/g, (character) => `\\${character}`);
  return `%${json}%`;
}
