import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type MockModel, startMockModel } from '@touchstone/mock';
import { type ServeProcess, startServe, temporaryFolder } from '../support/cli-process.ts';
import { mockTarget, writeProviders } from '../support/evaluation-service.ts';
import {
  connectMcp,
  connectStdio,
  MCP_VERSIONS,
  type McpClient,
  type McpVersion,
  mcpCommand,
} from '../support/mcp-client.ts';
import { rawMcp, taskSession } from '../support/mcp-tasks.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON bodies; what a test expects of them is what it asserts.
type Body = any;

const ITEMS = 12;

describe('A run that is asked for over MCP', { concurrency: 1 }, () => {
  const folder = temporaryFolder();
  let mock: MockModel;
  let service: ServeProcess;
  let url: string;
  let person: string;
  let agent: string;
  let workspace_id: string;
  let seed = 0;

  const serve = (port: string) =>
    startServe(['--data-dir', folder.path, '--log-level', 'error', '--port', port], {
      TOUCHSTONE_CONFIG: `${folder.path}/providers.json`,
    });
  async function ask(
    method: string,
    path: string,
    json?: unknown,
    key = person,
  ): Promise<{ status: number; body: Body }> {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    return { status: response.status, body: await response.json() };
  }
  async function killAndRestart(): Promise<void> {
    await service.kill();
    service = await serve(new URL(url).port);
  }
  const decide = (approvalId: string, decision: string, key = person) =>
    ask('POST', `/workspaces/${workspace_id}/approvals/${approvalId}`, { decision }, key);
  const definition = (name: string) => ({
    name,
    targets: [mockTarget('slow'), mockTarget('slower')],
    benchmarks: [{ benchmark_type: 'arithmetic', num_samples: ITEMS }],
    // Every run asks anew: none takes the answers of the one before.
    methodology: { random_seed: ++seed, concurrency: 1, max_concurrency: 1 },
  });
  const isRunning = (evaluationId: string) =>
    until(async () => {
      const { body } = await ask('GET', `/workspaces/${workspace_id}/evaluations/${evaluationId}`);
      return body.status === 'running' && body.progress_percent > 0;
    }, 50);
  const headers = () => ({ authorization: `Bearer ${agent}` });
  const evaluations = async () =>
    (await ask('GET', `/workspaces/${workspace_id}/evaluations`)).body.data as Body[];

  before(async () => {
    mock = await startMockModel({ script: { defaults: { latency: { distribution: 'constant', ms: 150 } } } });
    writeProviders(folder.path, mock);
    service = await serve('0');
    ({ url } = service);
    const owner = async (json: object) =>
      (await (
        await fetch(`${url}/api-keys`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(person && { authorization: `Bearer ${person}` }),
          },
          body: JSON.stringify(json),
        })
      ).json()) as Body;
    person = (await owner({ name: 'person', role: 'admin' })).key;
    agent = (await owner({ name: 'agent', role: 'editor', agent: true })).key;
    workspace_id = (await ask('POST', '/workspaces', { name: 'W' })).body.id;
  });
  after(async () => {
    await service.kill();
    await mock.stop();
    folder.remove();
  });

  const overStdio = () => new StdioClientTransport(mcpCommand(['--url', url, '--key', agent]));
  const connects: [over: string, connect: (version: McpVersion) => Promise<McpClient>][] = [
    ['HTTP', (version) => connectMcp(url, version, headers())],
    ['stdio', (version) => connectStdio(overStdio(), version)],
  ];
  for (const [over, version, connect] of connects.flatMap(([name, by]) =>
    MCP_VERSIONS.map((version) => [name, version, by] as const),
  ))
    it(`waits for a person, outlives two kills, and is read by tools (${version} over ${over})`, async () => {
      const mcp = await connect(version);
      const { output: asked, refused } = await mcp.call('request_evaluation', {
        workspace_id,
        ...definition(version),
      });
      assert.equal(refused, null);
      const { id: approval_id, status, cap_usd, estimate } = asked.approval;
      assert.deepEqual([status, cap_usd, estimate.units], ['pending', null, 2 * ITEMS]);
      const before = (await evaluations()).length;
      for (const decision of ['approve', 'decline'])
        assert.equal((await decide(approval_id, decision, agent)).status, 403, 'an agent decides nothing');
      await killAndRestart();
      const waiting = (await mcp.call('get_approval', { workspace_id, approval_id })).output;
      assert.deepEqual([waiting.approval.status, (await evaluations()).length], ['pending', before]);
      const { evaluation_id } = (await decide(approval_id, 'approve')).body.result;
      assert.equal((await decide(approval_id, 'approve')).status, 409, 'an approval is used once');
      await isRunning(evaluation_id);
      await killAndRestart();
      const done = await until(async () => {
        const { output } = await mcp.call('get_approval', { workspace_id, approval_id });
        return output.evaluation.status === 'completed' && output;
      }, 100);
      assert.equal(done.evaluation.id, evaluation_id);
      assert.deepEqual(
        done.evaluation.coverage.map(({ scored }: Body) => scored),
        [ITEMS, ITEMS],
      );
      assert.equal((await evaluations()).length, before + 1);
      await mcp.close();
    });

  describe('as a task of 2026-07-28', () => {
    let mcp: McpClient;
    before(async () => {
      mcp = await connectMcp(url, '2026-07-28', headers());
    });
    after(() => mcp.close());

    it('is settled by the official client, through a kill while it runs', async () => {
      const session = taskSession(mcp, url, headers());
      const execution = await session.callTool('request_evaluation', {
        workspace_id,
        ...definition('by task'),
      });
      assert.equal(execution.kind, 'task');
      const approvalId = execution.handle?.taskId.split('.')[1] ?? '';
      const settled = execution.settle();
      const { evaluation_id } = (await decide(approvalId, 'approve')).body.result;
      await isRunning(evaluation_id);
      await killAndRestart();
      const { outcome } = await settled;
      assert.equal(outcome.status, 'completed', String((outcome as Body).error?.message));
      const { structuredContent, isError } = (outcome as Body).result;
      assert.deepEqual(
        [isError, structuredContent.evaluation.id, structuredContent.evaluation.status],
        [false, evaluation_id, 'completed'],
      );
      await session.close();
    });

    const create = async (name: string) => {
      const raw = rawMcp(url, headers());
      const args = { name: 'request_evaluation', arguments: { workspace_id, ...definition(name) } };
      const { result } = await raw.send('tools/call', args);
      assert.deepEqual([result.resultType, result.status], ['task', 'working'], JSON.stringify(result));
      assert.match(result.statusMessage, /^A person approves or declines it/);
      return {
        raw,
        taskId: result.taskId as string,
        approvalId: (result.taskId as string).split('.')[1] ?? '',
      };
    };
    const get = async (raw: ReturnType<typeof rawMcp>, taskId: string) =>
      (await raw.send('tasks/get', { taskId })).result;

    it('is cancelled while it waits: the request is withdrawn', async () => {
      const { raw, taskId, approvalId } = await create('cancelled early');
      assert.equal((await raw.send('tasks/cancel', { taskId })).result.resultType, 'complete');
      assert.equal((await get(raw, taskId)).status, 'cancelled');
      assert.equal((await decide(approvalId, 'approve')).status, 409);
      assert.equal((await raw.send('tasks/cancel', { taskId })).result.resultType, 'complete');
    });

    it('is cancelled while it runs: the evaluation stops', async () => {
      const { raw, taskId, approvalId } = await create('cancelled late');
      const { evaluation_id } = (await decide(approvalId, 'approve')).body.result;
      await isRunning(evaluation_id);
      assert.match((await get(raw, taskId)).statusMessage, /running, \d+ %/);
      await raw.send('tasks/cancel', { taskId });
      const stopped = await until(async () => {
        const task = await get(raw, taskId);
        return task.status !== 'working' && task;
      }, 50);
      assert.equal(stopped.status, 'cancelled');
      const read = await ask('GET', `/workspaces/${workspace_id}/evaluations/${evaluation_id}`);
      assert.equal(read.body.status, 'cancelled');
    });

    it('ends with what the person said, where they decline', async () => {
      const { raw, taskId, approvalId } = await create('declined');
      await decide(approvalId, 'decline');
      const { status, result } = await get(raw, taskId);
      assert.deepEqual([status, result.isError], ['completed', true]);
      assert.match(result.structuredContent.next, /declined it; nothing was spent/);
    });

    it('is of nobody else, and of no client that knows no tasks', async () => {
      const { raw, taskId } = await create('guarded');
      const { body } = await ask('POST', '/workspaces', { name: 'Other' });
      const other = (await ask('POST', '/api-keys', { name: 'o', role: 'editor', workspaces: [body.id] }))
        .body.key;
      const stranger = rawMcp(url, { authorization: `Bearer ${other}` });
      for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
        const params = method === 'tasks/update' ? { taskId, inputResponses: {} } : { taskId };
        assert.equal((await stranger.send(method, params)).error.code, -32602, method);
        assert.equal((await raw.send(method, params, {})).error.code, -32021, method);
        for (const wrong of ['', '.', 'x.y', `${taskId}0`, taskId.split('.')[1]])
          assert.equal(
            (await raw.send(method, { ...params, taskId: wrong })).error.code,
            -32602,
            `${method} ${wrong}`,
          );
      }
      assert.equal((await raw.send('tasks/result', { taskId })).error.code, -32601);
      const args = { name: 'request_evaluation', arguments: { workspace_id, ...definition('x') } };
      const { result } = await raw.send('tools/call', args, {});
      assert.deepEqual(
        [result.resultType, result.structuredContent.approval.status],
        ['complete', 'pending'],
      );
    });
  });
});
