import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { openDatabase } from '../../platform/db/db.ts';
import { type AccountState, EMPTY_ACCOUNT, type LeaseRequest, renewLease } from './account.ts';
import { createAccountStore, deleteUnusedAccounts } from './account-store.ts';

const HOUR_MS = 3_600_000;
const RULES = { ceiling: 4, perMinute: 60, leaseMs: 15_000 };
const ASK: LeaseRequest = {
  holder: 'a process',
  inFlight: 2,
  wants: 2,
  used: 2,
  usedMeanwhile: 0,
  wantsTokens: 0,
  wantsQuiet: false,
  clean: 0,
  limitedMs: null,
  leaves: false,
};
const heldAt = (time: number): AccountState => renewLease(EMPTY_ACCOUNT, ASK, RULES, time).state;
const cutAt = (time: number): AccountState =>
  renewLease(EMPTY_ACCOUNT, { ...ASK, inFlight: 0, wants: 0, limitedMs: 0, leaves: true }, RULES, time).state;

onEachDatabase('accounts', (newPlace) => {
  it('that nobody has used for an hour are forgotten, whatever a killed process held of them', async () => {
    const { dataDir, url, remove } = await newPlace();
    const db = await openDatabase({ dataDir, url, log: silentLog });
    const store = createAccountStore(db);
    const { now } = await store.read('any');
    const states: [string, AccountState][] = [
      ['held now', heldAt(now)],
      ['held two hours ago', heldAt(now - 2 * HOUR_MS)],
      ['cut half an hour ago', cutAt(now - HOUR_MS / 2)],
      ['cut two hours ago', cutAt(now - 2 * HOUR_MS)],
    ];
    for (const [account, state] of states)
      assert.equal(await store.write(account, await store.read(account), state), true);
    await deleteUnusedAccounts(db, HOUR_MS);
    const rows = await db.query.selectFrom('accounts').select('account').orderBy('account').execute();
    assert.deepEqual(
      rows.map(({ account }) => account),
      ['cut half an hour ago', 'held now'],
    );
    await db.close();
    await remove();
  });
});
