import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type AccessService, startAccessService } from './support/access-service.ts';
import { temporaryFolder } from './support/cli-process.ts';
import { connectMcp, MCP_VERSIONS, type McpClient } from './support/mcp-client.ts';
import { until } from './support/until.ts';

const place = () => {
  const { path, remove } = temporaryFolder();
  return { dataDir: path, url: undefined, remove: async () => remove() };
};

const TARGETS = ['echo', 'arithmetic'].map((model_id) => ({
  target_type: 'model',
  model_provider: 'baseline',
  model_id,
}));
const EVALUATION = {
  name: 'E',
  targets: TARGETS,
  benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 3 }],
};
const NOWHERE = '01890000-0000-7000-8000-000000000000';

/** What each tool takes; a tool that is not here fails the walk. What is not there is answered by `not_found`. */
const ARGUMENTS: Record<string, Record<string, unknown>> = {
  list_workspaces: {},
  create_workspace: { name: 'Made by a tool' },
  search: { query: 'words' },
  read_around_chunk: { source_id: NOWHERE, chunk_id: NOWHERE },
  list_sources: {},
  read_source: { source_id: NOWHERE },
  list_scenarios: {},
  get_scenario: { scenario_id: NOWHERE },
  create_scenario: { name: 'S', workload_type: 'chat' },
  list_stacks: {},
  create_stack: { name: 'S', model: { provider: 'baseline', model_id: 'echo' } },
  find_models: {},
  find_gpu_instances: {},
  find_gpus: {},
  find_frameworks: {},
  find_providers: {},
  find_candidates: {},
  list_providers: {},
  list_benchmarks: {},
  list_evaluations: {},
  get_evaluation: { evaluation_id: NOWHERE },
  estimate_evaluation: EVALUATION,
  get_samples: { evaluation_id: NOWHERE },
  count_samples: { evaluation_id: NOWHERE },
  link_export: { evaluation_id: NOWHERE, format: 'html' },
  cancel_evaluation: { evaluation_id: NOWHERE },
  request_evaluation: EVALUATION,
  request_again: { evaluation_id: NOWHERE, action: 'rerun' },
  request_benchmark_data: { benchmark_type: 'gsm8k' },
  get_approval: { approval_id: NOWHERE },
  list_approvals: {},
  withdraw_request: { approval_id: NOWHERE },
};
/** Tools about the whole service. */
const OF_SERVICE =
  /^(list_workspaces|create_workspace|find_(?!candidates|models)\w+|list_providers|list_benchmarks)$/;

const DISCOVER = {
  jsonrpc: '2.0',
  id: 1,
  method: 'server/discover',
  params: {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  },
};
const HEADERS = {
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'server/discover',
};

describe('Who may use the service over MCP', () => {
  let service: AccessService;
  let admin: string;
  let workspaceId: string;
  let otherWorkspaceId: string;
  const send = (
    json: unknown,
    { key, headers = {} }: { key?: string; headers?: Record<string, string> } = {},
  ) => service.ask('POST', '/mcp', { json, headers: { ...HEADERS, ...headers }, ...(key && { key }) });
  const connect = (key: string, version = MCP_VERSIONS[0] as (typeof MCP_VERSIONS)[number]) =>
    connectMcp(service.url, version, { authorization: `Bearer ${key}` });
  const newWorkspace = async (name: string) =>
    (await service.ask('POST', '/workspaces', { key: admin, json: { name } })).body.id;

  before(async () => {
    service = await startAccessService(place(), { 'requests-per-minute': '100000' });
    assert.equal((await send(DISCOVER)).status, 200, 'without any key this machine is answered');
    admin = (await service.makeKey('admin')).key;
    workspaceId = await newWorkspace('One');
    otherWorkspaceId = await newWorkspace('Other');
  });
  after(() => service.stop());

  it('needs a key once there is one', async () => {
    const { status, body, headers } = await send(DISCOVER);
    assert.deepEqual([status, body.code], [401, 'unauthenticated']);
    assert.match(String(headers['www-authenticate']), /^Bearer/);
    assert.equal((await send(DISCOVER, { key: 'ts_wrong' })).status, 401);
    assert.equal((await send(DISCOVER, { key: admin })).status, 200);
    for (const version of MCP_VERSIONS) await assert.rejects(connect('ts_wrong', version), version);
  });

  const PLACES: [sentence: string, headers: Record<string, string>, code: string][] = [
    ['a name that was pointed at this machine', { host: 'evil.example' }, 'host_not_allowed'],
    ['a page of another site', { origin: 'http://evil.example' }, 'origin_not_allowed'],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }, 'origin_not_allowed'],
    ['a sandboxed page', { origin: 'null' }, 'origin_not_allowed'],
    ['what a browser sends for another site', { 'sec-fetch-site': 'cross-site' }, 'origin_not_allowed'],
  ];
  for (const [sentence, headers, code] of PLACES)
    it(`refuses ${sentence}, even with a key`, async () => {
      const { status, body } = await send(DISCOVER, { key: admin, headers });
      assert.deepEqual([status, body.code], [403, code]);
    });

  const BAD_TEXTS: [sentence: string, text: string, pointer: string][] = [
    [
      'NUL in an argument',
      '"params":{"name":"search","arguments":{"query":"a\\u0000b"}}',
      '/params/arguments/query',
    ],
    [
      'NUL in the name of an argument',
      '"params":{"name":"search","arguments":{"\\u0000":1}}',
      '/params/arguments/\0',
    ],
    ['NUL in the name of a tool', '"params":{"name":"\\u0000"}', '/params/name'],
    [
      'a lone surrogate',
      '"params":{"name":"search","arguments":{"query":"\\ud800"}}',
      '/params/arguments/query',
    ],
  ];
  for (const [sentence, params, pointer] of BAD_TEXTS)
    it(`answers ${sentence} with an error of JSON-RPC`, async () => {
      const headers = { ...HEADERS, authorization: `Bearer ${admin}`, 'content-type': 'application/json' };
      const text = `{"jsonrpc":"2.0","id":7,"method":"tools/call",${params}}`;
      const answer = await fetch(`${service.url}/mcp`, { method: 'POST', headers, body: text });
      const { status } = answer;
      // biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
      const body = (await answer.json()) as any;
      assert.deepEqual([status, body.jsonrpc, body.id, body.error.code], [400, '2.0', null, -32602]);
      assert.match(body.error.message, /^invalid_string: /);
      assert.equal(body.error.data.errors[0].pointer, pointer);
    });

  const MESSAGES: [sentence: string, text: string, status: number, code: string][] = [
    ['a batch', JSON.stringify([DISCOVER, DISCOVER]), 400, 'invalid_request'],
    ['an empty batch', '[]', 400, 'invalid_request'],
    ['nothing', 'null', 400, 'invalid_request'],
    ['a text', '"tools/list"', 400, 'invalid_request'],
    ['what is no JSON', '{"jsonrpc":', 400, 'invalid_json'],
    ['a key that is named twice', '{"id":1,"id":2}', 400, 'duplicate_key'],
    ['a body nested without end', '{"a":'.repeat(20_000), 400, 'nesting_too_deep'],
    ['a body of 17 MB', `{"a":"${'x'.repeat(17_000_000)}"}`, 413, 'body_too_large'],
  ];
  for (const [sentence, text, status, code] of MESSAGES)
    it(`refuses ${sentence} before the protocol is asked`, async () => {
      const headers = { ...HEADERS, authorization: `Bearer ${admin}`, 'content-type': 'application/json' };
      const answer = await fetch(`${service.url}/mcp`, { method: 'POST', headers, body: text });
      const problem = (await answer.json()) as { code: string };
      assert.deepEqual([answer.status, problem.code], [status, code]);
    });

  it('answers what is no message of the protocol in its own words', async () => {
    for (const message of [{}, { jsonrpc: '1.0', id: 1, method: 'tools/list' }, { ...DISCOVER, method: 7 }]) {
      const { status, body } = await send(message, { key: admin });
      assert.ok(status === 400 && body.jsonrpc === '2.0' && body.error.code < 0, JSON.stringify(body));
    }
  });

  it('keeps no session: there is nothing to open or to end', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await service.ask(method, '/mcp', { key: admin });
      assert.deepEqual([status, headers.allow], [405, 'POST']);
    }
  });

  it('counts every message against the rate of its key', async () => {
    const limited = await startAccessService(place(), { 'requests-per-minute': '3' });
    try {
      const { key } = await limited.makeKey('viewer');
      const ask = () => limited.ask('POST', '/mcp', { json: DISCOVER, headers: HEADERS, key });
      const said = [await ask(), await ask(), await ask(), await ask()].map(({ status }) => status);
      assert.deepEqual(said, [200, 200, 200, 429]);
    } finally {
      await limited.stop();
    }
  });

  for (const version of MCP_VERSIONS)
    it(`an agent asks for a run, a person approves it, and the agent reads the result (${version})`, async () => {
      const agent = await service.makeKey('editor', admin, [workspaceId], true);
      const person = (await service.makeKey('editor', admin)).key;
      const mcp = await connect(agent.key, version);
      const request = async () =>
        (await mcp.call('request_evaluation', { workspace_id: workspaceId, ...EVALUATION })).output.approval;
      const read = async (approval_id: string) =>
        (await mcp.call('get_approval', { workspace_id: workspaceId, approval_id })).output;
      const decide = (id: string, decision: string, key: string) =>
        service.ask('POST', `/workspaces/${workspaceId}/approvals/${id}`, { json: { decision }, key });

      const wanted = await request();
      assert.deepEqual([wanted.status, wanted.asked_by_name], ['pending', 'editor']);
      assert.equal((await decide(wanted.id, 'approve', agent.key)).status, 403);
      assert.match((await read(wanted.id)).next, /^A person approves or declines it/);
      assert.equal((await decide(wanted.id, 'approve', person)).status, 200);
      const done = await until(async () => {
        const state = await read(wanted.id);
        return state.evaluation.status === 'completed' && state;
      }, 20);
      assert.equal(done.evaluation.intervals.length, 2);
      const { evaluation_id } = done.approval.result;
      const again = { workspace_id: workspaceId, evaluation_id, action: 'rerun' };
      const rerun = (await mcp.call('request_again', again)).output.approval;
      await decide(rerun.id, 'decline', person);
      assert.match((await read(rerun.id)).next, /^A person declined it; nothing was spent/);
      const { id: approval_id } = await request();
      const ids = { workspace_id: workspaceId, approval_id };
      assert.match((await mcp.call('withdraw_request', ids)).output.next, /^It was withdrawn/);
      assert.match((await mcp.call('withdraw_request', ids)).refused ?? '', /^wrong_state: /);
      for (const [status, id] of [
        ['withdrawn', approval_id],
        ['declined', rerun.id],
      ]) {
        const { output } = await mcp.call('list_approvals', { workspace_id: workspaceId, status });
        assert.equal(output.data[0].id, id, status);
      }
      const stranger = await connect((await service.makeKey('editor', admin)).key, version);
      const open = await request();
      const theirs = { workspace_id: workspaceId, approval_id: open.id };
      assert.match(
        (await stranger.call('withdraw_request', theirs)).refused ?? '',
        /^forbidden: Only the requester/,
      );
      await stranger.close();
      await mcp.close();
    });

  describe('a walk over every tool', () => {
    let tools: Awaited<ReturnType<McpClient['client']['listTools']>>['tools'];
    before(async () => {
      const mcp = await connect(admin);
      ({ tools } = await mcp.client.listTools());
      await mcp.close();
    });

    /** What each tool refuses with; null where it answers. */
    async function walk(key: string, workspace: string): Promise<Record<string, string | null>> {
      const mcp = await connect(key);
      const said: Record<string, string | null> = {};
      for (const { name } of tools) {
        const args = ARGUMENTS[name];
        assert.ok(args, `${name} has no arguments in this test`);
        const workspace_id = OF_SERVICE.test(name) ? {} : { workspace_id: workspace };
        const { refused } = await mcp.call(name, { ...workspace_id, ...args });
        said[name] = refused?.split(':', 1)[0] ?? null;
      }
      await mcp.close();
      return said;
    }
    const isRead = (name: string) =>
      tools.some((tool) => tool.name === name && tool.annotations?.readOnlyHint === true);
    const state = async () =>
      (await service.ask('GET', `/workspaces/${workspaceId}`, { key: admin })).body as Record<string, number>;

    it('a viewer reads, and changes nothing', async () => {
      const { key } = await service.makeKey('viewer', admin);
      const before = await state();
      const said = await walk(key, workspaceId);
      for (const [name, code] of Object.entries(said)) {
        if (isRead(name)) assert.ok(code === null || code === 'not_found', `${name}: ${code}`);
        else assert.equal(code, 'forbidden', name);
      }
      assert.deepEqual(await state(), before);
    });

    it('an editor drafts, makes no workspace, and starts nothing', async () => {
      const { key } = await service.makeKey('editor', admin);
      const before = await state();
      const said = await walk(key, workspaceId);
      assert.equal(said.create_workspace, 'forbidden');
      assert.equal(said.create_scenario, null);
      assert.equal(said.request_evaluation, null);
      const { scenario_count, stack_count, evaluation_count } = await state();
      assert.deepEqual(
        [scenario_count, stack_count, evaluation_count],
        [(before.scenario_count ?? 0) + 1, (before.stack_count ?? 0) + 1, before.evaluation_count],
      );
      const approvals = await service.ask('GET', `/workspaces/${workspaceId}/approvals`, { key });
      assert.equal(approvals.body.data[0].status, 'pending', 'what spends was asked for');
    });

    it('a key of another workspace is told that there is none', async () => {
      const { key } = await service.makeKey('editor', admin, [otherWorkspaceId]);
      const said = await walk(key, workspaceId);
      for (const [name, code] of Object.entries(said))
        if (!OF_SERVICE.test(name)) assert.equal(code, 'not_found', name);
      const mcp = await connect(key);
      const { output } = await mcp.call('list_workspaces');
      assert.deepEqual(
        output.data.map(({ id }: { id: string }) => id),
        [otherWorkspaceId],
      );
      const { resources } = await mcp.client.listResources();
      assert.deepEqual(resources, []);
      await mcp.close();
    });
  });
});
