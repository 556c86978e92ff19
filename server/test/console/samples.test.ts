import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../support/evaluation-service.ts';
import { until } from '../support/until.ts';

const LONG = 'w'.repeat(200);
const HOSTILE = [
  '# Heading',
  '<img src=x onerror="alert(1)"><script>alert(2)</script><style>*{display:none}</style>',
  '[press](javascript:alert(3)) ![pixel](http://192.0.2.1/pixel.png) **strong words**',
  LONG,
  'Answer: {answer}',
].join('\n\n');
const SCRIPT = {
  seed: 8,
  models: {
    half: { answers: { kind: 'solver', accuracy: 0.5 }, answer_format: 'I think so. Answer: {answer}' },
    most: { answers: { kind: 'solver', accuracy: 0.8 } },
    hostile: { answers: { kind: 'solver', accuracy: 0.6 }, answer_format: HOSTILE },
  },
} as const;
const WORST = `<b>${LONG.slice(0, 180)}</b>`;

// biome-ignore lint/suspicious/noExplicitAny: JSON bodies.
type Body = any;

describe('Samples in the console', IN_BROWSER, () => {
  const place = onDisk(undefined, async () => {});
  let service: EvaluationService;
  let browser: Browser;
  let page: Page;
  let path: string;
  let table: string;
  let complaints: string[];

  before(async () => {
    service = await startEvaluationService(place, SCRIPT);
    ({ path } = await service.run({
      targets: [mockTarget('half', 'Half'), mockTarget('most', 'Most'), mockTarget('hostile', WORST)],
      benchmarks: [arithmetic(120), arithmetic(40, 'level-1')],
    }));
    table = `${service.url}/console${path}/samples`;
    browser = await openBrowser();
    page = await openPage(browser);
    complaints = complaintsOf(page);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** A request looks for a limited time; the next goes on from there. */
  const read = (query: string): Promise<Body> =>
    until(async () => {
      const { body } = await service.call('GET', `${path}/samples/${query}`);
      return body.partial === true ? null : body;
    });
  const count = (text: string) => page.getByRole('status').getByText(text, { exact: true });
  const rows = () => page.getByRole('grid').getByRole('row');
  const address = () => new URL(page.url());

  it('narrows to what one candidate has right and another wrong, says how many, and keeps it in the address', async () => {
    const { total } = await read('matrix?a=Most&b=Half&relation=a_higher&limit=1');
    assert.ok(total > 0);
    await page.goto(table);
    await count('160 questions').waitFor();
    await page.getByRole('button', { name: `B right, A wrong: ${total}` }).click();
    await count(`${total} of 160 questions`).waitFor();
    assert.equal(address().search, '?a=Most&b=Half&relation=a_higher');
    await page.reload();
    await count(`${total} of 160 questions`).waitFor();
    await page.getByRole('gridcell', { name: 'Most: right' }).first().waitFor();
    assert.equal(await page.getByRole('gridcell', { name: 'Most: wrong' }).count(), 0);
    await page.getByRole('button', { name: 'Most right, Half wrong' }).click();
    await count('160 questions').waitFor();
    assert.equal(address().search, '');
  });

  it('filters by benchmark, candidate, outcome and text together, each with what it would leave', async () => {
    const benchmark = page.getByRole('group', { name: 'Benchmark' });
    await benchmark.getByRole('button', { name: 'Arithmetic, level-1 40' }).click();
    await page.getByLabel('Candidate', { exact: true }).selectOption('Half');
    const { outcomes } = await read('counts?benchmark=arithmetic%2Flevel-1&target=Half');
    const wrong = outcomes.find(({ outcome }: Body) => outcome === 'wrong').rows;
    await page
      .getByRole('group', { name: 'Outcome' })
      .getByRole('button', { name: `wrong ${wrong}`, exact: true })
      .click();
    await count(`${wrong} of 160 questions`).waitFor();
    await page.getByLabel('Text in questions and responses').fill('no such words anywhere');
    await page.getByText('No question matches these filters.').waitFor();
    await page.getByRole('button', { name: 'no such words anywhere' }).click();
    await count(`${wrong} of 160 questions`).waitFor();
  });

  it('steps with j and k, opens with Enter, labels by key, and has an address of its own', async () => {
    await page.goto(`${table}?a=Half&b=Most`);
    const { data, total } = await read('matrix?a=Half&b=Most&limit=5');
    await count(`${total} of 160 questions`).waitFor();
    await rows().nth(1).waitFor();
    // As after a filter was chosen by the keyboard.
    await page.getByRole('group', { name: 'Benchmark' }).getByRole('button').first().focus();
    for (const key of ['j', 'j', 'j', 'k', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(`**/samples/${data[1].sample_id}?a=Half&b=Most`);
    await page.getByText(`2 of ${total}`).waitFor();
    await page.keyboard.press('j');
    await page.waitForURL(`**/samples/${data[2].sample_id}?*`);
    await page.getByText(`3 of ${total}`).waitFor();
    await until(async () => /^Arithmetic[^·]* \d+ · Test · .+ · Touchstone$/.test(await page.title()));
    const answers = page.getByRole('region', { name: 'Responses' });
    for (const label of ['Half', 'Most', WORST])
      await answers.getByRole('region', { name: label, exact: true }).waitFor();
    await page.keyboard.press('2');
    await page.keyboard.press('r');
    const most = answers.getByRole('region', { name: 'Most', exact: true });
    await most.getByRole('button', { name: 'Right', pressed: true }).waitFor();
    const sample = (await service.call('GET', `${path}/samples?from_unit=${data[2].unit + 1}&limit=1`)).body
      .data[0];
    const labels = await service.call('GET', `${path}/samples/${sample.id}/labels`);
    assert.deepEqual(
      labels.body.data.map(({ score }: Body) => score),
      [1],
    );
    const link = page.url();
    await page.goto('about:blank');
    await page.goto(link);
    await page.getByText(`3 of ${total}`).waitFor();
    await page.getByRole('link', { name: 'All samples' }).click();
    await page.waitForURL(`**/samples?a=Half&b=Most&at=${data[2].unit}`);
    await page.getByRole('row', { selected: true }).waitFor();
    assert.equal(await page.getByRole('row', { selected: true }).getAttribute('aria-rowindex'), '4');
  });

  it('shows the differences of two answers and leads from a pair of the forest plot to them', async () => {
    await page.goto(`${service.url}/console${path}/quality`);
    const mark = page.locator('svg a[*|href*="samples?"]').first();
    await mark.waitFor();
    const href = (await mark.getAttribute('href')) ?? (await mark.getAttribute('xlink:href')) ?? '';
    const query = new URL(href, service.url).searchParams;
    const [a, b] = [query.get('a'), query.get('b')];
    assert.ok(query.get('benchmark') && a && b, href);
    const { total } = await read(`matrix?${query}`);
    await page.goto(`${service.url}${href}`);
    await count(`${total} of 160 questions`).waitFor();
    await page.getByRole('button', { name: `${a} and ${b} differ` }).waitFor();
    await rows().nth(1).click();
    await page.locator('.difference ins').first().waitFor();
    await page.getByRole('button', { name: `Compare with ${a}`, pressed: true }).click();
    await until(async () => (await page.locator('.difference').count()) === 0, 50);
  });

  it('shows hostile answers and names harmlessly, as Markdown and as text, and never scrolls sideways', async () => {
    await page.goto(`${table}/${(await read('matrix?limit=1')).data[0].sample_id}`);
    const answer = page.getByRole('region', { name: WORST, exact: true });
    await answer.getByText('strong words', { exact: true }).waitFor();
    assert.equal(await answer.locator('img, script, style, h1, a').count(), 0);
    await page.getByRole('button', { name: 'Show plain text' }).click();
    await answer.getByText('<script>alert(2)</script>').waitFor();
    assert.equal(address().searchParams.get('view'), 'text');
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      for (const open of [page.url(), table]) {
        await page.goto(open);
        await page.getByText(WORST.slice(0, 20)).first().waitFor({ state: 'attached' });
        assert.equal(
          await page.evaluate('document.documentElement.scrollWidth'),
          width,
          `${open} at ${width}`,
        );
      }
    }
    assert.deepEqual(complaints, []);
  });

  it('shows what each part of a composite grader checks, and its grade', async () => {
    const workspaceId = await service.newWorkspace();
    const options = { at: 'anywhere' };
    const parts = [
      { grader: { type: 'literal', options }, expected: 'seldom said', metric: 'wording', weight: 2 },
      { grader: 'contains', expected: 'sorry', not: true },
    ];
    const row = { input: 'What is 1 + 1?', grader: { type: 'composite', options: { parts } } };
    await service.newSource(workspaceId, 'parts', JSON.stringify(row));
    const own = await service.start(workspaceId, {
      targets: [mockTarget('half')],
      benchmarks: [{ benchmark_type: 'dataset', subset: 'parts' }],
    });
    await service.ended(own);
    const [sample] = await service.samples(own);
    await page.goto(`${service.url}/console${own}/samples/${sample.id}`);
    const grading = page.getByRole('article').locator('dl.grading');
    await grading.getByText('Part 1').waitFor();
    const text = (await grading.innerText()).replace(/\s+/g, ' ');
    assert.match(text, /Part 1 failed 0\.000 literal \(wording, weight 2\.00\) seldom said/i);
    assert.match(text, /Part 2 passed 1\.000 not contains sorry/i);
    assert.deepEqual(await faults(page), []);
  });

  it('tries a grader on a response, and shows its score or its error with line and column', async () => {
    const [sample] = (await service.call('GET', `${path}/samples?limit=1`)).body.data as Body[];
    await page.goto(`${table}/${sample.id}`);
    await page.getByText('Try a grader on this sample').click();
    const panel = page.getByRole('region', { name: 'Try a grader' });
    const code = panel.getByLabel('Code with the function grade');
    const grade = panel.getByRole('button', { name: 'Grade this response' });
    await code.fill(
      'const grade = ({ response }) => ({ score: 0.5, reason: "Seen.", figures: { length: response.length } });',
    );
    await grade.click();
    await panel.getByText('Score 0.5: Seen.').waitFor();
    await panel.getByRole('cell', { name: String(sample.answer.length), exact: true }).waitFor();
    await code.fill('function grade() {\n  return undefined.length;\n}');
    await grade.click();
    await panel
      .getByText(/^No score: The grader code failed: TypeError: .* \(line 2, column \d+\)$/)
      .waitFor();
    await panel.getByLabel('Grader', { exact: true }).selectOption('Another grader');
    await panel.getByLabel('Grader as JSON').fill('"nothing"');
    await grade.click();
    await panel.getByText('there is no grader "nothing"').first().waitFor();
    assert.deepEqual(await faults(page), []);
  });

  it('has nothing that axe finds, in both themes, on a wide and a narrow screen', async () => {
    const sample = `${table}/${(await read('matrix?limit=1')).data[0].sample_id}?against=Half`;
    for (const [open, seen] of [
      [table, 'grid'],
      [sample, 'article'],
    ] as const) {
      await page.goto(open);
      await page.getByRole(seen).waitFor();
      assert.deepEqual(await faults(page), [], open);
    }
  });
});
