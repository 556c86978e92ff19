import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { systemActor } from '../../kernel/actor.ts';
import { openDatabase } from '../../platform/db/db.ts';
import { createCatalog } from '../catalog/catalog.ts';
import { callPriceOf, createPrices } from './prices.ts';

const MODEL = { provider: 'ours', modelId: 'm' };
const AT = Date.parse('2026-11-21T12:00:00Z');

onEachDatabase('prices in force', (newPlace) => {
  it('are those that were read, whatever is set and withdrawn in the same millisecond', async () => {
    const { dataDir, url, remove } = await newPlace();
    const db = await openDatabase({ dataDir, url, log: silentLog });
    const prices = createPrices({ db, clock: { now: () => AT }, facts: createCatalog().facts });
    const set = (usd: number) =>
      prices.create(
        systemActor,
        null,
        {
          provider: MODEL.provider,
          model_id: MODEL.modelId,
          input_usd_per_million: usd,
          output_usd_per_million: usd,
          source: 'contract',
          as_of: '2026-11-01',
        },
        () => {},
      );
    const inputOf = async (which: number | readonly string[]) =>
      callPriceOf(await prices.factsAt('w', which), MODEL, '2026-11-21')?.price.input_usd_per_million;

    const none = await prices.inForce('w');
    await set(1);
    const one = await prices.inForce('w');
    const { id } = await set(2);
    assert.deepEqual([await inputOf(none), await inputOf(one), await inputOf(AT)], [undefined, 1, 2]);
    const two = await prices.inForce('w');
    await prices.withdraw(systemActor, null, id);
    assert.deepEqual([await inputOf(two), await inputOf(AT)], [2, undefined]);
    await db.close();
    await remove();
  });
});
