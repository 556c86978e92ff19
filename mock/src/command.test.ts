import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { chatBody, send } from '../test/ask.ts';

const DOOR = new URL('./mock.ts', import.meta.url).href;
const ROOT = join(import.meta.dirname, '../..');
const COMMANDS = { 'mock-model': 'runMockModelCommand', 'mock-app': 'runMockAppCommand' } as const;

function run(
  t: TestContext,
  args: string[],
  command: keyof typeof COMMANDS = 'mock-model',
): ChildProcess & { output: () => string } {
  const main = `const mock = await import(${JSON.stringify(DOOR)});
process.exitCode = await mock.${COMMANDS[command]}(process.argv.slice(1));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', main, '--', ...args], { cwd: ROOT });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  t.after(() => child.kill('SIGKILL'));
  return Object.assign(child, { output: () => output });
}

async function addressOf(child: ReturnType<typeof run>): Promise<string> {
  for (;;) {
    const url = /http:\/\/[\d.:]+/.exec(child.output())?.[0];
    if (url !== undefined) return url;
    if (child.exitCode !== null) throw new Error(child.output());
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
  }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`the command prints its address, follows its flags and stops cleanly on ${signal}`, async (t) => {
    const child = run(t, ['--accuracy', '0', '--latency-ms', '1', '--seed', '3']);
    const url = await addressOf(child);
    const { json } = await send(`${url}/v1/chat/completions`, chatBody('2 + 2'));
    assert.match(json.choices[0].message.content, /^-?\d+$/);
    assert.notEqual(json.choices[0].message.content, '4');
    child.kill(signal);
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });
}

test('flags win over the defaults of the script, whose files are found beside it', async (t) => {
  const dir = await mkdtemp(join(tmpdir(), 'mock-model-'));
  t.after(() => rm(dir, { recursive: true }));
  await writeFile(join(dir, 'items.jsonl'), '{"input":"ping","expected":"pong"}\n');
  const answers = { kind: 'solver', file: 'items.jsonl', accuracy: 0 };
  const script = { defaults: { answers, error_rate: 1 }, models: { broken: { error_rate: 1 } } };
  await writeFile(join(dir, 'script.json'), JSON.stringify(script));
  const child = run(t, ['--script', join(dir, 'script.json'), '--accuracy', '1', '--error-rate', '0']);
  const chat = `${await addressOf(child)}/v1/chat/completions`;
  assert.equal((await send(chat, chatBody('ping'))).json.choices[0].message.content, 'pong');
  assert.equal((await send(chat, chatBody('ping', { model: 'broken' }))).status, 500);
});

const refused: [args: string[], exit: number, output: RegExp][] = [
  [['--help'], 0, /--allow-remote/],
  [['--host', '0.0.0.0'], 2, /no access control.*--allow-remote/],
  [['--acuracy', '1'], 2, /acuracy/],
  [['--accuracy', 'much'], 2, /--accuracy must be a number/],
  [['--accuracy', '2'], 2, /\/defaults\/answers\/accuracy/],
  [['--port', '70000'], 2, /--port must be/],
  [['--script', '/nowhere.json'], 2, /cannot be read/],
  [['--host', '127.0.0.1', 'extra'], 2, /extra/],
];

for (const [args, exit, output] of refused) {
  test(`${args.join(' ')} ends with ${exit} and says why`, async (t) => {
    const child = run(t, args);
    const [code] = await once(child, 'close');
    assert.equal(code, exit, child.output());
    assert.match(child.output(), output);
  });
}

test('a port that is taken ends with 1', async (t) => {
  const { port } = new URL(await addressOf(run(t, [])));
  const second = run(t, ['--port', port]);
  assert.deepEqual((await once(second, 'close'))[0], 1);
  assert.match(second.output(), /EADDRINUSE/);
});

for (const [document, command] of [
  ['README.md', 'mock-model'],
  ['application.md', 'mock-app'],
] as const) {
  test(`what ${document} starts and sends is answered`, async (t) => {
    const text = await readFile(new URL(`../${document}`, import.meta.url), 'utf8');
    const [, flags = ''] =
      new RegExp(`^npm run touchstone -- ${command} --port \\d+ (.+)$`, 'm').exec(text) ?? [];
    const [, path, body] = /^curl -s http:\/\/127\.0\.0\.1:\d+(\S+)[\s\\]+-d '(.+)'$/m.exec(text) ?? [];
    const url = await addressOf(run(t, flags.split(' '), command));
    const { status, headers } = await send(`${url}${path}`, body);
    assert.deepEqual([status, headers['x-touchstone-mock']], [200, 'true']);
  });
}
