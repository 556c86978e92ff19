import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { newSigningSecret, signedHeaders } from '../src/app/webhooks/signature.ts';
import { isInFull } from './support/in-full.ts';
import { follow, openPageShell, type PageShell, snippetsOf } from './support/page-run.ts';

/** What the mock models answer, and the provider that names them: the files of the tutorial. */
const MOCK = snippetsOf('docs/tutorial.md').filter(({ info }) => /^(models|providers)\.json$/.test(info));

/** Where a reader saves the files of a page. */
const OWN_FOLDER = 'mkdir ~/page && cd ~/page';

/** A service with an empty workspace, whose address is in `$W`. */
async function withWorkspace(shell: PageShell, start = 'npm start'): Promise<void> {
  await shell.serve(start);
  await shell.run(`W=http://127.0.0.1:8080/workspaces/$(curl -s http://127.0.0.1:8080/workspaces \\
    -H 'content-type: application/json' -d '{"name": "CI"}' | grep -o '[0-9a-f-]\\{36\\}' | head -1)`);
}

/** The same, and a mock provider with the models `large` and `small`. */
async function withMock(shell: PageShell): Promise<void> {
  for (const snippet of MOCK) await follow(shell, snippet, '');
  await shell.serve('touchstone mock-model --port 9100 --script models.json');
  await shell.run('export TOUCHSTONE_CONFIG=$PWD/providers.json');
  await withWorkspace(shell, 'TOUCHSTONE_CONFIG=$PWD/providers.json npm start');
}

/** The same with the models of the example of a migration. */
async function withMigration(shell: PageShell): Promise<void> {
  await withWorkspace(shell, 'TOUCHSTONE_CONFIG="$CLONE/examples/migration/providers.json" npm start');
}

/** Pages whose commands are run from top to bottom, and what their reader has before. */
const PAGES: Readonly<Record<string, (shell: PageShell) => Promise<void>>> = {
  'docs/tutorial.md': async () => {},
  'docs/how-to/load-and-cost.md': async () => {},
  'docs/reference/settings.md': async () => {},
  'docs/reference/api.md': withWorkspace,
  'docs/how-to/own-data.md': withWorkspace,
  'docs/how-to/tasks-and-agents.md': withMock,
  'docs/how-to/ci.md': withMock,
  'docs/how-to/operate.md': withWorkspace,
  'docs/how-to/migrate.md': withMigration,
};

/** What `npm test` runs of them: the others start a dozen processes each. */
const QUICK = ['docs/tutorial.md', 'docs/reference/api.md'];

for (const [page, prepare] of Object.entries(PAGES)) {
  const skip = !isInFull() && !QUICK.includes(page) && 'npm run test:slow runs it';
  test(`the commands of ${page} do and print what it shows`, { skip }, async () => {
    const shell = await openPageShell();
    try {
      if (page !== 'docs/tutorial.md') await shell.run(OWN_FOLDER);
      await prepare(shell);
      let printed = '';
      for (const snippet of snippetsOf(page)) printed = await follow(shell, snippet, printed);
    } finally {
      await shell.stop();
    }
  });
}

test('every page with commands is run', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const withCommands = globSync('docs/**/*.md', { cwd: root }).filter((page) =>
    snippetsOf(page).some(({ language }) => language === 'sh' || language === 'bash'),
  );
  assert.deepEqual(withCommands.sort(), Object.keys(PAGES).sort());
});

test('the complete evaluation file of a page is one', { skip: !isInFull() }, async () => {
  const shell = await openPageShell();
  try {
    await shell.run(OWN_FOLDER);
    await withMock(shell);
    const files = snippetsOf('docs/how-to/ci.md').filter(({ info }) => /^(questions|complete)\./.test(info));
    for (const file of files) await follow(shell, file, '');
    // Targets answer; the mock model is no judge, and says so.
    assert.match(
      await shell.run('touchstone check complete.yaml --url http://127.0.0.1:8080', 1),
      /large +target +passed/,
    );
  } finally {
    await shell.stop();
  }
});

const hasPython = spawnSync('python3', ['--version']).status === 0;

test('the receiver of webhooks that a page shows accepts what the service signs, and nothing else', {
  skip: !hasPython && 'there is no python3',
}, () => {
  const shown = snippetsOf('docs/how-to/ci.md').find(({ language }) => language === 'python');
  const secret = newSigningSecret();
  const body = '{"type": "webhook.test"}';
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = signedHeaders([{ secret: newSigningSecret() }, { secret }], {
    id: 'message',
    timestamp,
    body,
  });
  const call = (received: string) =>
    `print(is_from_touchstone(${JSON.stringify(secret)}, ${JSON.stringify(headers)}, b'${received}'))`;
  const program = [shown?.text, call(body), call(`${body} `)].join('\n');
  const { stdout, stderr } = spawnSync('python3', ['-c', program], { encoding: 'utf8' });
  assert.deepEqual([stdout, stderr], ['True\nFalse\n', '']);
});
