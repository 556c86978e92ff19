import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildClientPackage } from '../../../packaging/client-package.ts';
import { buildPackage, pack } from '../../../packaging/npm-package.ts';
import { ensureConsole } from '../../../scripts/lib/build-console.mjs';
import { temporaryFolder } from '../support/cli-process.ts';
import { httpRequest } from '../support/http-request.ts';
import { fetchNode, findOlderNode } from '../support/other-node.ts';
import { pdfFile } from '../support/pdf-file.ts';
import { until } from '../support/until.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TYPESCRIPT = join(ROOT, 'client/node_modules/typescript/bin/tsc');
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

const ENGLISH = 'A parcel can be returned within thirty days of its arrival, and the shop pays for it.';
const JAPANESE = '推論サーバーの応答時間を測り、負荷が増えたときの遅延を比べる。';
const KOREAN = '추론 서버의 응답 시간을 재고 부하가 늘 때의 지연을 비교한다.';
const DOCUMENTS: readonly [name: string, type: string, body: Buffer, text: string][] = [
  ['a PDF in a standard font', 'application/pdf', pdfFile([ENGLISH]), ENGLISH],
  ['a Japanese PDF without its font', 'application/pdf', cjk('UniJIS-UTF16-H', 'Japan1', JAPANESE), JAPANESE],
  ['a Korean PDF without its font', 'application/pdf', cjk('UniKS-UTF16-H', 'Korea1', KOREAN), KOREAN],
  ['a page', 'text/html', Buffer.from(`<title>Returns</title><article><p>${ENGLISH}</p></article>`), ENGLISH],
];

function cjk(encoding: string, ordering: string, text: string): Buffer {
  return pdfFile([utf16(text)], { predefined: { encoding, ordering } });
}

describe('the npm package', { concurrency: false }, () => {
  const scratch = temporaryFolder();
  const empty = join(scratch.path, 'empty');
  const own = join(scratch.path, 'touchstone');
  const command = join(empty, 'node_modules/.bin/touchstone');
  const running: ChildProcess[] = [];
  before(async () => {
    await ensureConsole(ROOT, process.execPath);
    await buildPackage(ROOT, own);
    mkdirSync(empty);
    const { path } = pack(own, scratch.path);
    // Offline: it depends on nothing.
    npm(empty, 'install', '--offline', path);
  });
  after(async () => {
    for (const child of running) child.kill('SIGKILL');
    scratch.remove();
  });

  it('has no dependency, runs nothing at installation, and has the licence of all it contains', () => {
    const manifest = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
    assert.deepEqual([manifest.dependencies, manifest.scripts], [undefined, undefined]);
    assert.deepEqual(
      readdirSync(join(empty, 'node_modules')).filter((name) => !name.startsWith('.')),
      ['touchstone'],
    );
    const notices = readFileSync(join(own, 'NOTICES.txt'), 'utf8');
    const listed = readFileSync(join(own, 'sbom.cdx.json'), 'utf8');
    for (const name of ['fastify', 'pdfjs-dist', 'react', 'unpdf', 'undici']) {
      assert.match(notices, new RegExp(`^${name} \\d`, 'm'));
      assert.ok(listed.includes(`pkg:npm/${name}@`), name);
    }
  });

  it('names no folder of the machine that made it', () => {
    const files = readdirSync(own, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const telling = files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => readFileSync(file).includes(ROOT));
    assert.deepEqual(telling, []);
  });

  const nodes: readonly [string, { path: string } | { skipped: string }][] = [
    [`Node ${process.versions.node}`, { path: process.execPath }],
    ['Node 24', fetchNode('24.21.0')],
  ];
  for (const [name, node] of nodes) {
    it(`starts, answers, reads documents and stops on ${name}`, skipOf(node), async () => {
      const url = await serve('path' in node ? node.path : '');
      assert.equal((await httpRequest('GET', `${url}/readyz`)).status, 200);
      for (const path of ['/console/', '/docs', '/docs/static/swagger-ui-bundle.js', '/openapi.json'])
        assert.equal((await fetch(url + path)).status, 200, path);
      const { body: workspace } = await httpRequest('POST', `${url}/workspaces`, {
        json: { name: 'Reading' },
      });
      for (const document of DOCUMENTS) await reads(`${url}/workspaces/${workspace.id}/sources`, document);
      const child = running.at(-1);
      child?.kill('SIGTERM');
      assert.deepEqual(child && (await once(child, 'exit')), [0, null]);
    });
  }

  const older = findOlderNode(24);
  it('says on an older Node what to do, and fails', skipOf(older), () => {
    const { status, stderr } = spawnSync('path' in older ? older.path : '', [command, 'serve'], {
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /^Touchstone needs Node 24\.2 or newer; this is Node \S+\. Install .*\n$/);
  });

  it('prints its version by npx, also where it is installed for all', () => {
    assert.equal(npm(empty, 'exec', '--offline', '--', 'touchstone', 'version'), '0.1.0\n');
    const prefix = join(scratch.path, 'for-all');
    npm(scratch.path, 'install', '--offline', '--global', '--prefix', prefix, pack(own, scratch.path).path);
    const { PATH } = process.env;
    const env = { PATH: `${dirname(process.execPath)}:${PATH}`, HOME: scratch.path };
    assert.equal(
      execFileSync(join(prefix, 'bin/touchstone'), ['version'], { env, encoding: 'utf8' }),
      '0.1.0\n',
    );
  });

  async function serve(node: string): Promise<string> {
    const child = spawn(
      node,
      [command, 'serve', '--port', '0', '--data-dir', join(scratch.path, `data-${running.length}`)],
      {
        cwd: empty,
        env: { PATH: process.env.PATH, HOME: scratch.path },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    running.push(child);
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await until(() => /SIGTERM/.test(said) || child.exitCode !== null);
    return /API +(http:\S+)/.exec(said)?.[1] ?? assert.fail(`It ended with ${child.exitCode}: ${said}`);
  }
});

describe('the package of the client', () => {
  const scratch = temporaryFolder();
  after(() => scratch.remove());

  it('is JavaScript with types that a strict compiler of another version accepts', () => {
    const installed = join(scratch.path, 'node_modules/@touchstone/client');
    mkdirSync(dirname(installed), { recursive: true });
    buildClientPackage(ROOT, installed);
    for (const name of ['openapi-fetch', 'openapi-typescript-helpers', 'eventsource-parser'])
      symlinkSync(join(ROOT, 'node_modules', name), join(scratch.path, 'node_modules', name));
    writeFileSync(join(scratch.path, 'package.json'), '{"type":"module"}');
    const uses = (field: string) =>
      "import { answer, createClient } from '@touchstone/client';\n" +
      "const client = createClient({ baseUrl: 'http://127.0.0.1:1' });\n" +
      `export const made = () => answer(client.POST('/workspaces', { body: { ${field}: 'A' } }));\n`;
    writeFileSync(join(scratch.path, 'right.ts'), uses('name'));
    writeFileSync(join(scratch.path, 'wrong.ts'), uses('nome'));
    const args = ['--strict', '--module', 'nodenext', '--target', 'es2022', 'right.ts', 'wrong.ts'];
    const { stdout } = spawnSync(process.execPath, [TYPESCRIPT, ...args], {
      cwd: scratch.path,
      encoding: 'utf8',
    });
    assert.match(stdout, /^wrong\.ts\(3,\d+\): error TS\d+: .*'nome' does not exist[^\n]*\n$/);
    assert.ok(existsSync(join(installed, 'openapi.json')));
    assert.equal(
      execFileSync(process.execPath, ['-e', "import('./right.js').then((m) => console.log(typeof m.made))"], {
        cwd: scratch.path,
        encoding: 'utf8',
      }),
      'function\n',
    );
  });
});

function skipOf(node: { path: string } | { skipped: string }): { skip?: string } {
  return 'skipped' in node ? { skip: node.skipped } : {};
}

function npm(cwd: string, ...args: string[]): string {
  const [word = '', ...rest] = args;
  return execFileSync('npm', [word, '--ignore-scripts', '--no-audit', '--no-fund', ...rest], {
    cwd,
    // Commands that npm starts find the pinned Node first.
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function reads(sources: string, [what, type, body, text]: (typeof DOCUMENTS)[number]): Promise<void> {
  const name = type === 'application/pdf' ? 'type=pdf&filename=a.pdf' : 'type=text&filename=a.html';
  const made = await fetch(`${sources}?${name}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Uint8Array(body),
  });
  assert.equal(made.status, 201, what);
  const { id } = (await made.json()) as { id: string };
  const state = async () => (await httpRequest('GET', `${sources}/${id}`)).body.status as string;
  let last = '';
  await until(async () => {
    last = await state();
    return last !== 'pending' && last !== 'processing';
  });
  assert.equal(last, 'ready', what);
  const content = await (await fetch(`${sources}/${id}/content`)).text();
  assert.ok(content.includes(text), `${what}: ${content}`);
}
