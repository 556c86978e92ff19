import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/db/db.ts';
import { type AccountState, accountExpiry, EMPTY_ACCOUNT, isEmptyAccount } from './account.ts';

/** The row of one account as read, with the database's time. */
export interface AccountRow {
  state: AccountState;
  /** Null if there is no row. */
  revision: string | null;
  now: number;
}

/** Stores the rows of accounts. */
export type AccountStore = ReturnType<typeof createAccountStore>;

/**
 * Stores rows in the table `accounts`. A row's revision is never reused, so that a late write cannot overwrite a
 * recreated row.
 */
export function createAccountStore(db: Database) {
  return {
    async read(account: string): Promise<AccountRow> {
      const row = await db.query
        .selectNoFrom(db.time.as('now'))
        .select(({ selectFrom }) => [
          selectFrom('accounts').select('state_json').where('account', '=', account).as('state_json'),
          selectFrom('accounts').select('revision').where('account', '=', account).as('revision'),
        ])
        .executeTakeFirstOrThrow();
      const state = row.state_json === null ? EMPTY_ACCOUNT : (JSON.parse(row.state_json) as AccountState);
      return { state, revision: row.revision, now: row.now };
    },
    /** Writes the row unless another process has written it since it was read; returns whether it did. */
    async write(account: string, { revision }: AccountRow, state: AccountState): Promise<boolean> {
      if (revision === null && isEmptyAccount(state)) return true;
      const fields = { state_json: JSON.stringify(state), revision: randomUUID() };
      const outcome = await db.write((batch) => {
        const { query } = batch;
        if (revision === null)
          batch.add(query.insertInto('accounts').values({ account, ...fields }), { onDuplicate: CHANGED });
        else if (isEmptyAccount(state))
          batch.add(
            query.deleteFrom('accounts').where('account', '=', account).where('revision', '=', revision),
            {
              orElse: CHANGED,
            },
          );
        else
          batch.add(
            query
              .updateTable('accounts')
              .set(fields)
              .where((eb) => eb.and({ account, revision })),
            { orElse: CHANGED },
          );
      });
      return outcome.committed;
    },
  };
}

/** Rows deleted at once; each is a few hundred bytes. */
const MAX_FORGOTTEN = 1000;

const CHANGED = 'changed';

/** Deletes accounts unused for `unusedMs`, whose last process was killed while it had slots. */
export async function deleteUnusedAccounts(db: Database, unusedMs: number): Promise<void> {
  const rows = await db.query
    .selectFrom('accounts')
    .selectAll()
    .select(db.time.as('now'))
    .limit(MAX_FORGOTTEN)
    .execute();
  const unused = rows.filter(
    ({ state_json, now }) => accountExpiry(JSON.parse(state_json) as AccountState) < now - unusedMs,
  );
  if (unused.length === 0) return;
  await db.write((batch) => {
    for (const { account, revision } of unused)
      batch.add(
        batch.query.deleteFrom('accounts').where('account', '=', account).where('revision', '=', revision),
      );
  });
}
