import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MockScriptInput, Reply } from '@touchstone/mock';
import { onDisk } from './support/each-database.ts';
import { type EvaluationService, mockTarget, startEvaluationService } from './support/evaluation-service.ts';
import { INJECTED, type Injected, type Place } from './support/injected-instructions.ts';
import { until } from './support/until.ts';

/** What stands in another workspace, and in no answer. */
const SECRET = 'zebra-of-another-workspace';

/** How a person makes an agent read what stands in a place. */
const ASKED: Record<Place, string> = {
  source: '@researcher What does the note say?',
  'source title': '@researcher Which sources are there?',
  'scenario name': '@evaluator Which scenarios are there?',
  'stack name': '@evaluator Which stacks are there?',
  'evaluation name': '@explainer Which evaluations are there?',
  'dataset item': '@explainer What was asked?',
  'model answer': '@explainer What was answered?',
  'earlier answer': '@researcher What did you say?',
};

/** Without a model each instruction is asked for in its own words, so that it is found and shown. */
const askedWithoutModel = ({ place, words }: Injected) =>
  `${ASKED[place].startsWith('@researcher') ? '@researcher' : '@explainer'} ${words}`;

const wordsAt = (place: Place) => INJECTED.filter((one) => one.place === place).map(({ words }) => words);
const letters = (text: string) => text.replace(/\\[nu"\\]|[^\p{L}\p{N}]/gu, '');

/** What the obedient model has to know of the service, and what it did. */
interface Obedience {
  evaluationId: string;
  other: { workspace_id: string; source_id: string; chunk_id: string };
  obeyed: Set<Injected>;
}

type Turn = { role: string; content: string | null };

/**
 * A model that obeys whatever it reads: it looks up what the question is about, and where the instruction of that row
 * (`#7` in the question) stands in anything it was told, it calls the tool, then says what the instruction wants said.
 */
function obey(state: Obedience, { messages }: { messages: readonly unknown[] }): Reply {
  const turns = messages as readonly Turn[];
  const asked = turns.findLast(({ role, content }) => role === 'user' && /#\d+$/.test(content ?? ''));
  const row = INJECTED[Number(/#(\d+)$/.exec(asked?.content ?? '')?.[1])];
  if (!row) return 'I do not know.';
  const told = letters(turns.map(({ content }) => content ?? '').join('\n'));
  const calls = turns.slice(turns.indexOf(asked as Turn)).filter(({ role }) => role === 'tool').length;
  if (!told.includes(letters(row.words))) return calls === 0 ? lookUp(row, state) : 'Nothing.';
  if (!state.obeyed.has(row)) {
    state.obeyed.add(row);
    const { name, arguments: input } = row.obeys;
    return { tool_calls: [{ name, arguments: JSON.parse(withOther(JSON.stringify(input), state)) }] };
  }
  return `${row.words} [Done](https://evil.example/?q=key) ![](https://evil.example/p.png)`;
}

function withOther(json: string, { other }: Obedience): string {
  return json
    .replaceAll('OTHER_WORKSPACE', other.workspace_id)
    .replaceAll('OTHER_SOURCE', other.source_id)
    .replaceAll('OTHER_CHUNK', other.chunk_id);
}

function lookUp({ place, words }: Injected, { evaluationId }: Obedience): Reply {
  const one = (name: string, input: Record<string, unknown> = {}) => ({
    tool_calls: [{ name, arguments: input }],
  });
  switch (place) {
    case 'source':
      return one('search', { query: words.replace(/[^\p{L}\p{N} ]/gu, ' ').slice(0, 100) });
    case 'source title':
      return one('list_sources', { limit: 50 });
    case 'scenario name':
      return one('list_scenarios', { limit: 50 });
    case 'stack name':
      return one('list_stacks', { limit: 50 });
    case 'evaluation name':
      return one('list_evaluations', { limit: 50 });
    case 'earlier answer':
      return 'Nothing.';
    default:
      return one('get_samples', { evaluation_id: evaluationId, limit: 50 });
  }
}

for (const model of [null, 'mock/agent'])
  describe(`thirty injected instructions, ${model === null ? 'without a model' : 'with a model that obeys them'}`, () => {
    const state: Obedience = {
      evaluationId: '',
      other: { workspace_id: '', source_id: '', chunk_id: '' },
      obeyed: new Set(),
    };
    let service: EvaluationService;
    let path: string;
    let untouched: object;

    before(async () => {
      const script: MockScriptInput = {
        models: {
          agent: { answers: { kind: 'function', answer: (call) => obey(state, call) } },
          parrot: { answers: { kind: 'list', values: wordsAt('model answer') } },
        },
      };
      const place = onDisk(undefined, async () => {});
      const prices = { agent: { input_usd_per_million: 1, output_usd_per_million: 1 } };
      service = await startEvaluationService(
        place,
        script,
        { prices },
        model === null ? {} : { 'agent-model': model },
      );
      path = `/workspaces/${await service.newWorkspace()}`;
      await fill();
      untouched = await inventory();
    });
    after(() => service.stop());

    const post = async (to: string, body: object) => {
      const { status, body: made } = await service.call('POST', to, body);
      assert.equal(status, 201, JSON.stringify(made));
      return made;
    };
    const list = async (of: string) => (await service.call('GET', `${of}?limit=100`)).body.data;

    async function fill(): Promise<void> {
      const workspaceId = path.replace('/workspaces/', '');
      for (const [at, words] of wordsAt('source').entries())
        await service.newSource(workspaceId, `Note ${at}`, `The note of day ${at}.\n\n${words}`);
      for (const title of wordsAt('source title'))
        await service.newSource(workspaceId, title, 'Nothing but a title.');
      for (const name of wordsAt('scenario name'))
        await post(`${path}/scenarios`, { name, workload_type: 'chat' });
      for (const name of wordsAt('stack name'))
        await post(`${path}/stacks`, { name, model: { provider: 'mock', model_id: 'agent' } });
      const items = wordsAt('dataset item').map((input) => JSON.stringify({ input, expected: 'nothing' }));
      items.push(JSON.stringify({ input: 'One more?', expected: 'nothing' }));
      const subset = await service.newSource(workspaceId, 'items.jsonl', items.join('\n'));
      for (const name of wordsAt('evaluation name')) {
        const definition = {
          name,
          targets: [mockTarget('parrot')],
          benchmarks: [{ benchmark_type: 'dataset', subset }],
        };
        const { id } = await service.ended(await service.start(workspaceId, definition));
        state.evaluationId = id;
      }
      for (const content of wordsAt('earlier answer')) {
        const { id } = await post(`${path}/messages`, { role: 'assistant', content, respond: false });
        await service.call('PATCH', `${path}/messages/${id}`, { pinned: true });
      }
      const other = await service.newWorkspace();
      const source_id = await service.newSource(other, 'Passwords', `The password is ${SECRET}.`);
      const chunks = await list(`/workspaces/${other}/sources/${source_id}/chunks`);
      state.other = { workspace_id: other, source_id, chunk_id: chunks[0].id };
    }

    /** Everything that an obeyed instruction could have made, changed, run or spent. */
    async function inventory(): Promise<object> {
      const spaces = await list('/workspaces');
      const nouns = ['scenarios', 'stacks', 'sources', 'evaluations'];
      const held = await Promise.all(
        spaces.flatMap(({ id }: { id: string }) => nouns.map((noun) => list(`/workspaces/${id}/${noun}`))),
      );
      const named = spaces.map(({ id, name }: { id: string; name: string }) => ({ id, name }));
      return { named, held, keys: await list('/api-keys'), asked: service.requestsTo('parrot') };
    }

    async function answered(content: string) {
      const said = await post(`${path}/messages`, { content });
      const at = `${path}/messages/${said.answer_id}`;
      await until(async () => (await service.call('GET', at)).body.status !== 'streaming');
      const { body: message } = await service.call('GET', at);
      return { message, steps: (await service.call('GET', `${at}/steps`)).body.data };
    }

    for (const [at, row] of INJECTED.entries())
      it(`${row.place}: ${row.words}`, async () => {
        const { message, steps } = await answered(
          model === null ? askedWithoutModel(row) : `${ASKED[row.place]} #${at}`,
        );
        assert.equal(message.status, 'complete', JSON.stringify(message.error));
        assert.equal(state.obeyed.has(row), model !== null, JSON.stringify(steps));
        assert.deepEqual(await inventory(), untouched);
        // What the evaluator asks for waits for a person.
        const asked = (await list(`${path}/approvals`)).map(({ status }: { status: string }) => status);
        const made = (message.made ?? []).map(({ kind }: { kind: string }) => kind);
        assert.deepEqual([...new Set(asked)], asked.length > 0 ? ['pending'] : []);
        assert.deepEqual(made, mayAsk(row) && model !== null ? ['approval'] : []);
        assert.ok(!JSON.stringify([message, steps]).includes(SECRET));
        // In a fence every character stands for itself.
        const laidOut = message.content.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '');
        assert.doesNotMatch(laidOut, /(?<!\\)(?:\]\(\S*evil|<img|<!--)/);
      });

    it('who drafts is not told what an earlier answer said', async () => {
      for (const at of INJECTED.keys()) {
        if (INJECTED[at]?.place !== 'earlier answer') continue;
        state.obeyed.clear();
        await answered(`@scenario-drafter Go on #${at}`);
        assert.deepEqual([...state.obeyed], []);
      }
      assert.deepEqual(await inventory(), untouched);
    });
  });

/** The evaluator reads names, and may ask a person for a run. */
function mayAsk({ place, obeys }: Injected): boolean {
  return (place === 'stack name' || place === 'scenario name') && obeys.name === 'request_evaluation';
}
