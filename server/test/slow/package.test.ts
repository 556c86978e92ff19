import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildArchive } from '../../../packaging/archive.ts';
import { buildClientPackage } from '../../../packaging/client-package.ts';
import { buildImageContext, USER } from '../../../packaging/image.ts';
import { buildPackage, pack } from '../../../packaging/npm-package.ts';
import { ensureConsole } from '../../../scripts/lib/build-console.mjs';
import { temporaryFolder } from '../support/cli-process.ts';
import { httpRequest } from '../support/http-request.ts';
import { fetchNode, findOlderNode } from '../support/other-node.ts';
import { pdfFile } from '../support/pdf-file.ts';
import {
  runUnpacked,
  settingsOf,
  whyNoBuildah,
  whyNoContainer,
  withBuiltImage,
} from '../support/unpacked-image.ts';
import { until } from '../support/until.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const TYPESCRIPT = join(ROOT, 'client/node_modules/typescript/bin/tsc');
const ENTRYPOINT = ['/opt/touchstone/bin/node', '/opt/touchstone/bin/touchstone.mjs'];
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

describe('what is given away', { concurrency: false }, () => {
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
      const url = await serve(['path' in node ? node.path : '', command]);
      assert.equal((await httpRequest('GET', `${url}/readyz`)).status, 200);
      await answers(url);
      const { body } = await httpRequest('POST', `${url}/workspaces`, { json: { name: 'Reading' } });
      for (const document of DOCUMENTS) await reads(`${url}/workspaces/${body.id}/sources`, document);
      await stops();
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
    const tarball = pack(own, scratch.path).path;
    const called = ['--offline', '--yes', `--package=${tarball}`, '--', 'touchstone', 'version'];
    assert.equal(npm(scratch.path, 'exec', ...called), '0.1.0\n');
    const prefix = join(scratch.path, 'for-all');
    npm(scratch.path, 'install', '--offline', '--global', '--prefix', prefix, tarball);
    const { PATH } = process.env;
    const env = { PATH: `${dirname(process.execPath)}:${PATH}`, HOME: scratch.path };
    assert.equal(
      execFileSync(join(prefix, 'bin/touchstone'), ['version'], { env, encoding: 'utf8' }),
      '0.1.0\n',
    );
  });

  const archive = join(scratch.path, 'archive');
  const notLinux = process.platform === 'linux' ? undefined : 'the archive is made on Linux';
  it('starts as an archive that brings its own Node, through a link to it', skipOf(notLinux), async () => {
    buildArchive(ROOT, own, archive);
    const link = join(scratch.path, 'linked');
    symlinkSync(join(archive, 'bin/touchstone'), link);
    const url = await serve([link], '/usr/bin:/bin');
    assert.equal(readlinkSync(`/proc/${running.at(-1)?.pid}/exe`), join(archive, 'bin/node'));
    await answers(url);
    await stops();
  });

  const unit = join(archive, 'systemd/touchstone.service');
  const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  const noSystemd = analyze('--version').status === 0 ? undefined : 'systemd-analyze is not installed';
  it('has a unit that systemd accepts and calls well confined', skipOf(noSystemd), () => {
    writeFileSync(unit, readFileSync(unit, 'utf8').replaceAll('/opt/touchstone', archive));
    const { status, stdout, stderr } = analyze('verify', unit);
    assert.deepEqual([status, stdout, stderr], [0, '', '']);
    // Of 100; without any confinement a unit has 96.
    assert.equal(analyze('security', '--offline=true', '--threshold=20', unit).status, 0);
  });

  const context = join(scratch.path, 'image');
  it(
    'runs from the file system of the image, which it cannot write, as another user than root',
    skipOf(whyNoContainer()),
    async () => {
      await buildImageContext(ROOT, archive, context);
      await runsAsImage(join(context, 'root'), settingsOf(join(context, 'Containerfile')), ENTRYPOINT);
    },
  );

  it('is built as an image without a daemon, and runs from that', skipOf(whyNoBuildah()), async () => {
    await withBuiltImage(context, scratch.path, async ({ tree, config }) => {
      assert.equal(config.User, '65532:65532');
      assert.deepEqual(config.Healthcheck.Test, [
        'CMD',
        ...ENTRYPOINT.slice(0, 1),
        '/opt/touchstone/bin/health.mjs',
      ]);
      assert.equal(config.Labels['org.opencontainers.image.title'], 'Touchstone');
      assert.deepEqual([config.Entrypoint, config.Cmd], [ENTRYPOINT, ['serve']]);
      const settings = (config.Env as string[]).map((pair) => pair.split('=', 2) as [string, string]);
      await runsAsImage(tree, Object.fromEntries(settings), config.Entrypoint);
    });
  });

  async function runsAsImage(tree: string, settings: Record<string, string>, entry: readonly string[]) {
    const data = join(scratch.path, `data-${running.length}`);
    const key = 'a-key-of-the-operator-for-this-test';
    const given = { ...settings, PORT: '0', TOUCHSTONE_BOOTSTRAP_KEY: key };
    const child = runUnpacked(tree, data, [...entry, 'serve'], given);
    running.push(child);
    const url = await addressOf(child);
    assert.equal((await httpRequest('GET', `${url}/workspaces`)).status, 401);
    const headers = { authorization: `Bearer ${key}` };
    const { status } = await httpRequest('POST', `${url}/workspaces`, {
      headers,
      json: { name: 'In a container' },
    });
    assert.equal(status, 201);
    await answers(url);
    const health = runUnpacked(tree, data, [entry[0] ?? '', '/opt/touchstone/bin/health.mjs'], {
      ...given,
      PORT: new URL(url).port,
    });
    assert.deepEqual(await once(health, 'exit'), [0, null]);
    const write =
      "try { fs.writeFileSync('/opt/written', '') } catch ({ code }) { console.log(process.getuid(), code) }";
    const writing = runUnpacked(tree, data, [entry[0] ?? '', '-e', write], settings);
    assert.equal(`${await writing.stdout?.toArray()}`, `${USER} EROFS\n`);
    await stops(child);
  }

  async function answers(url: string): Promise<void> {
    assert.equal((await httpRequest('GET', `${url}/readyz`)).status, 200);
    for (const path of ['/console/', '/docs', '/docs/static/swagger-ui-bundle.js', '/openapi.json'])
      assert.equal((await fetch(url + path)).status, 200, path);
  }

  async function stops(child = running.at(-1)): Promise<void> {
    child?.kill('SIGTERM');
    assert.deepEqual(child && (await once(child, 'exit')), [0, null]);
  }

  async function serve([program = '', ...args]: string[], PATH = process.env.PATH): Promise<string> {
    const data = join(scratch.path, `data-${running.length}`);
    const child = spawn(program, [...args, 'serve', '--port', '0', '--data-dir', data], {
      cwd: empty,
      env: { PATH, HOME: scratch.path },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.push(child);
    return addressOf(child);
  }
});

/** Where the service that a process becomes is, once it says so. */
async function addressOf(child: ChildProcess): Promise<string> {
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  await until(() => /SIGTERM/.test(said) || child.exitCode !== null);
  return /API +(http:\S+)/.exec(said)?.[1] ?? assert.fail(`It ended with ${child.exitCode}: ${said}`);
}

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

function skipOf(found: { path: string } | { skipped: string } | string | undefined): { skip?: string } {
  if (typeof found === 'string') return { skip: found };
  return found && 'skipped' in found ? { skip: found.skipped } : {};
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
