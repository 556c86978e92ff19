import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createOpenFiles } from './open-files.ts';

describe('open files', () => {
  it('closes the least recently used beyond the limit, never a busy one', () => {
    const closed: string[] = [];
    const busy = new Set(['b']);
    const files = createOpenFiles<{ key: string; close(): void }>(2, (file) => busy.has(file.key));
    const use = (key: string) => files.use(key, () => ({ key, close: () => void closed.push(key) }));
    for (const key of ['a', 'b', 'a', 'c', 'd']) use(key);
    assert.deepEqual(closed, ['a', 'c']);
    busy.clear();
    files.closeAll();
    assert.deepEqual(closed, ['a', 'c', 'b', 'd']);
  });
});
