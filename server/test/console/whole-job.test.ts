import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type EvaluationService, startEvaluationService } from '../support/evaluation-service.ts';
import { playingAgent } from '../support/playing-agent.ts';

const NOTES =
  'The support chat answers customers in the order tool. The old gateway answered 95 % of requests within 900 ms in June.';

const CANDIDATES = ['kestrel-small', 'kestrel-medium', 'kestrel-large'];
const prices = Object.fromEntries(
  CANDIDATES.map((name, at) => [name, { input_usd_per_million: at + 1, output_usd_per_million: 2 * at + 1 }]),
);
const solver = (accuracy: number) => ({ answers: { kind: 'solver' as const, accuracy } });
const MODELS = {
  'kestrel-small': solver(0.4),
  'kestrel-medium': solver(0.8),
  'kestrel-large': solver(0.98),
};
const SCENARIO = { name: 'Support chat', workload_type: 'chat', budget: { monthly_limit_usd: 900_000 } };
const stack = (model_id: string) => ({ name: model_id, model: { provider: 'mock', model_id } });

/** A model that does the job with the tools of each role, and writes figures as references. */
const agent = playingAgent([
  [
    /gateway/,
    ([found]) =>
      found
        ? 'It was slow [[1: "The old gateway answered 95 % of requests within 900 ms in June."]].'
        : [{ name: 'search', arguments: { query: 'gateway requests' } }],
  ],
  [
    /^Draft/,
    ([made]) => (made ? 'I drafted {{1:/name}}.' : [{ name: 'create_scenario', arguments: SCENARIO }]),
  ],
  [
    /^Propose/,
    ([found, ...made]) => {
      if (!found) return [{ name: 'find_candidates', arguments: { configured: true, words: 'kestrel' } }];
      if (made.length > 0)
        return 'I propose {{2:/name}}, {{3:/name}} and {{4:/name}}. The last costs {{1:/data/2/price/output_usd_per_million}}.';
      return found.data.map(({ model_id }: { model_id: string }) => ({
        name: 'create_stack',
        arguments: stack(model_id),
      }));
    },
  ],
  [
    /^Compare/,
    ([stacks, scenarios, asked]) => {
      if (!stacks) return ['list_stacks', 'list_scenarios'].map((name) => ({ name, arguments: {} }));
      if (asked) return 'It costs about {{3:/approval/estimate/cost_usd}}, and a person approves it.';
      const target =
        (target_type: string) =>
        ({ id }: { id: string }) => ({ target_type, target_id: id });
      const targets = [
        ...stacks.data.toReversed().map(target('stack')),
        ...scenarios.data.map(target('scenario')),
      ];
      const benchmarks = [{ benchmark_type: 'arithmetic', num_samples: 60 }, { benchmark_type: 'cost' }];
      return [{ name: 'request_evaluation', arguments: { name: 'Three kestrels', targets, benchmarks } }];
    },
  ],
  [
    /came out/,
    ([evaluations, report]) => {
      if (!evaluations) return [{ name: 'list_evaluations', arguments: {} }];
      if (!report) return [{ name: 'get_evaluation', arguments: { evaluation_id: evaluations.data[0].id } }];
      return '{{2:/intervals/2/target_label}} is right in {{2:/intervals/2/score}}. The run cost {{2:/cost/usd}}. It has 99 fans.';
    },
  ],
]);

describe('The whole job in the conversation with a model', IN_BROWSER, () => {
  let service: EvaluationService;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let api: string;
  before(async () => {
    service = await startEvaluationService(
      onDisk(undefined, async () => {}),
      { models: { ...MODELS, agent: { answers: { kind: 'function', answer: agent } } } },
      { prices, models: [...CANDIDATES, 'agent'] },
      { 'agent-model': 'mock/agent' },
    );
    api = `/workspaces/${await service.newWorkspace()}`;
    browser = await openBrowser();
    page = await openPage(browser);
    complaints = complaintsOf(page);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const answers = () => page.locator('li.assistant');
  /** Says something and waits until the answer has ended. */
  async function says(words: string) {
    const before = await answers().count();
    await page.getByLabel('Message (Markdown)').fill(words);
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = answers().nth(before);
    await answer.locator('.message-steps').waitFor();
    return answer;
  }

  it('reads a source', async () => {
    await page.goto(`${service.url}/console${api}/sources`);
    await page.getByLabel('Add addresses, text or files').fill(NOTES);
    await page.getByRole('button', { name: 'Add source', exact: true }).click();
    await page.getByRole('listitem').filter({ hasText: 'ready' }).first().waitFor();
    await page.getByRole('link', { name: 'Conversation' }).click();
    const answer = await says('How fast was the old gateway in June?');
    await answer.getByRole('link', { name: '[1]' }).first().waitFor();
    const quotes = await answer.locator('blockquote').allTextContents();
    assert.match(quotes.join(), /within 900 ms in June/);
  });

  it('drafts a scenario of a described workload', async () => {
    const words =
      'Draft a scenario “Support chat”: support chat, 20 requests per second, at most $900,000 a month';
    const answer = await says(words);
    await answer.getByRole('link', { name: 'Support chat' }).waitFor();
    await answer.getByRole('button', { name: 'Undo creating Support chat' }).waitFor();
  });

  it('proposes three stacks of the catalogue and the configured providers', async () => {
    const answer = await says('Propose three stacks for it');
    for (const name of CANDIDATES) await answer.getByRole('link', { name, exact: true }).waitFor();
    assert.match(await answer.innerText(), /\$5 per million/);
    assert.deepEqual(await faults(page), []);
  });

  it('asks a person for the comparison, who approves it on the card', async () => {
    const answer = await says('Compare them');
    assert.match(await answer.innerText(), /about \$0\.\d/);
    const card = answer.getByRole('article');
    assert.match(await card.innerText(), /Cost limit\s+\$\d/);
    await card.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await card.getByText('This was approved.').waitFor();
    await card.getByRole('link', { name: /^Open “/ }).waitFor();
    const { data } = (await service.call('GET', `${api}/evaluations`)).body;
    assert.deepEqual(data.length, 1);
    await service.ended(`${api}/evaluations/${data[0].id}`);
  });

  it('explains what came out with the figures of the results', async () => {
    const { data } = (await service.call('GET', `${api}/evaluations`)).body;
    const { results } = (await service.call('GET', `${api}/evaluations/${data[0].id}`)).body;
    const answer = await says('What came out?');
    const said = (await answer.innerText()).replace(/\s+/g, ' ');
    const large = results.intervals.find(
      (one: { target_label: string }) => one.target_label === 'kestrel-large',
    );
    const share = `${Number((100 * large.score).toFixed(1))} %`;
    assert.ok(said.includes(share), `${share} in ${said}`);
    assert.doesNotMatch(said, /99 fans/);
    assert.deepEqual(await faults(page), []);
    assert.deepEqual(complaints, []);
  });
});
