import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ESCAPE_ATTEMPTS } from './support/escape-attempts.ts';
import { inFull, isInFull } from './support/in-full.ts';

const SCRIPT = fileURLToPath(new URL('support/try-escapes.ts', import.meta.url));
const NOBODY = 65_534;
const USERS: readonly { name: string; ids: object; skip: boolean }[] = [
  { name: 'the user of the service', ids: {}, skip: false },
  { name: 'nobody', ids: { uid: NOBODY, gid: NOBODY }, skip: !isInFull() || process.getuid?.() !== 0 },
];

/** Python starts again after each attempt that ends its process, which takes seconds. */
const PYTHON = inFull(2, ESCAPE_ATTEMPTS.length);
let connections = 0;
const listener = createServer((socket) => {
  connections++;
  socket.destroy();
});
let port = 0;
before(async () => {
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const address = listener.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
after(() => listener.close());

test('more than forty ways out are tried', () => {
  assert.ok(ESCAPE_ATTEMPTS.length >= 40);
  const names = new Set(ESCAPE_ATTEMPTS.map(({ language, tries }) => `${language}: ${tries}`));
  assert.equal(names.size, ESCAPE_ATTEMPTS.length);
});

for (const { name, ids, skip } of USERS)
  test(`code of a user stays where it is, run by ${name}`, { skip, timeout: 900_000 }, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, String(port), String(PYTHON)], {
      ...ids,
      env: { PLANTED_SECRET: 'planted' },
      maxBuffer: 1e7,
    });
    const endings = JSON.parse(stdout) as Record<string, string>;
    const escaped = ESCAPE_ATTEMPTS.flatMap(({ language, tries, ends }) => {
      const ending = endings[`${language}: ${tries}`];
      return ending === undefined || ends.test(ending) ? [] : [`${language}: ${tries}: ${ending}`];
    });
    assert.deepEqual(escaped, []);
    assert.equal(connections, 0);
    assert.doesNotMatch(stdout, /planted|root:/);
  });
