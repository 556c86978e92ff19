import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Service } from './service.ts';

/** A workspace of 4 kB; by chance, since PostgreSQL compresses what repeats. */
export const bigWorkspace = () => ({ name: 'Big', description: randomBytes(2000).toString('hex') });

/** Creates workspaces, several at once, until none of them fits; answers the ids that were acknowledged. */
export async function fillStorage(service: Service): Promise<string[]> {
  const created: string[] = [];
  for (let round = 0; round < 300; round++) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.call('POST', '/workspaces', bigWorkspace())),
    );
    for (const { status, body } of answers) {
      if (status === 201) created.push(body.id);
      else assert.deepEqual([status, body.code], [507, 'storage_full']);
    }
    if (answers.every(({ status }) => status === 507)) return created;
  }
  assert.fail('the disk did not fill up');
}

/** The ids of all workspaces, sorted. */
export async function listedWorkspaces(service: Service): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { status, body } = await service.call('GET', `/workspaces?limit=1000${query}`);
    assert.equal(status, 200);
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    cursor = body.next_cursor;
  }
  return ids.sort();
}
