import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const KNIP = fileURLToPath(new URL('../node_modules/knip/bin/knip.js', import.meta.url));
const CONFIG = fileURLToPath(new URL('./knip.ts', import.meta.url));

const packageFile = (name: string, more: object) =>
  JSON.stringify({ name, version: '1.0.0', type: 'module', ...more });

/** A small repository laid out as this one, in which everything is used. */
const CLEAN: Record<string, string> = {
  'package.json': packageFile('small', {
    workspaces: ['server', 'client', 'web'],
    devDependencies: { '@biomejs/biome': '2.5.15', typescript: '7.0.2' },
  }),
  'tsconfig.json': '{}',
  'client/package.json': packageFile('client', {
    exports: { '.': './src/client.ts' },
    devDependencies: { 'openapi-typescript': '7.13.0' },
  }),
  'client/src/client.ts': `import type { paths } from './generated.ts'; export const client = (a: paths) => a;`,
  'client/src/generated.ts': `export interface paths {} export interface webhooks {}`,
  'web/package.json': packageFile('web', {}),
  'web/index.html': `<script type="module" src="/src/main.tsx"></script>`,
  'web/src/main.tsx': `console.log(1);`,
  'server/package.json': packageFile('server', {
    bin: { small: 'bin/touchstone.mjs' },
    dependencies: { pino: '10.4.0' },
  }),
  'server/bin/touchstone.mjs': `import('../src/app/cli/cli.ts');`,
  'server/src/app/cli/cli.ts': `
    import { used } from '../../used.ts';
    import 'pino';
    new Worker(new URL('../../used-thread.ts', import.meta.url));
    used();`,
  'server/src/used.ts': `
    export interface Options { a: number }
    export function used(options?: Options) { return tested(options); }
    export function tested(options?: Options) { return options; }
    /** @kept the next feature calls it. */
    export function kept() {}`,
  'server/src/used-thread.ts': `import './in-thread.ts';`,
  'server/src/in-thread.ts': ``,
  'server/src/used.test.ts': `import { kept, tested } from './used.ts'; import { check } from '../test/support/check.ts'; check(tested()); kept();`,
  'server/test/support/check.ts': `export function check(a: unknown) { return a; }`,
  'scripts/check.ts': `import './lib/child-process.mjs';`,
  'scripts/lib/main.mjs': ``,
  'scripts/lib/child-process.mjs': ``,
  'bench/start.ts': `import './lib/time.ts';`,
  'bench/lib/time.ts': ``,
};

/** What a run of knip finds: `kind path name`, in order. */
function find(more: Record<string, string>, ...options: string[]): string[] {
  const root = mkdtempSync(join(tmpdir(), 'touchstone-knip-'));
  try {
    for (const [path, text] of Object.entries({ ...CLEAN, ...more })) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    const args = [KNIP, '--directory', root, '--config', CONFIG, '--reporter', 'json', ...options];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
    assert.ok(stdout.startsWith('{'), stdout + stderr);
    return namesIn(JSON.parse(stdout));
  } finally {
    rmSync(root, { recursive: true });
  }
}

type Issue = { file: string } & Record<string, unknown>;

function namesIn({ issues }: { issues: Issue[] }): string[] {
  const found = issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, names]) =>
      Array.isArray(names)
        ? names.map(({ name }) => (kind === 'files' ? `files ${file}` : `${kind} ${file} ${name}`))
        : [],
    ),
  );
  return found.toSorted();
}

describe('unused code is found', () => {
  const planted: Record<string, string> = {
    'server/package.json': packageFile('server', { dependencies: { pino: '10.4.0', 'left-over': '1.0.0' } }),
    'server/src/nobody.ts': ``,
    'server/src/test-plan.ts': `export const plan = 1;`,
    'server/src/used.ts': `${CLEAN['server/src/used.ts']}
      export const nobody = 1;
      export function onlyTests() {}
      export function onlyBenches() {}
      export interface Nobody {}`,
    'server/src/in-thread.ts': `export const notEvenThread = 1; import 'not-listed';`,
    'server/src/plan.test.ts': `import { plan } from './test-plan.ts'; import { onlyTests } from './used.ts'; onlyTests(plan);`,
    'server/test/support/check.ts': `${CLEAN['server/test/support/check.ts']} export const noTest = 1;`,
    'bench/start.ts': `import { onlyBenches } from '../server/src/used.ts'; onlyBenches();`,
    'web/src/unseen.tsx': ``,
    'scripts/lib/gone.mjs': ``,
  };
  const everywhere = [
    'dependencies server/package.json left-over',
    'exports server/src/in-thread.ts notEvenThread',
    'exports server/src/used.ts nobody',
    'files scripts/lib/gone.mjs',
    'files server/src/nobody.ts',
    'files web/src/unseen.tsx',
    'types server/src/used.ts Nobody',
    'unlisted server/src/in-thread.ts not-listed',
  ];

  test('none where all is used', () => {
    assert.deepEqual(find({}), []);
    assert.deepEqual(find({}, '--production'), []);
  });

  test('by nobody: files, exports, types, dependencies, and test support that no test uses', () => {
    const unused = [...everywhere, 'exports server/test/support/check.ts noTest', 'files bench/lib/time.ts'];
    assert.deepEqual(find(planted), unused.toSorted());
  });

  test('by the product: what only tests and benches import', () => {
    const unused = [
      ...everywhere,
      'exports server/src/used.ts onlyTests',
      'exports server/src/used.ts onlyBenches',
      'files server/src/test-plan.ts',
    ];
    assert.deepEqual(find(planted, '--production'), unused.toSorted());
  });
});
