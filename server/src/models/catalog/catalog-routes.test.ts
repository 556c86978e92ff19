import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type BareHttp, startBareHttp } from '../../../test/support/bare-http.ts';
import { temporaryFolder } from '../../../test/support/cli-process.ts';
import { httpRequest } from '../../../test/support/http-request.ts';
import { createCatalog } from './catalog.ts';
import { catalogRoutes } from './catalog-routes.ts';

interface Row {
  source: string;
  as_of: string;
  origin: string;
}

describe('GET /catalog', () => {
  const folder = temporaryFolder();
  let bare: BareHttp;
  before(async () => {
    const file = join(folder.path, 'catalog.json');
    const told = { source: 'our contract', as_of: '2026-11-01' };
    const own = { provider: 'ours', model_id: 'm', kind: 'chat', prices: [], ...told };
    writeFileSync(file, JSON.stringify({ models: [own] }));
    const catalog = createCatalog({ file });
    bare = await startBareHttp(folder.path, '', (app) =>
      catalogRoutes(app, { catalog, prices: { facts: async () => catalog.facts } }),
    );
  });
  after(async () => {
    await bare.stop();
    folder.remove();
  });
  const get = async (table: string) => {
    const { status, body } = await httpRequest('GET', `${bare.origin}/catalog/${table}`);
    assert.equal(status, 200);
    return body as { data: Row[] } & Record<string, Row[]>;
  };

  for (const table of ['models', 'hardware', 'frameworks', 'providers']) {
    test(`${table}: every row with source, date and origin`, async () => {
      const rows = Object.values(await get(table)).flat();
      assert.ok(rows.length > 20);
      for (const { source, as_of, origin } of rows) {
        assert.ok(source && /^20\d\d/.test(as_of), JSON.stringify({ source, as_of }));
        assert.match(origin, /^(built_in|operator)$/);
      }
    });
  }

  test('says which rows are the operator’s', async () => {
    const { data } = await get('models');
    assert.deepEqual(
      data.filter(({ origin }) => origin === 'operator').map((row) => row.source),
      ['our contract'],
    );
  });
});
