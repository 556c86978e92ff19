import assert from 'node:assert/strict';
import { it } from 'node:test';
import { flagsFor, runCli, startServe } from './support/cli-process.ts';
import { onEachDatabase } from './support/each-database.ts';

onEachDatabase('touchstone migrate', (newPlace) => {
  it('makes the schema and ends, does it again without harm, and the service starts on it', async () => {
    const place = await newPlace();
    try {
      for (let time = 0; time < 2; time++) {
        const { code, stdout, stderr } = await runCli(['migrate', ...flagsFor(place)]);
        assert.deepEqual([code, stderr], [0, '']);
        assert.match(stdout, /^The database (in \/\S+|of DATABASE_URL) has the schema of this program\.\n$/);
      }
      const { stop } = await startServe(flagsFor(place));
      assert.equal((await stop()).code, 0);
    } finally {
      await place.remove();
    }
  });
});
