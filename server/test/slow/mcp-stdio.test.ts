import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serviceOfDataDir } from '../../src/app/cli/mcp/mcp-service.ts';
import { loadConfig } from '../../src/platform/config.ts';
import {
  compileCache,
  runCli,
  type ServeProcess,
  startServe,
  temporaryFolder,
} from '../support/cli-process.ts';
import { connectStdio, MCP_VERSIONS, type McpClient, mcpCommand } from '../support/mcp-client.ts';
import { until } from '../support/until.ts';

describe('touchstone mcp', { concurrency: 1 }, () => {
  let folder: ReturnType<typeof temporaryFolder>;
  before(() => {
    folder = temporaryFolder();
  });
  after(() => folder.remove());
  const connect = (
    args: string[],
    version: (typeof MCP_VERSIONS)[number],
    env: Record<string, string> = {},
  ) => connectStdio(new StdioClientTransport(mcpCommand(args, env)), version);
  const names = async (mcp: McpClient) =>
    (await mcp.call('list_workspaces')).output.data.map(({ name }: { name: string }) => name);

  it('is the service itself where none runs, in both versions, and leaves nothing running', async () => {
    const args = ['--data-dir', folder.path];
    for (const [i, version] of MCP_VERSIONS.entries()) {
      const mcp = await connect(args, version);
      assert.equal(mcp.client.getNegotiatedProtocolVersion(), version);
      assert.ok((await mcp.client.listTools()).tools.length > 20);
      const { output } = await mcp.call('create_workspace', { name: `W${i}` });
      const { refused } = await mcp.call('search', { workspace_id: output.id, query: 'é'.repeat(2001) });
      assert.match(refused ?? '', /^invalid_request/);
      assert.equal((await names(mcp)).length, i + 1, 'what the one before made is there');
      await mcp.close();
      await until(() => !existsSync(join(folder.path, 'owner.json')));
    }
  });

  it('two that start at once share one service', async () => {
    const args = ['--data-dir', folder.path];
    const both = await Promise.all(MCP_VERSIONS.map((version) => connect(args, version)));
    await both[0]?.call('create_workspace', { name: 'Shared' });
    for (const mcp of both) assert.equal((await names(mcp))[0], 'Shared');
    await Promise.all(both.map((mcp) => mcp.close()));
    await until(() => !existsSync(join(folder.path, 'owner.json')));
  });

  describe('beside a running service', () => {
    let service: ServeProcess;
    let key: string;
    const serve = () => startServe(['--data-dir', folder.path, '--log-level', 'warn']);
    before(async () => {
      service = await serve();
      const made = await runCli([
        'keys',
        'create',
        '--name',
        'v',
        '--role',
        'viewer',
        '--json',
        '--data-dir',
        folder.path,
      ]);
      key = JSON.parse(made.stdout).key;
    });
    after(() => service.kill());

    for (const version of MCP_VERSIONS)
      it(`finds it by the owner’s file, and again after it was killed (${version})`, async () => {
        const mcp = await connect(['--data-dir', folder.path], version);
        const { output } = await mcp.call('create_workspace', { name: `Seen ${version}` });
        const seen = await fetch(`${service.url}/workspaces/${output.id}`, {
          headers: { authorization: `Bearer ${key}` },
        });
        assert.equal(seen.status, 200);
        await service.kill();
        service = await serve();
        assert.equal((await names(mcp))[0], `Seen ${version}`);
        await mcp.close();
      });

    it('is looked for once by all that lost it at the same moment', async () => {
      const services = serviceOfDataDir(loadConfig({ flags: { 'data-dir': folder.path }, env: {} }));
      const lost = await services.find();
      await service.kill();
      service = await serve();
      const [first, ...others] = await Promise.all([1, 2, 3].map(() => services.find(lost)));
      assert.notEqual(first, lost);
      for (const other of others) assert.equal(other, first);
      assert.equal(await services.find(lost), first);
      await services.stop();
    });

    it('asks the address in TOUCHSTONE_URL with the key in TOUCHSTONE_KEY', async () => {
      const env = { TOUCHSTONE_URL: service.url, TOUCHSTONE_KEY: key };
      const mcp = await connect([], '2026-07-28', env);
      assert.match(
        (await mcp.call('create_workspace', { name: 'x' })).refused ?? '',
        /^forbidden: .*role admin/,
      );
      await mcp.close();
      const wrong = connect([], '2025-11-25', { ...env, TOUCHSTONE_KEY: 'ts_wrong' });
      await assert.rejects(wrong, /unauthenticated/);
    });

    it('answers what was asked before its input ended', async () => {
      const { command, args, env } = mcpCommand(['--url', service.url, '--key', key]);
      const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
      const said = text(child.stdout);
      child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })}\n`);
      const [code] = await once(child, 'close');
      assert.equal(code, 0);
      assert.ok(JSON.parse(await said).result.tools.length > 20);
    });

    it('writes nothing but messages of the protocol, whatever it is sent', async () => {
      const { command, args, env } = mcpCommand(['--url', service.url, '--key', key]);
      const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (part: string) => {
        said += part;
      });
      const request = (id: number, method: string, params = {}) =>
        JSON.stringify({ jsonrpc: '2.0', id, method, params });
      const lines = [
        'no JSON',
        '[]',
        '',
        '{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}',
        request(2, 'tools/list'),
        request(3, 'no/such/method'),
        request(4, 'tools/call', { name: 'list_workspaces', arguments: { text: 'two\nlines' } }),
        JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
        JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 99 } }),
      ];
      child.stdin.write(`${lines.join('\n')}\n`);
      const answers = () => said.split('\n').filter(Boolean);
      await until(() => answers().length === 6);
      child.stdin.end();
      const [code] = await once(child, 'close');
      const messages = answers().map((line) => JSON.parse(line));
      assert.ok(messages.every(({ jsonrpc }) => jsonrpc === '2.0'));
      const byId = Object.fromEntries(messages.map((message) => [message.id, message]));
      assert.match(byId[1].error.message, /duplicate_key/);
      assert.ok(byId[2].result.tools.length > 20);
      assert.equal(byId[3].error.code, -32601);
      assert.match(byId[4].result.content[0].text, /\/text is not a known field/);
      assert.deepEqual([code, messages.length], [0, 6]);
    });
  });

  it('ends when it is asked to while it starts', async () => {
    const fresh = temporaryFolder();
    const { command, args, env } = mcpCommand(['--data-dir', fresh.path]);
    // Its input stays open: the signal alone ends it.
    const child = spawn(command, args, { env, stdio: ['pipe', 'ignore', 'pipe'] });
    const said = text(child.stderr);
    const ended = once(child, 'close');
    await until(() => existsSync(join(fresh.path, 'touchstone.db')), 1);
    child.kill('SIGTERM');
    const [code] = await ended;
    assert.deepEqual([code, await said, existsSync(join(fresh.path, 'owner.json'))], [0, '', false]);
    fresh.remove();
  });

  it('says on stderr why it cannot start', async () => {
    for (const [args, said] of [
      [['--url', 'ftp://x'], /must begin with http/],
      [['--key', 'ts_x'], /--key needs --url/],
      [
        ['--database-url', 'postgres://127.0.0.1:1/x', '--data-dir', folder.path],
        /database server at 127.0.0.1:1 did not answer/,
      ],
    ] as const) {
      const { code, stdout, stderr } = await runCli(['mcp', ...args], compileCache());
      assert.deepEqual([code === 0, stdout], [false, '']);
      assert.match(stderr, said);
    }
  });
});
