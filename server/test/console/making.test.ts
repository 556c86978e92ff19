import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { sendJson, startAppServer } from '../support/app-server.ts';
import { flagsFor, type ServeProcess, startServe } from '../support/cli-process.ts';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { until } from '../support/until.ts';

describe('Making things in the console', IN_BROWSER, () => {
  const place = onDisk(undefined, async () => {});
  let complaints: string[];
  let service: ServeProcess;
  let browser: Browser;
  let page: Page;
  let api: string;
  let home: string;

  before(async () => {
    service = await startServe(flagsFor(place));
    browser = await openBrowser();
    page = await openPage(browser);
    // What the service refuses on purpose here, the browser reports by itself.
    complaints = complaintsOf(page, /status of 4(12|22)|ERR_FAILED/);
    const { id } = await send('POST', `${service.url}/workspaces`, { name: 'Support' });
    api = `${service.url}/workspaces/${id}`;
    home = `${service.url}/console/workspaces/${id}`;
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await place.remove();
  });

  async function send(method: string, url: string, body?: object) {
    const response = await fetch(url, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, never>;
  }
  const drawer = (name: string) => page.getByRole('dialog', { name });
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  describe('candidates', () => {
    it('are made from what is offered, and a slip in a provider’s name is said at once', async () => {
      await page.goto(`${home}/candidates`);
      await press('New candidate');
      const form = drawer('New candidate');
      await form.getByLabel('Name').fill('The adder');
      await form.getByLabel('Provider').fill('baselin');
      await form.getByText('No provider has the name “baselin”.').waitFor();
      await page.keyboard.press('Tab');
      await form.getByRole('button', { name: 'baseline', exact: true }).click();
      assert.equal(await form.getByLabel('Provider').inputValue(), 'baseline');
      await form.getByLabel('Model').click();
      await page.getByRole('option', { name: /^arithmetic/ }).click();
      assert.equal(await form.getByLabel('Model').inputValue(), 'arithmetic');
      await form.getByRole('button', { name: 'Create candidate' }).dblclick();
      await row('The adder').getByText('baseline / arithmetic').waitFor();
      assert.equal(new URL(page.url()).search, '');
    });

    it('are offered from the catalogue with price, context and date, and said not to be callable', async () => {
      await page.goto(`${home}/candidates?new=true`);
      const form = drawer('New candidate');
      await form.getByLabel('Provider').fill('anthropic');
      await form.getByText('anthropic is not configured').waitFor();
      await form.getByLabel('Model').fill('claude-opus-5');
      const option = page.getByRole('option', { name: /^claude-opus-5/ }).first();
      const facts = await option.innerText();
      for (const said of ['$5 in', '1,000,000 context tokens', 'as of 20'])
        assert.ok(facts.includes(said), facts);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Escape');
      await form.getByText('Your changes are not saved.').waitFor();
      await form.getByRole('button', { name: 'Keep editing' }).click();
      assert.equal(await form.getByLabel('Provider').inputValue(), 'anthropic');
      await page.keyboard.press('Escape');
      await form.getByRole('button', { name: 'Discard changes' }).click();
      await form.waitFor({ state: 'detached' });
    });

    it('are made once where the answer was lost and the button is pressed again', async () => {
      await page.goto(`${home}/candidates?new=true`);
      const form = drawer('New candidate');
      await form.getByLabel('Name').fill('The lost');
      await form.getByLabel('Provider').fill('baseline');
      await form.getByLabel('Model').fill('echo');
      await page.keyboard.press('Tab');
      let answersLost = 0;
      await page.route('**/stacks', async (route) => {
        if (route.request().method() !== 'POST' || answersLost > 0) return route.fallback();
        answersLost += 1;
        await route.fetch();
        return route.abort();
      });
      const add = form.getByRole('button', { name: 'Create candidate' });
      await add.click();
      await form.getByText('The service cannot be reached.').waitFor();
      await add.click();
      await form.waitFor({ state: 'detached' });
      const { data } = (await send('GET', `${api}/stacks`)) as unknown as {
        data: { id: string; name: string }[];
      };
      const lost = data.filter(({ name }) => name === 'The lost');
      assert.equal(lost.length, 1);
      await fetch(`${api}/stacks/${lost[0]?.id}`, { method: 'DELETE' });
    });

    it('keep what was typed where it was refused: closing asks first, by each way', async () => {
      await page.goto(`${home}/candidates`);
      await press('New candidate');
      const form = drawer('New candidate');
      await form.getByLabel('Name').fill('The refused');
      await page.route('**/stacks', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.fallback(),
      );
      await form.getByRole('button', { name: 'Create candidate' }).click();
      await form.getByText('The service cannot be reached.').waitFor();
      for (const leave of ['Cancel', 'Close']) {
        await form.getByRole('button', { name: leave, exact: true }).click();
        await form.getByText('Your changes are not saved.').waitFor();
        await form.getByRole('button', { name: 'Keep editing' }).click();
      }
      await page.goBack();
      await form.getByText('Your changes are not saved.').waitFor();
      await form.getByRole('button', { name: 'Keep editing' }).click();
      assert.equal(await form.getByLabel('Name').inputValue(), 'The refused');
      await page.unroute('**/stacks');
      await form.getByRole('button', { name: 'Cancel', exact: true }).click();
      await form.getByRole('button', { name: 'Discard changes' }).click();
      await form.waitFor({ state: 'detached' });
    });

    it('say which requirements their region already contradicts', async () => {
      await send('POST', `${api}/scenarios`, {
        name: 'Europe only',
        workload_type: 'chat',
        compliance: { regions: ['EU'] },
      });
      await page.goto(`${home}/candidates?new=true`);
      const form = drawer('New candidate');
      await form.getByLabel('Cloud').fill('aws');
      await form.getByLabel('Region').fill('us-east-1');
      await form.getByText(/Europe only allows only EU, but .* us-east-1 is in US/).waitFor();
      await form.getByLabel('Region').fill('eu-west-1');
      await form.getByText(/Europe only allows only EU/).waitFor({ state: 'detached' });
    });

    it('are duplicated, compared and deleted', async () => {
      await page.goto(`${home}/candidates`);
      await page.getByRole('button', { name: 'Duplicate The adder' }).click();
      const copy = drawer('Copy of The adder');
      await copy.getByLabel('Name').fill('The parrot');
      await copy.getByLabel('Model').fill('echo');
      await page.keyboard.press('Tab');
      await copy.getByRole('button', { name: 'Create candidate' }).click();
      await row('The parrot').waitFor();
      await page.getByRole('link', { name: 'Compare candidates' }).click();
      const differences = page.getByRole('region', { name: 'Differences' });
      await differences.getByRole('row', { name: 'Model arithmetic echo' }).waitFor();
      await page
        .getByRole('region', { name: 'In common' })
        .getByRole('row', { name: 'Provider baseline' })
        .waitFor();
      await page.goto(`${home}/candidates?like=nobody`);
      await page.getByRole('button', { name: 'Delete The parrot' }).click();
      await drawer('Delete “The parrot”?').getByRole('button', { name: 'Delete' }).click();
      await row('The parrot').waitFor({ state: 'detached' });
    });

    it('tell an edit that it comes after somebody else’s', async () => {
      await page.goto(`${home}/candidates`);
      await page.getByRole('link', { name: 'The adder' }).click();
      await press('Edit');
      const form = drawer('Edit candidate');
      await form.getByLabel('Name').fill('My adder');
      const { data } = (await send('GET', `${api}/stacks`)) as unknown as { data: { id: string }[] };
      await send('PATCH', `${api}/stacks/${data[0]?.id}`, { name: 'Their adder', model: {} });
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('Someone else changed this after you opened it').waitFor();
      await form.getByRole('button', { name: 'Load the latest version' }).click();
      await until(async () => (await form.getByLabel('Name').inputValue()) === 'Their adder');
      await form.getByLabel('Name').fill('Our adder');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Our adder', level: 1 }).waitFor();
      await until(async () => (await page.title()).startsWith('Our adder · '));
    });

    it('answer a test call, which leaves nothing behind', async () => {
      await press('Send test call');
      await page.getByText(/Response in/).waitFor();
      const { data } = (await send('GET', `${api}/evaluations`)) as unknown as { data: unknown[] };
      assert.deepEqual(data, []);
    });

    it('name an application, which is tried before it is saved and after', async () => {
      const app = await startAppServer(({ body }, response) =>
        sendJson(response, { text: `You said ${body.q}` }),
      );
      await page.goto(`${home}/candidates?new=true`);
      const form = drawer('New candidate');
      await form.getByLabel('Name').fill('The assistant');
      assert.equal(await form.getByLabel('Request, as JSON').isVisible(), false);
      await form.getByText('Application', { exact: true }).click();
      await form.getByLabel('Address').fill(`${app.url}/ask`);
      await form.getByLabel('Request, as JSON').fill('{"q": "{{input}}", "for": "{{fields.tenant}}"}');
      await form.getByLabel('Response mapping, as JSON').fill('{"answer": "$.answer"}');
      await form.getByLabel('Item fields').fill('tenant=7');
      await form.getByRole('button', { name: 'Send request' }).click();
      await form
        .getByText('No answer at response.answer: $ has no "answer"; it is an object with text.')
        .waitFor();
      await form.getByLabel('Response mapping, as JSON').fill('{"answer": "$.text"}');
      await form.getByRole('button', { name: 'Send request' }).click();
      await form.getByText('You said What is 6 times 7?').first().waitFor();
      assert.equal(app.seen.at(-1)?.body.for, '7');
      assert.deepEqual(await faults(page), []);
      await form.getByRole('button', { name: 'Create candidate' }).click();
      await row('The assistant').getByText(`application at ${app.url}/ask`).waitFor();
      await page.getByRole('link', { name: 'The assistant' }).click();
      await page.getByLabel('Item fields').fill('tenant=8');
      await press('Send request');
      await page.getByText('You said What is 6 times 7?').first().waitFor();
      assert.equal(app.seen.at(-1)?.body.for, '8');
      assert.deepEqual(await faults(page), []);
      await app.stop();
    });
  });

  describe('requirements', () => {
    it('are said in people’s words, and empty fields set no requirement', async () => {
      await page.goto(`${home}/requirements`);
      await press('New requirements');
      const form = drawer('New requirements');
      await form.getByLabel('Name').fill('Busy hour');
      await form.getByLabel('Kind of work').selectOption('Conversation with people');
      await form.getByLabel('95 of 100 responses within, ms').fill('3500');
      await form.getByLabel('Availability, %').fill('99.5');
      await form.getByRole('button', { name: 'Add minimum score' }).click();
      await form.getByLabel('Benchmark 1', { exact: true }).selectOption('MMLU');
      await form.getByLabel('Part of benchmark 1').selectOption('anatomy: anatomy');
      await form.getByLabel('Minimum score 1, %').fill('72.5');
      await form.getByRole('button', { name: 'Add minimum score' }).click();
      await form.getByLabel('Benchmark 2', { exact: true }).selectOption('custom');
      await form.getByLabel('Criterion 2').fill('Politeness');
      await form.getByLabel('Minimum score 2, %').fill('80');
      await form.getByRole('button', { name: 'Add EU' }).click();
      await form.getByRole('button', { name: 'Add ISO 27001' }).click();
      await form.getByRole('button', { name: 'Create requirements' }).click();
      await page.getByRole('link', { name: 'Busy hour' }).click();
      await page.getByText('Last changed').waitFor();
      const text = await page.getByRole('main').innerText();
      for (const said of [
        'Conversation with people',
        'within 3,500 ms',
        'at least 99.5 %',
        'Score on mmlu/anatomy',
        'at least 72.5 %',
        'Score on custom/Politeness',
        'ISO 27001',
      ])
        assert.ok(text.includes(said), text);
      assert.ok(!text.includes('Monthly cost'), text);
    });

    it('say what is impossible, are edited, duplicated and deleted', async () => {
      await press('Edit');
      const form = drawer('Edit requirements');
      await form.getByLabel('99 of 100 responses within, ms').fill('3000');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('Limits on a time must not decrease').waitFor();
      await form.getByLabel('99 of 100 responses within, ms').fill('');
      await form.getByLabel('95 of 100 responses within, ms').fill('');
      await form.getByLabel('Monthly budget, USD').fill('18000');
      await form.getByRole('button', { name: 'Remove minimum score 1' }).click();
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('at most $18,000').waitFor();
      assert.ok(!(await page.getByRole('main').innerText()).includes('anatomy'));
      assert.ok(!(await page.getByRole('main').innerText()).includes('3,500'));
      await page.getByRole('link', { name: 'Duplicate' }).click();
      await drawer('Copy of Busy hour').getByRole('button', { name: 'Create requirements' }).click();
      await page.getByRole('button', { name: 'Delete Busy hour (copy)' }).click();
      await drawer('Delete “Busy hour (copy)”?').getByRole('button', { name: 'Delete' }).click();
      await row('Busy hour (copy)').waitFor({ state: 'detached' });
    });
  });

  describe('an evaluation', () => {
    const estimate = () => page.getByRole('complementary', { name: 'Estimate' });
    const figure = (name: string) => estimate().locator('dl > div').filter({ hasText: name }).locator('dd');
    const step = (name: string) => page.getByRole('link', { name, exact: true }).click();
    const question = (name: string) => page.getByRole('region', { name, exact: true });

    before(async () => {
      await send('POST', `${api}/stacks`, {
        name: 'The parrot',
        model: { provider: 'baseline', model_id: 'echo' },
      });
      await send('POST', `${api}/scenarios`, {
        name: 'Prompt and free',
        workload_type: 'chat',
        slo_requirements: { p95_latency_ms: 5000, throughput_rps: 20, availability: 0.9 },
        quality: [{ benchmark: 'arithmetic', min: 0.5 }],
      });
    });

    it('shows what it would cost and could show, and never the figures of another size', async () => {
      await page.goto(`${home}/evaluations`);
      await page.getByRole('link', { name: 'New evaluation' }).click();
      await estimate().getByText('Select candidates').waitFor();
      for (const name of [/Our adder/, /The parrot/]) await page.getByRole('checkbox', { name }).check();
      await press('Next');
      await page.getByRole('heading', { name: 'Benchmarks' }).and(page.locator(':focus')).waitFor();
      await page.getByLabel('Benchmark to add').selectOption('Arithmetic');
      await page.getByRole('button', { name: 'Add benchmark', exact: true }).click();
      await page.getByText(/^Smoke test: a short program without a model can pass it\./).waitFor();
      await press('Next');
      await page.getByLabel('Questions per benchmark').fill('100');
      await figure('Model calls').getByText('200', { exact: true }).waitFor();
      await estimate()
        .getByText(/^100 questions can show a difference of [\d.]+ points; 5 points need about [\d,]+\.$/)
        .waitFor();
      await page.getByLabel('Questions per benchmark').fill('5000');
      assert.match(await figure('Model calls').innerText(), /^(Calculating…|10,000)$/);
      await figure('Model calls').getByText('10,000', { exact: true }).waitFor();
      await estimate()
        .getByText(/^5,000 questions can show a difference of [\d.]+ points\.$/)
        .waitFor();
    });

    it('asks which are no worse than a baseline, and shows how likely that is found', async () => {
      await page.getByLabel('Goal').selectOption('Show that candidates are no worse than a baseline');
      const chosen = page.getByLabel('Baseline candidate', { exact: true });
      assert.match(await chosen.inputValue(), /Our adder/);
      assert.equal(await page.getByLabel('Score: margin, points').inputValue(), '5');
      await estimate()
        .getByText(
          /^With 5,000 items, a candidate as good as the baseline is shown to be no worse in score, Arithmetic/,
        )
        .waitFor();
      await page.getByLabel('Latency: margin, %').fill('20');
      await estimate()
        .getByText('No benchmark of this evaluation supports the margin latency_ratio')
        .first()
        .waitFor();
      await page.getByLabel('Latency: margin, %').fill('');
      await chosen.selectOption('The parrot');
      await estimate()
        .getByText(/^With .*, a candidate as good as the baseline/)
        .waitFor();
      await page.getByLabel('Goal').selectOption('Find the best candidate');
      assert.equal(await chosen.count(), 0);
    });

    it('survives a reload, and begins anew when that is wanted', async () => {
      await page.reload();
      assert.equal(await page.getByLabel('Questions per benchmark').inputValue(), '5000');
      await figure('Model calls').getByText('10,000', { exact: true }).waitFor();
      await page.goBack();
      // A benchmark with a number of its own does not go by that of all, until it is to.
      await question('Arithmetic').getByLabel('Questions').fill('70');
      await step('3. Size and cost');
      await page.getByText('Set separately in step 2: Arithmetic 70.').waitFor();
      await figure('Model calls').getByText('140', { exact: true }).waitFor();
      assert.equal(await page.getByLabel('Questions per').count(), 0);
      await press('Use one number for Arithmetic');
      assert.equal(await page.getByLabel('Questions per benchmark').inputValue(), '5000');
      await figure('Model calls').getByText('10,000', { exact: true }).waitFor();
      await press('Reset form');
      await estimate().getByText('Select candidates').waitFor();
      await page.reload();
      assert.equal(await page.getByRole('checkbox', { name: /Our adder/ }).isChecked(), false);
    });

    it('offers to fetch what a public benchmark lacks, and says why others cannot be had', async () => {
      await step('2. Benchmarks');
      await page.getByLabel('Benchmark to add').selectOption('GSM8K');
      await page.getByRole('button', { name: 'Add benchmark', exact: true }).click();
      await question('GSM8K').getByText('The questions must be downloaded from').waitFor();
      await question('GSM8K').getByRole('button', { name: 'Download the data of GSM8K' }).waitFor();
      await question('GSM8K').getByRole('button', { name: 'Remove GSM8K' }).click();
      await question('GSM8K').waitFor({ state: 'detached' });
      await page.getByText('Benchmarks that are not available').click();
      await page.getByText('HumanEval').waitFor();
    });

    it('measures what its requirements need, so that its verdict leaves nothing unmeasured', async () => {
      await step('1. Candidates');
      await page.getByRole('textbox', { name: 'Name' }).fill('Fast enough?');
      for (const name of [/Our adder/, /The parrot/, /Prompt and free/])
        await page.getByRole('checkbox', { name }).check();
      await press('Next');
      const load = page.getByRole('checkbox', { name: /^Load at the peak rate/ });
      await load.waitFor();
      assert.equal(await load.isChecked(), true);
      await page.getByLabel('Requests for Load').fill('5');
      await page.getByText('5 requests are too few to show that the limit holds').waitFor();
      await page.getByLabel('Requests for Load').fill('80');
      await page.getByRole('checkbox', { name: /^Arithmetic For at least 50 % on arithmetic/ }).waitFor();
      await page.getByLabel('Questions for Arithmetic').fill('4');
      await page.getByText('4 questions are too few to show that the limit holds').waitFor();
      await page.getByLabel('Questions for Arithmetic').fill('30');
      await press('Next');
      // A number for all is offered only where a benchmark goes by it.
      await page.getByText('Set separately in step 2: Arithmetic 30.').waitFor();
      assert.equal(await page.getByLabel('Questions per').count(), 0);
      await page.getByRole('button', { name: 'Run evaluation', exact: true }).dblclick();
      await page.getByRole('heading', { name: 'Fast enough?', level: 1 }).waitFor();
      const { data: made } = (await send('GET', `${api}/evaluations`)) as unknown as { data: unknown[] };
      assert.equal(made.length, 1);
      const path = new URL(page.url()).pathname.replace('/console', '');
      const ended = await measuredAt(`${service.url}${path}`);
      assert.equal(ended.status, 'completed');
      const { requirements } = ended.results;
      assert.equal(requirements.length, 8);
      for (const one of requirements) {
        const isMissed = one.kind === 'quality' && one.target_label === 'The parrot';
        assert.equal(one.status, isMissed ? 'fail' : 'pass', JSON.stringify(one));
      }
    });

    it('shows a minimum quality in the matrix, and leads from it to the answers it rests on', async () => {
      const column = page.getByRole('columnheader', { name: /arithmetic, %.*≥ 50/ });
      await column.waitFor();
      const parrot = page.getByRole('row').filter({ hasText: 'The parrot' });
      await parrot.getByRole('link', { name: /arithmetic/ }).click();
      const cell = drawer('The parrot');
      await cell.getByText(/^Missed: 0\.0 % of 30 items \(0\.0 % to 9\.5 % with 5 % of error/).waitFor();
      await cell.getByRole('link', { name: 'View samples' }).click();
      await until(() => new URL(page.url()).pathname.endsWith('/samples'));
      assert.equal(new URL(page.url()).searchParams.get('benchmark'), 'arithmetic');
    });

    it('draws how latency, rate and errors of its load went over time, with their figures as a table', async () => {
      await page.goto(`${home}/evaluations`);
      await page.getByRole('link', { name: 'Fast enough?' }).click();
      await page.getByRole('link', { name: 'Load', exact: true }).click();
      await page.getByRole('group', { name: /^Latency over time/ }).waitFor();
      const rates = page.getByRole('figure').filter({ hasText: 'Rate and errors over time' });
      await rates.getByRole('button', { name: 'Table' }).click();
      // 80 requests of each candidate are four parts of twenty.
      await rates.getByRole('row').nth(8).waitFor();
    });

    it('says which limit nothing can measure, and leads to what would change that', async () => {
      await send('POST', `${api}/scenarios`, {
        name: 'No rate',
        workload_type: 'chat',
        slo_requirements: { p95_latency_ms: 900 },
      });
      await page.goto(`${home}/evaluations/new`);
      await page.getByRole('checkbox', { name: /No rate/ }).check();
      await press('Next');
      await page.getByText('Select at least one candidate.').waitFor();
      await page
        .getByRole('checkbox', { name: /Our adder/ })
        .first()
        .check();
      await press('Next');
      const gaps = page.getByRole('list', { name: 'Not measurable' });
      await gaps.getByText('No rate limits latency but has no peak rate.').waitFor();
      await gaps.getByRole('link', { name: 'Edit requirements' }).click();
      await drawer('Edit requirements').waitFor();
    });

    it('is listed with its answer in a line', async () => {
      await page.goto(`${home}/evaluations`);
      const text = await row('Fast enough?').innerText();
      assert.ok(text.includes('Take Our adder'), text);
      assert.ok(text.includes('completed'), text);
    });

    it('begins as another one was, to be run again with changes', async () => {
      const { data } = (await send('GET', `${api}/evaluations`)) as unknown as { data: { id: string }[] };
      await page.goto(`${home}/evaluations/new?from=${data[0]?.id}`);
      assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Fast enough?');
      assert.equal(await page.getByRole('checkbox', { name: /Prompt and free/ }).isChecked(), true);
      await step('2. Benchmarks');
      await page.getByLabel('Questions for Arithmetic').waitFor();
      assert.equal(await page.getByLabel('Questions for Arithmetic').inputValue(), '30');
      assert.equal(await page.getByLabel('Requests for Load').inputValue(), '80');
      // Load in conversations is asked for by how many turns one has.
      await page.getByLabel('Turns per session').fill('3');
      await page.getByLabel('Pause between turns, s').fill('0.5');
      const inTurns = page.waitForRequest((request) =>
        /"sessions":\{"turns":3,"think_ms":500\}/.test(request.postData() ?? ''),
      );
      await step('3. Size and cost');
      await inTurns;
      // Every benchmark has a number of its own, so one for all would change nothing and is not asked for.
      assert.equal(await page.getByLabel(/^Questions per/).count(), 0);
      await page.getByText('Set separately in step 2: Arithmetic 30.').waitFor();
    });

    it('keeps the changes of another one apart from those of a plain new one', async () => {
      await page.getByLabel('Cost limit, USD').fill('31');
      await page.reload();
      assert.equal(await page.getByLabel('Cost limit, USD').inputValue(), '31');
      await press('Undo changes');
      await step('3. Size and cost');
      assert.equal(await page.getByLabel('Cost limit, USD').inputValue(), '');
      await page.goto(`${home}/evaluations/new`);
      assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), '');
    });

    it('compares candidates of one name, which is warned of when the second is made', async () => {
      await page.goto(`${home}/candidates?new=true`);
      await drawer('New candidate').getByLabel('Name').fill('The parrot');
      await drawer('New candidate').getByText('Another candidate has this name').waitFor();
      const model = { provider: 'baseline', model_id: 'echo' };
      const { id } = await send('POST', `${api}/stacks`, { name: 'The parrot', model });
      await page.goto(`${home}/evaluations/new`);
      await press('Reset form');
      for (const box of await page.getByRole('checkbox', { name: /The parrot/ }).all()) await box.check();
      await press('Next');
      await page.getByLabel('Benchmark to add').selectOption('Arithmetic');
      await page.getByRole('button', { name: 'Add benchmark', exact: true }).click();
      await press('Next');
      await page.getByLabel('Questions per benchmark').fill('40');
      await figure('Model calls').getByText('80', { exact: true }).waitFor();
      await fetch(`${api}/stacks/${id}`, { method: 'DELETE' });
      await step('1. Candidates');
      await page
        .getByRole('checkbox', { name: /The parrot/ })
        .nth(1)
        .waitFor({ state: 'detached' });
    });

    it('asks a question of one’s own, graded by a program, and says which line cannot be read', async () => {
      await press('Reset form');
      await page.getByRole('checkbox', { name: /The parrot/ }).check();
      await press('Next');
      await press('Add custom questions');
      await page.getByLabel(/^Prompt; /).fill('Say {{word}}');
      await page.getByLabel('Inputs, one JSON object per line').fill('{"word": "yes"}\nword: no');
      await page.getByLabel('Graded by').selectOption('Grader: a program checks the response');
      await page.getByLabel('Grader').fill('contains');
      await page.keyboard.press('Tab');
      await page.getByLabel('Option whole_words').selectOption('true');
      await page.getByLabel('Expected value').fill('{{word}}');
      await estimate().getByText('Line 2 of the inputs is not a JSON object').waitFor();
      await page.getByLabel('Inputs, one JSON object per line').fill('{"word": "yes"}\n{"word": "no"}');
      await figure('Model calls').getByText('2', { exact: true }).waitFor();
      await press('Next');
      await press('Run evaluation');
      await page.getByRole('heading', { name: 'The parrot', level: 1 }).waitFor();
      const path = new URL(page.url()).pathname.replace('/console', '');
      const { results, custom_eval } = await measuredAt(`${service.url}${path}`);
      assert.equal(results.target_results[0].benchmark_scores['custom/helpful'], 1);
      assert.deepEqual(custom_eval.criteria[0].grader, { type: 'contains', options: { whole_words: true } });
    });

    async function measuredAt(url: string) {
      for (;;) {
        const now = (await send('GET', url)) as unknown as {
          status: string;
          // biome-ignore lint/suspicious/noExplicitAny: read by name in the tests above
          results: any;
          // biome-ignore lint/suspicious/noExplicitAny: the same
          custom_eval: any;
        };
        if (now.status !== 'queued' && now.status !== 'running') return now;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    }
  });

  it('leads from a model that ends to the draft of a move, and shows the page of one that was measured', async () => {
    const { id } = await send('POST', `${service.url}/workspaces`, { name: 'Moving' });
    const [to, at] = [`${service.url}/workspaces/${id}`, `${service.url}/console/workspaces/${id}`];
    const add = (name: string, provider: string, model_id: string) =>
      send('POST', `${to}/stacks`, { name, model: { provider, model_id } });
    const { id: old } = await add('What we run', 'openai', 'gpt-5-2025-08-07');
    await add('The adder', 'baseline', 'arithmetic');
    await page.goto(`${at}/candidates/${old}`);
    await page.getByRole('link', { name: 'Compare replacements for What we run' }).click();
    await page.getByRole('heading', { name: 'Candidates' }).waitFor();
    for (const name of ['What we run', 'The adder'])
      assert.ok(await page.getByRole('checkbox', { name }).isChecked(), name);
    await page.getByRole('link', { name: '3. Size and cost' }).click();
    const baseline = page.getByLabel('Baseline candidate', { exact: true });
    assert.match(await baseline.inputValue(), /What we run/);

    const model = (model_id: string) => ({
      target_type: 'model',
      model_provider: 'baseline',
      model_id,
      label: model_id,
    });
    const made = await send('POST', `${to}/evaluations`, {
      name: 'Moving on',
      targets: [model('arithmetic'), model('echo')],
      benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 40 }],
      methodology: { question: 'no_worse', baseline: 'arithmetic', no_worse_margins: { score: 0.05 } },
    });
    await until(async () => (await send('GET', `${to}/evaluations/${made.id}`)).status === 'completed', 50);
    await page.goto(`${at}/evaluations/${made.id}`);
    await page.getByRole('link', { name: 'Migration', exact: true }).click();
    await page.getByText('Stay with arithmetic for now').waitFor();
    await page.getByRole('heading', { name: 'Compared with arithmetic' }).waitFor();
    for (const title of ['No worse than the baseline, by measure', 'Shutdown dates']) {
      await page.locator('summary').filter({ hasText: title }).click();
      await page.getByRole('heading', { name: title }).waitFor();
    }
    assert.deepEqual(await faults(page), []);
  });

  it('has nothing that axe finds, in both themes and on a narrow screen', async () => {
    const { data: stacks } = (await send('GET', `${api}/stacks`)) as unknown as { data: { id: string }[] };
    const [a, b] = stacks;
    const paths = [
      'candidates?new=true',
      `candidates/${a?.id}`,
      `candidates/compare?a=${a?.id}&b=${b?.id}`,
      'requirements?new=true',
      'evaluations',
      'evaluations/new',
      'evaluations/new?step=2',
      'evaluations/new?step=3',
    ];
    for (const path of paths) {
      await page.goto(`${home}/${path}`);
      await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' });
      assert.deepEqual(await faults(page), [], path);
    }
  });

  it('says nothing in the console of the browser', () => {
    assert.deepEqual(complaints, []);
  });
});
