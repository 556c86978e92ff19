import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createApp } from '../src/app/app.ts';
import { ERRORS } from '../src/kernel/errors.ts';
import { loadConfig } from '../src/platform/config.ts';
import { tableRows } from './markdown-table.ts';

const table = Object.entries(ERRORS).map(([code, { status }]) => ({ code, status }));

describe('docs/errors.md', () => {
  const rows = tableRows('docs/errors.md');

  it('has every code of the table with its status, each once, and no other', () => {
    const documented = rows.map(([code = '', status]) => ({ code, status: Number(status) }));
    const byCode = (a: { code: string }, b: { code: string }) => (a.code < b.code ? -1 : 1);
    assert.deepEqual(documented.sort(byCode), [...table].sort(byCode));
  });

  it('says of each code when it happens and what to do', () => {
    for (const [code, , when, remedy] of rows) assert.ok(when && remedy, `${code} lacks a sentence`);
  });
});

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: { $ref?: string } }> }>;
}

interface Published {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Problem: { properties: { code: { enum: string[] } } } } };
}

describe('the OpenAPI document', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-errors-'));
  let document: Published;

  before(async () => {
    const flags = { 'data-dir': dataDir, 'log-level': 'silent' };
    const app = await createApp(loadConfig({ env: {}, flags }));
    await app.http.ready();
    document = app.http.swagger() as unknown as Published;
    await app.stop();
  });
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  it('has the same codes', () => {
    assert.deepEqual(
      document.components.schemas.Problem.properties.code.enum,
      table.map(({ code }) => code),
    );
  });

  it('says of every operation that it may answer a problem', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
    );
    assert.ok(operations.length > 0);
    for (const { name, operation } of operations) {
      const { content } = operation.responses['4XX'] ?? {};
      assert.deepEqual(
        content,
        { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        name,
      );
    }
  });
});
