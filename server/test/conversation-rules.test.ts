import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { onDisk } from './support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from './support/evaluation-service.ts';
import { pdfFile } from './support/pdf-file.ts';
import { until } from './support/until.ts';

const MODELS = {
  models: {
    good: { answers: { kind: 'solver', accuracy: 0.95 } },
    poor: { answers: { kind: 'solver', accuracy: 0.3 } },
    slow: { tokens_per_second: 1, answers: { kind: 'list', values: ['one two three four five six'] } },
  },
} as const;

describe('A conversation without a model', () => {
  let service: EvaluationService;
  before(async () => {
    service = await startEvaluationService(
      onDisk(undefined, async () => {}),
      MODELS,
    );
  });
  after(() => service.stop());

  async function answered(workspaceId: string, content: string) {
    const path = `/workspaces/${workspaceId}/messages`;
    const said = await service.call('POST', path, { content });
    assert.equal(said.status, 201, JSON.stringify(said.body));
    const at = `${path}/${said.body.answer_id}`;
    await until(async () => (await service.call('GET', at)).body.status !== 'streaming', 20);
    const { body: message } = await service.call('GET', at);
    const { data: steps } = (await service.call('GET', `${at}/steps`)).body;
    return {
      message,
      tools: steps.map(({ tool }: { tool: string }) => tool),
      text: message.content as string,
    };
  }

  describe('about results', () => {
    let workspaceId: string;
    let evaluation: { id: string; results: { overall_summary: string; verdict: { firmness: string }[] } };
    before(async () => {
      workspaceId = await service.newWorkspace();
      const made = async (kind: string, body: object) =>
        (await service.call('POST', `/workspaces/${workspaceId}/${kind}`, body)).body.id as string;
      const stack = (name: string, model_id: string, region: string) =>
        made('stacks', {
          name,
          model: { provider: 'mock', model_id },
          hardware: { cloud_provider: 'aws', region, gpu_type: 'H100' },
        });
      const targets = [
        { target_type: 'stack', target_id: await stack('in Ireland', 'good', 'eu-west-1') },
        { target_type: 'stack', target_id: await stack('in Virginia', 'poor', 'us-east-1') },
        {
          target_type: 'scenario',
          target_id: await made('scenarios', {
            name: 'support chat',
            workload_type: 'chat',
            budget: { monthly_limit_usd: 1000 },
            compliance: { regions: ['EU'] },
          }),
        },
      ];
      for (const name of ['First try', 'Twice', 'Twice'])
        await service.ended(
          await service.start(workspaceId, {
            name,
            targets: [mockTarget('good'), mockTarget('poor')],
            benchmarks: [arithmetic(15)],
          }),
        );
      const definition = { name: 'Where to run *chat*', targets, benchmarks: [arithmetic(40)] };
      evaluation = await service.ended(await service.start(workspaceId, definition));
    });

    it('says what came out in the words and figures of the newest results, with the way to them', async () => {
      const { message, text, tools } = await answered(workspaceId, 'What came out?');
      assert.deepEqual(
        [message.agent_name, message.status],
        ['explainer', 'complete'],
        JSON.stringify(message),
      );
      assert.deepEqual(tools, ['list_evaluations', 'get_evaluation']);
      assert.match(text, /^\*\*Answer\.\*\* Take none yet\./);
      const order = ['**Answer.**', '**Reasons**', '**Main doubt.**', 'Without a model configured, '];
      assert.deepEqual(
        order.map((part) => text.indexOf(part)).toSorted((a, b) => a - b),
        order.map((part) => text.indexOf(part)),
      );
      assert.match(text, /of the evaluation “Where to run \\\*chat\\\*”, completed on \d{4}-/);
      assert.ok(text.includes(evaluation.results.overall_summary), text);
      assert.match(text, /\*\*Main doubt\.\*\* Not known for in Ireland: /);
      assert.match(text, /\| in Ireland \| arithmetic \| [\d.]+ % \[[\d.]+ %, [\d.]+ %\] \| 40 \|/);
      assert.match(
        text,
        new RegExp(
          `\\[Open the evaluation\\]\\(\\S*/console/workspaces/${workspaceId}/evaluations/${evaluation.id}\\)`,
        ),
      );
    });

    const asked: [question: string, says: RegExp, not?: RegExp][] = [
      ['Why was in Virginia rejected?', /“in Virginia” was rejected\. regions: .*us-east-1/s, /\*\*Answer/],
      [
        'Why was “in Ireland” rejected?',
        /“in Ireland” was not rejected: it lacks data\. /,
        /in Virginia” was/,
      ],
      ['Warum wurde in Virginia abgelehnt?', /“in Virginia” was rejected\. regions: /],
      ['Who won?', /\*\*Answer\.\*\* Take none yet\./, /Rejected/],
      ['Wer hat gewonnen?', /\*\*Answer\.\*\* Take none yet\./],
      ['How firm is it?', /How firm that is\*\*[^|]*in Ireland[^|]*undecided/s, /\*\*Answer/],
      ['What would change it?', /\*\*What would change it.*“in Virginia” would need: /s],
      ['What is undecided?', /“in Ireland”, .*not known: .* \(add \/gpu/s],
      ['@explainer what did the run cost?', /\*\*Cost of the run\.\*\*/],
      ['What came out of first try?', /of the evaluation “First try”, completed/],
      [
        'Which results has “Nobody”?',
        /^“Nobody” is no evaluation that I can find, and nothing .*first:\n\n- “Where/s,
      ],
    ];
    for (const [question, says, not] of asked)
      it(`answers ${question}`, async () => {
        const { message, text } = await answered(workspaceId, question);
        assert.deepEqual([message.agent_name, message.status], ['explainer', 'complete']);
        assert.match(text, says);
        if (not) assert.doesNotMatch(text, not);
      });

    it('finds the evaluation of a scenario that is named, also behind newer ones', async () => {
      const another = { name: 'Later', targets: [mockTarget('good')], benchmarks: [arithmetic(15)] };
      const path = await service.start(workspaceId, another);
      await service.ended(path);
      const question = 'Which results are there for the requirements “support chat”?';
      const { text } = await answered(workspaceId, question);
      assert.match(text, /Without a model configured, .*“Where to run/);
      await service.call('DELETE', path);
    });

    it('leaves a source with such a word in its name to the researcher', async () => {
      const { message } = await answered(workspaceId, 'What does “Results of May” say about prices?');
      assert.equal(message.agent_name, 'researcher');
    });

    it('asks which one is meant where several have the name, and takes its id', async () => {
      const { text, tools } = await answered(workspaceId, 'What came out of Twice?');
      assert.match(text, /^Several evaluations fit\./);
      const ids = [...text.matchAll(/`([0-9a-f-]{36})`/g)].map(([, id]) => id);
      assert.deepEqual([ids.length, tools], [2, ['list_evaluations']]);
      const { text: one } = await answered(workspaceId, `What came out of ${ids[1]}?`);
      assert.ok(one.includes(`/evaluations/${ids[1]})`), one);
    });

    it('fails with the reason where there is no evaluation of an id', async () => {
      const { message } = await answered(workspaceId, `@explainer ${workspaceId}`);
      assert.deepEqual([message.status, message.error.code], ['failed', 'not_found']);
    });
  });

  it('names the pages of a PDF that are pictures where it finds no answer, and only there', async () => {
    const workspaceId = await service.newWorkspace();
    const said =
      'BT /F1 12 Tf 14 TL 60 700 Td (A parcel to an island costs 7.50 EUR more than others. Parcels to other places cost the same.) Tj' +
      ' T* (Letters are weighed at the counter, and a parcel that is too heavy goes back to its sender.) Tj'.repeat(
        3,
      ) +
      ' ET';
    const picture = 'q 500 0 0 600 60 60 cm BI /W 4 /H 4 /BPC 8 /CS /G ID 0123456789abcdef EI Q';
    const drawn = [said, picture, ...Array(5).fill([picture, '']).flat(), picture];
    const content = pdfFile(drawn, { drawn: true }).toString('base64');
    const path = `/workspaces/${workspaceId}/sources`;
    const { body } = await service.call('POST', path, { type: 'pdf', title: 'Prices', content });
    await until(async () => (await service.call('GET', `${path}/${body.id}`)).body.status === 'ready', 20);
    const pages =
      /7 pages of “Prices” have no text \(pages 2–3, 5, 7, 9, 11 …\): they are pictures and were not searched\./;
    assert.match((await answered(workspaceId, 'Who founded the company?')).text, pages);
    const found = await answered(workspaceId, 'What does a parcel to an island cost more?');
    assert.match(found.text, /“A parcel to an island costs/);
    assert.doesNotMatch(found.text, /no text/);
  });

  it('quotes the text that answers, and no rows of a test set', async () => {
    const workspaceId = await service.newWorkspace();
    const said = 'A parcel to an island costs 7.50 EUR more.';
    const row = JSON.stringify({
      input: `${said}\n\nWhat does a parcel to an island cost more?`,
      expected: '7.50',
    });
    await service.newSource(workspaceId, 'Questions', `${row}\n`.repeat(5));
    const { text: without } = await answered(workspaceId, 'What does a parcel to an island cost more?');
    assert.match(without, /The sources do not say/);
    await service.newSource(workspaceId, 'Prices', `# Prices\n\n${said}`);
    const { text } = await answered(workspaceId, 'What does a parcel to an island cost more?');
    assert.match(text, /“A parcel to an island costs 7\\?\.50 EUR more\\?\.” \[1\]/);
    assert.doesNotMatch(text, /Questions|expected/);
  });

  it('says that nothing was measured, and what to do', async () => {
    const { text } = await answered(await service.newWorkspace(), 'Who won?');
    assert.match(text, /^Nothing was measured in this workspace yet: .*Make one under Evaluations/);
  });

  it('says of one that runs that it has not ended', async () => {
    const workspaceId = await service.newWorkspace();
    const definition = { name: 'Long', targets: [mockTarget('slow')], benchmarks: [arithmetic(30)] };
    const path = await service.start(workspaceId, definition);
    const { text } = await answered(workspaceId, 'What came out?');
    assert.match(text, /^No evaluation has ended yet.*- “Long”, (?:queued|running, \d+ %), of /s);
    await service.call('POST', `${path}/cancel`);
    await service.ended(path);
    const { text: then } = await answered(workspaceId, 'What came out?');
    assert.match(then, /“Long”, cancelled/);
  });

  describe('about a workload', () => {
    let workspaceId: string;
    before(async () => {
      workspaceId = await service.newWorkspace();
    });
    const scenarios = async () =>
      (await service.call('GET', `/workspaces/${workspaceId}/scenarios?limit=100`)).body.data;

    const drafted: [sentence: string, scenario: object][] = [
      [
        'Draft a scenario: support chat, p95 under 800 ms, 50 requests per second, 99.9 % availability, at most $1,500 a month, hosted in the EU, SOC 2 Type II and ISO 27001, low lock-in',
        {
          name: 'support chat, p95 latency at most 800 ms',
          workload_type: 'chat',
          slo_requirements: { p95_latency_ms: 800, throughput_rps: 50, availability: 99.9 },
          budget: { monthly_limit_usd: 1500 },
          compliance: { regions: ['EU'], certifications: ['SOC 2 Type II', 'ISO 27001'] },
          vendor_lock_in_tolerance: 'low',
        },
      ],
      [
        'Erstelle ein Szenario „Kasse 7“: Chatbot, p50 höchstens 0,4 s und p99 unter 2,5 Sekunden, 1.200 Anfragen pro Sekunde, höchstens 2 Dollar pro 1.000 Anfragen, Daten nur in Deutschland',
        {
          name: 'Kasse 7',
          workload_type: 'chat',
          slo_requirements: { p50_latency_ms: 400, p99_latency_ms: 2500, throughput_rps: 1200 },
          budget: { cost_per_1k_requests_usd: 2 },
          compliance: { regions: ['Germany'] },
        },
      ],
      [
        'Create a scenario called "Night shift" for summarization, 95 % of requests within 2 s',
        { name: 'Night shift', workload_type: 'summarization', slo_requirements: { p95_latency_ms: 2000 } },
      ],
      [
        '@scenario-drafter p99 of 3 seconds, a monthly budget of $2k, bursty traffic',
        {
          workload_type: 'general',
          traffic_profile: 'bursty',
          slo_requirements: { p99_latency_ms: 3000 },
          budget: { monthly_limit_usd: 2000 },
        },
      ],
      [
        'Draft a scenario: support chat, at least 80 % on gsm8k and 72.5 % on mmlu/anatomy, p95 under 800 ms',
        {
          quality: [
            { benchmark: 'gsm8k', min: 0.8 },
            { benchmark: 'mmlu', subset: 'anatomy', min: 0.725 },
          ],
          slo_requirements: { p95_latency_ms: 800 },
        },
      ],
      [
        'Erstelle ein Szenario: Chatbot mit mindestens 90 % bei TruthfulQA',
        { quality: [{ benchmark: 'truthfulqa_mc1_gen', min: 0.9 }] },
      ],
      [
        '@scenario-drafter a fast RAG: p50 below 300ms',
        { workload_type: 'rag', slo_requirements: { p50_latency_ms: 300 } },
      ],
    ];
    for (const [sentence, expected] of drafted)
      it(`drafts: ${sentence}`, async () => {
        const before = (await scenarios()).length;
        const { message, tools, text } = await answered(workspaceId, sentence);
        assert.deepEqual([message.agent_name, message.status], ['scenario-drafter', 'complete'], text);
        const all = await scenarios();
        assert.deepEqual([all.length - before, tools], [1, ['create_scenario']], text);
        const { id, name } = all[0];
        assert.partialDeepStrictEqual(all[0], expected);
        assert.deepEqual(message.made, [{ kind: 'scenario', id, name }]);
        assert.match(text, /^Without a model configured, .*\(you said “.*Not stated, so not required: /s);
      });

    const asked: [sentence: string, asks: RegExp][] = [
      ['Draft a scenario for a fast chat', /“fast”: How fast\?/],
      [
        'Draft a scenario: chat, at most 80 % on gsm8k',
        /“at most 80 % on gsm8k”: A minimum quality is the least/,
      ],
      ['Draft a scenario: chat, 80 % on gsm8k, 90 % on gsm8k', /different values of one thing/],
      ['Draft a scenario: chat, at least 80 % on our questions', /“80 %.*”: What does it limit/],
      ['Draft a scenario: chat, 200', /“200”: What does it limit, and in which unit/],
      ['Draft a scenario: chat, latency under 500 ms', /“500 ms”: Which percentile/],
      ['Draft a scenario: chat, $500', /“\$500”: Is that a month/],
      ['Draft a scenario: chat, €500 a month', /“€500.*”: What does it limit/],
      ['Draft a scenario: chat for 300 users', /“300 users”: What does it limit/],
      ['Draft a scenario: chat, 600 requests per minute', /“600 requests per minute”: What/],
      ['Draft a scenario: chat, p90 under 2 s', /“p90 under 2 s”: A scenario limits p50, p95 or p99/],
      ['Draft a scenario: chat, p95 under 2 s, p95 under 3 s', /different values of one thing/],
      ['Draft a scenario: chat, p95 under 1.500 s', /“p95 under 1.500 s”: Is the mark in it/],
      ['Draft a scenario: chat, SOC 2 is not needed', /“SOC 2”: There is a “not”/],
      ['Draft a scenario: chat with customers from the US', /“US”: Must it run there\?/],
      ['Draft a scenario: chat or classification', /“chat and classification”|“classification and chat”/],
      ['Draft a scenario: chat, GDPR', /“GDPR”: Which regions or certificates/],
      ['Draft a scenario: chat, p95 at least 2 s', /“2 s”: .* upper limits/],
      ['Draft no scenario: do not create a scenario for chat', /“do not create”: Do you want a scenario/],
      ['How do I create a scenario for chat?', /“How”: Do you want a scenario/],
      [`Draft a scenario: chat ${'100 '.repeat(9000)}`, /read at most 2,000 characters/],
      ['Draft a scenario', /found neither a kind of work nor a limit/],
    ];
    for (const [sentence, asks] of asked)
      it(`asks back: ${sentence}`, async () => {
        const before = (await scenarios()).length;
        const { message, tools, text } = await answered(workspaceId, sentence);
        assert.deepEqual([message.agent_name, message.status, tools], ['scenario-drafter', 'complete', []]);
        assert.match(text, asks);
        assert.match(text, /nothing was created|Nothing was created/);
        assert.equal((await scenarios()).length, before);
      });

    it('fails with what the scenario must not be, and creates nothing', async () => {
      const { message } = await answered(workspaceId, 'Draft a scenario: chat, p50 of 3 s, p95 of 2 s');
      assert.deepEqual(
        [message.status, message.error.code, message.made],
        ['failed', 'impossible', undefined],
      );
    });
  });

  describe('about a comparison', () => {
    let workspaceId: string;
    before(async () => {
      workspaceId = await service.newWorkspace();
      for (const [name, model_id] of [
        ['Kestrel', 'good'],
        ['Kestrel Large', 'poor'],
        ['Merlin', 'poor'],
      ])
        await service.call('POST', `/workspaces/${workspaceId}/stacks`, {
          name,
          model: { provider: 'mock', model_id },
        });
    });
    const approvals = async () =>
      (await service.call('GET', `/workspaces/${workspaceId}/approvals`)).body.data;

    it('estimates what is named exactly, and asks a person', async () => {
      const sentence = 'Compare Kestrel Large and merlin on arithmetic with 40 questions';
      const { message, tools, text } = await answered(workspaceId, sentence);
      assert.deepEqual(
        [message.agent_name, message.status],
        ['evaluator', 'complete'],
        JSON.stringify(message),
      );
      assert.deepEqual(tools.slice(3), ['estimate_evaluation', 'request_evaluation']);
      const [approval, ...others] = await approvals();
      assert.deepEqual([approval.status, approval.message_id, others], ['pending', message.id, []]);
      assert.deepEqual(message.made, [{ kind: 'approval', id: approval.id, name: 'Merlin, Kestrel Large' }]);
      assert.deepEqual([approval.body.targets.length, approval.body.benchmarks], [2, [arithmetic(40)]]);
      assert.match(
        text,
        /Estimate: 80 calls, .*arithmetic with 40 questions can show.*Nothing has run: a person/s,
      );
      const { body } = await service.call('GET', `/workspaces/${workspaceId}/evaluations`);
      assert.deepEqual(body.data, []);
    });

    const unclear: [sentence: string, says: RegExp][] = [
      [
        'Compare Kestrel and Osprey on arithmetic with 40 questions',
        /I do not know “Osprey”\..*Stacks: Merlin, Kestrel Large, Kestrel\./s,
      ],
      ['@evaluator compare Kestrel and Merlin and Osprey on arithmetic', /I do not know “Osprey”/],
      [
        'Compare Kestrel and Merlin with 40 questions',
        /Name what to measure, or a scenario\..*Benchmarks: .*arithmetic/s,
      ],
      ['@evaluator Kestrel on arithmetic', /Name two stacks, or a stack and a scenario/],
      [
        '@evaluator estimate Kestrel against Merlin on arithmetic',
        /Nothing was asked for: this is an estimate/,
      ],
    ];
    for (const [sentence, says] of unclear)
      it(`asks for nothing: ${sentence}`, async () => {
        const before = (await approvals()).length;
        const { message, text } = await answered(workspaceId, sentence);
        assert.deepEqual(
          [message.agent_name, message.status],
          ['evaluator', 'complete'],
          JSON.stringify(message),
        );
        assert.match(text, says);
        assert.equal((await approvals()).length, before);
      });
  });

  describe('from a workload to results', () => {
    let workspaceId: string;
    let own: EvaluationService;
    const prices = Object.fromEntries(
      ['good', 'poor', 'dear'].map((name, at) => [
        name,
        { input_usd_per_million: at + 1, output_usd_per_million: 2 * at + 1 },
      ]),
    );
    before(async () => {
      own = await startEvaluationService(
        onDisk(undefined, async () => {}),
        { models: { ...MODELS.models, dear: { answers: { kind: 'solver', accuracy: 0.9 } } } },
        { prices, models: Object.keys(prices) },
      );
      workspaceId = await own.newWorkspace();
    });
    after(() => own.stop());

    async function says(content: string) {
      const path = `/workspaces/${workspaceId}/messages`;
      const said = await own.call('POST', path, { content });
      const at = `${path}/${said.body.answer_id}`;
      await until(async () => (await own.call('GET', at)).body.status !== 'streaming', 20);
      const { body } = await own.call('GET', at);
      assert.equal(body.status, 'complete', JSON.stringify(body));
      return body;
    }
    const made = (message: { made?: { kind: string; name: string }[] }) =>
      (message.made ?? []).map(({ kind, name }) => `${kind} ${name}`);
    const scenario = 'support chat, p95 latency at most 4,000 ms';

    /** In this order; each line goes on from those before it. */
    const dialogue: [sentence: string, agent: string, says: RegExp, makes?: string[]][] = [
      ['Compare them', 'evaluator', /There are no stacks yet: ask for some/],
      ['Propose three stacks', 'stack-proposer', /For what\? There is no scenario yet/],
      ['Our support chat: p95 under 4 s', 'scenario-drafter', /load needs a rate/, [`scenario ${scenario}`]],
      [
        'and 40 requests per second, at most $600,000 a month',
        'scenario-drafter',
        /requests per second at the peak: 40.*undo the earlier one/s,
        [`scenario ${scenario}`],
      ],
      [
        'Propose three stacks for it',
        'stack-proposer',
        /Others fail: cost of a month.*1\. “good”: \$1 per million input.*It is mock\/good\..*Say “Compare them”/s,
        ['stack good', 'stack poor', 'stack dear'],
      ],
      ['Propose three stacks for it', 'stack-proposer', /Nothing was drafted: they are candidates already/],
      ['Propose something nice', 'stack-proposer', /I do not know “something”, “nice”/],
      ['Propose models under $2 per million tokens', 'stack-proposer', /input or of output tokens\?/],
      ['Propose twenty models', 'stack-proposer', /I do not know “twenty”/],
      ['Propose three models without vision', 'stack-proposer', /There is a “without” in it/],
      ['Propose gpt-oss-120b', 'stack-proposer', /offered by several: say groq\/openai\/gpt-oss-120b or/],
      [
        'Which models in the catalogue cost under $1 per million output tokens with 200k context?',
        'stack-proposer',
        /1\. amazon-bedrock\/amazon\.nova-lite.*Nothing was drafted\. Say “Make stacks of/s,
      ],
      ['run it', 'evaluator', /Nothing waits for an approval/],
      ['What came out?', 'explainer', /^Nothing was measured in this workspace yet/],
      ['Compare those four', 'evaluator', /which stacks you mean by “those four”: 3 were spoken of last/],
      [
        'Compare those three on arithmetic with 20 questions, without load',
        'evaluator',
        /Judged by the limits of “support chat.*- arithmetic, 20 for each.*- cost: the budget.*Estimate: 60 calls/s,
        [`approval good, poor, dear, ${scenario}`],
      ],
      ['What would that cost with 40 questions?', 'evaluator', /Estimate: 120 calls.*this is an estimate/s],
      ['What came out?', 'explainer', /has not run\. A person approves or declines it/],
      [
        'run it',
        'evaluator',
        /A message approves nothing.*at most \$0\.\d+/s,
        [`approval good, poor, dear, ${scenario}`],
      ],
    ];
    for (const [sentence, agent, text, makes] of dialogue)
      it(`${agent}: ${sentence}`, async () => {
        const message = await says(sentence);
        assert.equal(message.agent_name, agent, message.content);
        assert.match(message.content, text);
        assert.deepEqual(made(message), makes ?? []);
      });

    it('explains it once it was approved and has ended, and knows which one the second is', async () => {
      const path = `/workspaces/${workspaceId}/approvals`;
      const [approval] = (await own.call('GET', `${path}?status=pending`)).body.data;
      const console = await asConsole(own);
      const decision = { decision: 'approve' };
      const approved = await own.call('POST', `${path}/${approval.id}`, decision, console);
      assert.equal(approved.status, 200, JSON.stringify(approved.body));
      const evaluation = `/workspaces/${workspaceId}/evaluations/${approved.body.result.evaluation_id}`;
      const { results } = await own.ended(evaluation);
      const whole = await says('What came out?');
      assert.ok(whole.content.includes(results.overall_summary), whole.content);
      assert.match(whole.content, /\| poor \| arithmetic \| [\d.]+ % \[/);
      const limits = await says('Does the second one meet the limits?');
      assert.equal(limits.agent_name, 'explainer');
      assert.match(limits.content, /“poor”, p95 .*: unknown/);
      assert.doesNotMatch(limits.content, /“good”|“dear”/);
    });
  });
});

/** What a page of the console sends where no key exists. */
async function asConsole({ url, call }: EvaluationService): Promise<Record<string, string>> {
  const own = { origin: url, 'sec-fetch-site': 'same-origin' };
  const { headers } = await call('POST', '/session', {}, own);
  return { ...own, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
}
