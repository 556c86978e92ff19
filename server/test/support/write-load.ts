import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpRequest } from './http-request.ts';
import { until } from './until.ts';

// biome-ignore lint/suspicious/noExplicitAny: a page of workspaces.
type Page = any;

export interface WriteLoad {
  /** Waits until the service is ready and writes are acknowledged; how long that took, in ms. */
  writesAgain(): Promise<number>;
  /** Ends it and fails where a write that was acknowledged is not there; else says how many there were. */
  endsWithAll(): Promise<string>;
}

/** Makes one workspace after another at this service, whatever happens to its database. */
export function keepWriting(url: string, headers: Record<string, string> = {}): WriteLoad {
  const names: string[] = [];
  let refused = 0;
  let stopped = false;
  const writing = (async () => {
    for (let n = 0; !stopped; n++) {
      const json = { name: `written ${n}` };
      const { status } = await httpRequest('POST', `${url}/workspaces`, { json, headers });
      if (status === 201) names.push(json.name);
      else assert.equal(status, 503);
      if (status === 503) refused++;
      await sleep(20);
    }
  })();
  // It is seen when it is awaited, which is later.
  writing.catch(() => {});
  return {
    async writesAgain() {
      const began = performance.now();
      await until(async () => (await httpRequest('GET', `${url}/readyz`)).status === 200, 20);
      const before = names.length;
      await until(() => names.length > before + 3, 20);
      return Math.round(performance.now() - began);
    },
    async endsWithAll() {
      stopped = true;
      await writing;
      const found = new Set<string>();
      for (let at: string | null = '/workspaces?limit=200'; at !== null; ) {
        const page: Page = (await httpRequest('GET', url + at, { headers })).body;
        for (const { name } of page.data) found.add(name);
        at = page.next_cursor === null ? null : `/workspaces?limit=200&cursor=${page.next_cursor}`;
      }
      const lost = names.filter((name) => !found.has(name));
      assert.deepEqual(lost, []);
      return `${names.length} writes were acknowledged and are there, ${refused} were refused`;
    },
  };
}
