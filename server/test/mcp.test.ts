import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { tableRows } from './markdown-table.ts';
import { onEachDatabaseInFull } from './support/each-database.ts';
import { type EvaluationService, mockTarget, startEvaluationService } from './support/evaluation-service.ts';
import { connectMcp, MCP_VERSIONS, type McpClient } from './support/mcp-client.ts';
import { rawMcp } from './support/mcp-tasks.ts';

const TEXT = `# Load

The support desk answers 40 requests a second at noon.

# Regions

All data stay in the European Union.
`;

onEachDatabaseInFull('the service for MCP clients', (newPlace) => {
  let service: EvaluationService;
  let workspace_id: string;
  let source_id: string;
  let evaluation: { id: string; path: string };

  before(async () => {
    service = await startEvaluationService(await newPlace(), {
      models: { second: { answers: { kind: 'solver', accuracy: 0.5 } } },
    });
    workspace_id = await service.newWorkspace();
    source_id = await service.newSource(workspace_id, 'Requirements', TEXT);
    const path = await service.start(workspace_id, {
      targets: [mockTarget('first'), mockTarget('second')],
      benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 4 }],
    });
    const { id } = await service.ended(path);
    evaluation = { id, path };
  });
  after(() => service.stop());

  for (const version of MCP_VERSIONS)
    describe(version, () => {
      let mcp: McpClient;
      before(async () => {
        mcp = await connectMcp(service.url, version);
      });
      after(() => mcp.close());

      test('says who it is, which version it speaks and how to begin', () => {
        assert.equal(mcp.client.getNegotiatedProtocolVersion(), version);
        assert.equal(mcp.client.getServerVersion()?.name, 'touchstone');
        assert.match(mcp.client.getInstructions() ?? '', /list_workspaces/);
      });

      test('lists its tools with schemas and with what calling them does', async () => {
        const { tools } = await mcp.client.listTools();
        const documented = tableRows('docs/how-to/tasks-and-agents.md#connect-over-mcp').map(
          ([name]) => name,
        );
        for (const { name } of tools)
          assert.ok(
            documented.includes(name),
            `docs/how-to/tasks-and-agents.md#connect-over-mcp lacks ${name}`,
          );
        const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]));
        assert.equal(hints.search?.readOnlyHint, true);
        assert.equal(hints.create_stack?.readOnlyHint, false);
        for (const { name, inputSchema, outputSchema, description, annotations } of tools) {
          assert.equal(inputSchema.additionalProperties, false, name);
          assert.equal(outputSchema?.type, 'object', name);
          assert.ok((description?.length ?? 0) > 40, name);
          assert.equal(annotations?.destructiveHint, false, name);
        }
      });

      test('finds a passage, what stands beside it, and the whole source', async () => {
        const { output } = await mcp.call('search', { workspace_id, query: 'requests a second' });
        const [best] = output.results;
        assert.match(best.text, /40 requests a second/);
        const { chunk_id } = best;
        const around = await mcp.call('read_around_chunk', { workspace_id, source_id, chunk_id });
        assert.equal(around.output.source_title, 'Requirements');
        assert.ok(around.output.chunks.some(({ id }: { id: string }) => id === chunk_id));
        const part = await mcp.call('read_source', { workspace_id, source_id, start: 2, length: 4 });
        assert.deepEqual([part.output.text, part.output.next_start], ['Load', 6]);
        const rest = await mcp.call('read_source', { workspace_id, source_id, start: 6 });
        assert.deepEqual(
          [part.output.text.length + rest.output.text.length + 2, null],
          [rest.output.end, rest.output.next_start],
        );
      });

      test('looks up facts with their source and date', async () => {
        const { output } = await mcp.call('find_gpus', { words: 'nvidia', limit: 2 });
        assert.equal(output.data.length, 2);
        assert.ok(output.total > 2);
        for (const { source, as_of } of output.data) assert.ok(source && as_of);
        const none = await mcp.call('find_models', { workspace_id, words: 'no-such-model' });
        assert.deepEqual(none.output, { data: [], total: 0 });
        const price = {
          provider: 'mock',
          model_id: 'own-price',
          input_usd_per_million: 3,
          source: 's',
          as_of: '2026',
        };
        await service.call('POST', `/workspaces/${workspace_id}/prices`, price);
        const set = await mcp.call('find_models', { workspace_id, words: 'own-price' });
        assert.equal(set.output.data[0].prices[0].input_usd_per_million, 3);
      });

      test('drafts a scenario and a stack, which are there for everyone', async () => {
        const scenario = { name: 'Desk', workload_type: 'chat', slo_requirements: { throughput_rps: 40 } };
        const made = await mcp.call('create_scenario', { workspace_id, ...scenario });
        const { id: scenario_id } = made.output;
        const read = await service.call('GET', `/workspaces/${workspace_id}/scenarios/${scenario_id}`);
        assert.deepEqual(read.body, made.output);
        assert.deepEqual((await mcp.call('get_scenario', { workspace_id, scenario_id })).output, made.output);
        const model = { provider: 'mock', model_id: 'first' };
        const stack = await mcp.call('create_stack', { workspace_id, name: 'S', model });
        const { output } = await mcp.call('list_stacks', { workspace_id, limit: 1 });
        assert.equal(output.data[0].id, stack.output.id);
      });

      test('estimates without running anything', async () => {
        const asked = service.requestsTo('first');
        const { output } = await mcp.call('estimate_evaluation', {
          workspace_id,
          name: 'E',
          targets: [mockTarget('first'), mockTarget('second')],
          benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 3 }],
        });
        assert.equal(output.units, 6);
        assert.equal(service.requestsTo('first'), asked);
        const { output: list } = await mcp.call('list_evaluations', { workspace_id });
        assert.deepEqual(
          list.data.map(({ id }: { id: string }) => id),
          [evaluation.id],
        );
      });

      test('reads what came out, the samples, and where the report is', async () => {
        const ids = { workspace_id, evaluation_id: evaluation.id };
        const { output } = await mcp.call('get_evaluation', ids);
        assert.equal(output.status, 'completed');
        assert.ok(output.answer.length > 0);
        assert.equal(output.intervals.length, 2);
        const samples = await mcp.call('get_samples', { ...ids, target: 'second', limit: 3 });
        assert.equal(samples.output.data.length, 3);
        const more = await mcp.call('get_samples', {
          ...ids,
          target: 'second',
          cursor: samples.output.next_cursor,
        });
        assert.deepEqual([more.output.data.length, more.output.next_cursor], [1, null]);
        const counts = await mcp.call('count_samples', ids);
        assert.equal(counts.output.rows, 4);
        const link = await mcp.call('link_export', { ...ids, format: 'html' });
        assert.equal((await service.call('GET', link.output.address)).status, 200);
      });

      test('shows sources, passages, reports and manifests as resources', async () => {
        const { resources } = await mcp.client.listResources();
        const base = `touchstone://workspaces/${workspace_id}`;
        const uris = resources.map(({ uri }) => uri);
        assert.deepEqual(uris.slice(-2), [
          `${base}/sources/${source_id}`,
          `${base}/evaluations/${evaluation.id}/summary`,
        ]);
        const { resourceTemplates } = await mcp.client.listResourceTemplates();
        assert.equal(resourceTemplates.length, 5);
        const read = async (path: string) => {
          const { contents } = await mcp.client.readResource({ uri: `${base}/${path}` });
          const [content] = contents;
          return content && 'text' in content ? content.text : '';
        };
        assert.match(await read(`sources/${source_id}`), /European Union/);
        assert.match(await read(`evaluations/${evaluation.id}/summary`), /^# Test\n\nStatus: completed/);
        assert.match(await read(`evaluations/${evaluation.id}/report`), /^<!doctype html>/i);
        const manifest = JSON.parse(await read(`evaluations/${evaluation.id}/manifest`));
        assert.deepEqual(manifest, (await service.call('GET', `${evaluation.path}/manifest`)).body);
        const { output } = await mcp.call('search', { workspace_id, query: 'European Union' });
        const [{ chunk_id, text }] = output.results;
        assert.equal(await read(`sources/${source_id}/chunks/${chunk_id}`), text);
      });

      const nowhere = '01890000-0000-7000-8000-000000000000';
      const REFUSED: [sentence: string, tool: string, args: Record<string, unknown>, said: RegExp][] = [
        ['a missing workspace', 'search', { query: 'x' }, /^invalid_request: .*workspace_id is missing/],
        ['a workspace that is a number', 'search', { workspace_id: 7, query: 'x' }, /^invalid_request: /],
        [
          'a workspace that is no UUID',
          'list_stacks',
          { workspace_id: "' OR 1=1" },
          /^invalid_id: workspace_id/,
        ],
        ['a workspace that is not there', 'list_stacks', { workspace_id: nowhere }, /^not_found: /],
        ['an id that is no UUID', 'get_scenario', { scenario_id: '../secret' }, /^invalid_id: scenario_id/],
        ['an id of nothing', 'get_evaluation', { evaluation_id: nowhere }, /^not_found: /],
        ['a field that is not known', 'search', { query: 'x', sudo: true }, /\/sudo is not a known field/],
        ['a workspace where none is taken', 'find_gpus', { workspace_id: nowhere }, /\/workspace_id is not/],
        ['a number as text', 'search', { query: 'x', limit: '5' }, /\/limit must be integer/],
        ['a limit above the most', 'list_sources', { limit: 51 }, /\/limit must be <= 50/],
        ['a text of a megabyte', 'search', { query: 'x'.repeat(1e6) }, /must NOT have more than 2000/],
        ['a cursor of elsewhere', 'list_sources', { cursor: 'x' }, /^invalid_cursor: /],
        [
          'every wrong field',
          'create_scenario',
          { name: '', workload_type: 7 },
          /^invalid_request: .*1 more.*\n\/workload_type: must be string$/s,
        ],
        [
          'what cannot be',
          'create_scenario',
          { name: 'x', workload_type: 'chat', slo_requirements: { p50_latency_ms: 2, p95_latency_ms: 1 } },
          /^impossible: /,
        ],
      ];
      for (const [sentence, tool, args, said] of REFUSED)
        test(`a tool refuses ${sentence} with a sentence that the model can act on`, async () => {
          const needsNone = 'workspace_id' in args || sentence === 'a missing workspace';
          const { refused } = await mcp.call(tool, needsNone ? args : { workspace_id, ...args });
          assert.match(refused ?? 'not refused', said);
        });

      test('without any key a person’s decline is told apart from a withdrawal, by the tool and by its task', async () => {
        const raw = rawMcp(service.url, {});
        const args = {
          workspace_id,
          name: 'E',
          targets: [mockTarget('first')],
          benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 3 }],
        };
        const request = async () => (await mcp.call('request_evaluation', args)).output.approval.id;
        const read = async (approval_id: string) => {
          const { output } = await mcp.call('get_approval', { workspace_id, approval_id });
          const task = await raw.send('tasks/get', { taskId: `${workspace_id}.${approval_id}` });
          return [output.approval.status, output.next.split(';')[0], task.result.status];
        };
        const page = { origin: new URL(service.url).origin, 'sec-fetch-site': 'same-origin' };
        const session = await service.call('POST', '/session', {}, page);
        const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
        const declined = await request();
        const path = `/workspaces/${workspace_id}/approvals/${declined}`;
        const said = await service.call('POST', path, { decision: 'decline' }, { ...page, cookie });
        assert.equal(said.status, 200, JSON.stringify(said.body));
        assert.deepEqual(await read(declined), ['declined', 'A person declined it', 'completed']);
        const withdrawn = await request();
        await mcp.call('withdraw_request', { workspace_id, approval_id: withdrawn });
        assert.deepEqual(await read(withdrawn), ['withdrawn', 'It was withdrawn', 'cancelled']);
      });

      test('an unknown tool and the address of no resource are errors of the protocol', async () => {
        await assert.rejects(mcp.call('approve_everything'), /There is no tool approve_everything/);
        for (const uri of ['file:///etc/passwd', 'touchstone://workspaces/x/sources/y', 'nonsense'])
          await assert.rejects(mcp.client.readResource({ uri }), /No resource|not found/i, uri);
      });
    });
});
