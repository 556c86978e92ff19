import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { placeDatabase } from '../support/compat/fixture.ts';
import { IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type Service, startService } from '../support/service.ts';

describe('Results in the console', IN_BROWSER, () => {
  const place = onDisk(undefined, async () => {});
  let service: Service;
  let browser: Browser;
  let page: Page;

  before(async () => {
    placeDatabase('settled.db', place.dataDir);
    service = await startService(place);
    browser = await openBrowser();
    page = await openPage(browser);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** An evaluation of the settled database whose results have this field. */
  async function withResult(field: string) {
    const workspaces = await service.call('GET', '/workspaces');
    for (const { id } of workspaces.body.data) {
      const evaluations = await service.call('GET', `/workspaces/${id}/evaluations`);
      for (const one of evaluations.body.data) {
        const path = `/workspaces/${id}/evaluations/${one.id}`;
        const { body } = await service.call('GET', path);
        const value = body.results?.[field];
        if (value && !(Array.isArray(value) && value.length === 0)) return { path, results: body.results };
      }
    }
    throw new Error(`No evaluation has ${field}.`);
  }

  it('shows a kind without a view of its own by title, table and sentences', async () => {
    const { path, results } = await withResult('capacity');
    const [search] = results.capacity;
    await page.goto(`${service.url}/console${path}/load`);
    const section = page.getByRole('region', {
      name: `Capacity under ${search.scenario_label}`,
      exact: true,
    });
    await section.getByRole('row', { name: search.target_label }).waitFor();
    const text = await section.innerText();
    for (const said of ['Highest rate passed', '50 fail', 'A rate passes if every limit is shown to hold.'])
      assert.ok(text.includes(said), text);
  });

  it('says the sentences of a verdict once, beside its requirements', async () => {
    const { path, results } = await withResult('verdict');
    const [{ scenario_label, sentences }] = results.verdict;
    assert.ok(results.overall_summary.includes(sentences[0]));
    await page.goto(`${service.url}/console${path}`);
    await page
      .getByRole('region', { name: `Verdict: ${scenario_label}` })
      .getByText(sentences[0])
      .waitFor();
    assert.equal(await page.getByText(sentences[0]).count(), 1);
  });

  it('draws scores, differences and who wins, and has each picture as a table', async () => {
    const { path, results } = await withResult('comparisons');
    const scored = results.intervals.map(({ benchmark }: { benchmark: string }) => benchmark);
    const { metric, target_a } = results.comparisons.find((one: { metric: string }) =>
      scored.includes(one.metric),
    );
    await page.goto(`${service.url}/console${path}/quality`);
    const benchmark = page.getByRole('region', { name: new RegExp(`^${metric}$`, 'i') });
    const differences = benchmark.getByRole('figure').filter({ hasText: 'Differences' });
    await differences.getByRole('group', { name: /Differences on/ }).waitFor();
    await differences.getByRole('button', { name: 'Table' }).click();
    await differences
      .getByRole('row', { name: new RegExp(`${target_a} against`) })
      .first()
      .waitFor();
    await benchmark
      .getByRole('link', { name: new RegExp(`^${target_a} against .*points`) })
      .first()
      .waitFor();
  });

  it('shows the bill of a scenario, and what other weights would change', async () => {
    const { path, results } = await withResult('verdict');
    const [{ scenario_label, order }] = results.verdict;
    await page.goto(`${service.url}/console${path}/cost`);
    const scenario = page.getByRole('region', { name: scenario_label, exact: true });
    // Of this one no price is known: an empty picture would say less.
    await scenario.getByText('The cost of no candidate is known.').waitFor();
    await page.goto(`${service.url}/console${path}/weights`);
    const shown =
      order.length === 0 ? /^Weights rank candidates that meet every requirement/ : /^Weights add up to/;
    await page.getByText(shown).waitFor();
  });

  it('sets the weights to the point where the order changes, which stands in the address', async () => {
    const { path, results } = await withResult('verdict');
    const [{ scenario_label }] = results.verdict;
    const [a, b] = ['Small', 'Large'] as const;
    // No evaluation of the database has two candidates that meet everything: the answer is given two.
    const row = { low: 0, high: 1, on_front: true, dominated_by: [] };
    const order = [
      { ...row, label: a, score: 0.8, utilities: { quality: 0.7, cost: 0.9 } },
      { ...row, label: b, score: 0.55, utilities: { quality: 0.9, cost: 0.2 } },
    ];
    // Level where the lead in quality, 0.2, weighs as much as that in cost, 0.7.
    const flip = { criterion: 'quality', from: 0.5, to: 7 / 9, winner: b };
    await page.route(`**${path}`, async (route) => {
      const answered = await route.fetch();
      if (!answered.headers()['content-type']?.includes('json')) return route.fulfill({ response: answered });
      const json = await answered.json();
      Object.assign(json.results.verdict[0], { order, flip, weights: { quality: 0.5, cost: 0.5 } });
      return route.fulfill({ response: answered, json });
    });
    await page.goto(`${service.url}/console${path}/weights`);
    const scenario = page.getByRole('region', { name: scenario_label, exact: true });
    await scenario.getByText(new RegExp(`Above, .*: ${b}, then ${a}`)).waitFor();
    await scenario.getByText(new RegExp(`Below, .*: ${a}, then ${b}`)).waitFor();
    await scenario.getByRole('link', { name: 'Set to the flip point' }).click();
    await scenario.getByText('The first two candidates have nearly the same score').waitFor();
    const weights = new URL(page.url()).searchParams.get('weights') ?? '';
    assert.ok(weights.split(',').includes(`${flip.criterion}:${Number(flip.to.toFixed(6))}`), weights);
    const shares = await scenario.locator('output').allInnerTexts();
    assert.deepEqual(shares, ['77.8 %', '22.2 %']);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('shows what judges did and cost, and how they graded each criterion', async () => {
    const { path, results } = await withResult('judging');
    await page.goto(`${service.url}/console${path}/quality`);
    const judges = page.getByRole('region', { name: 'Judges', exact: true });
    await judges.getByRole('row', { name: results.judging.judges[0].judge }).waitFor();
    await judges.getByRole('columnheader', { name: 'Cost, USD' }).waitFor();
    const criteria = page.getByRole('region', { name: 'Criteria' });
    await criteria.getByRole('row', { name: results.judging.criteria[0].criterion }).waitFor();
  });

  it('shows load among the samples as measured, and offers no outcome that nothing has', async () => {
    const { path, results } = await withResult('capacity');
    await page.goto(`${service.url}/console${path}/samples?outcome=measured`);
    const [{ target_label }] = results.capacity;
    const samples = page.getByRole('region', { name: 'Samples' });
    await samples
      .getByRole('gridcell', { name: `${target_label}: measured` })
      .first()
      .waitFor();
    const outcomes = page.getByRole('group', { name: 'Outcome' });
    await outcomes.getByRole('button', { name: /^measured \d+$/, pressed: true }).waitFor();
    assert.equal(await outcomes.getByRole('button', { name: /^wrong/ }).count(), 0);
  });
});
