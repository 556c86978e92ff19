import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listBackups } from '../../src/app/backups/backup-folder.ts';
import { verifyBackup } from '../../src/app/backups/backups.ts';
import { flagsFor, startServe } from '../support/cli-process.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { httpRequest } from '../support/http-request.ts';
import { until } from '../support/until.ts';

const KILLS = 12;
/** So that a backup takes a while: 300 of them are 30 MB. */
const TEXT = 'A kestrel hovers. '.repeat(6000);

onEachDatabase('a service that is killed while it takes a backup', (newPlace) => {
  it(`leaves none that is taken for whole and is not, ${KILLS} times, and goes on at the next start`, async () => {
    const place = await newPlace();
    const folder = join(place.dataDir, 'backups');
    const first = await startServe([...flagsFor(place)]);
    const made = await httpRequest('POST', `${first.url}/workspaces`, { json: { name: 'W' } });
    for (let i = 0; i < 300; i++) {
      const json = { type: 'text', content: `${i} ${TEXT}` };
      const path = `${first.url}/workspaces/${made.body.id}/sources`;
      assert.equal((await httpRequest('POST', path, { json })).status, 201);
    }
    await first.stop();
    const flags = [...flagsFor(place), '--backup-dir', folder];
    let whole = 0;
    let longest = 0;
    for (let kill = 0; kill <= KILLS; kill++) {
      const started = performance.now();
      const service = await startServe(flags);
      if (kill > 0) await sleep(Math.random() * longest);
      else {
        await until(() => listBackups(folder).length > 0);
        longest = performance.now() - started;
      }
      await service.kill();
      for (const backup of listBackups(folder)) {
        assert.deepEqual((await verifyBackup(backup, { PATH: process.env.PATH })).faults, []);
        whole++;
        rmSync(backup, { recursive: true });
      }
    }
    const last = await startServe(flags);
    await until(() => listBackups(folder).length === 1);
    await until(() => readdirSync(folder).length === 1);
    await last.stop();
    assert.ok(whole >= 1 && whole <= KILLS, `${whole} of ${KILLS + 1} were whole: none was cut, or all were`);
    await place.remove();
  });
});
