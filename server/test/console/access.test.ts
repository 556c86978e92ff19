import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { placeDatabase } from '../support/compat/fixture.ts';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type Service, startService } from '../support/service.ts';

/** What a person may call things: words without a gap, markup, what turns the direction of reading. */
const HOSTILE = `<img src=x onerror=alert(1)> ${'W'.repeat(140)} "'&`;

describe('Everybody can use the console', IN_BROWSER, () => {
  let service: Service;
  let browser: Browser;
  /** Addresses below `/console`, by what they show. */
  const pages = new Map<string, string>();

  before(async () => {
    const place = onDisk(undefined, async () => {});
    placeDatabase('settled.db', place.dataDir);
    service = await startService(place);
    browser = await openBrowser();
    await findPages();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function findPages(): Promise<void> {
    pages.set('workspaces', '/');
    pages.set('no such page', '/no-such-page');
    const full = await evaluationWith('verdict');
    const scored = await evaluationWith('comparisons');
    for (const part of ['', '/quality', '/load', '/cost', '/weights', '/samples', '/run', '/compare']) {
      pages.set(`evaluation${part}`, full + part);
      pages.set(`scored evaluation${part}`, scored + part);
    }
    const { body: samples } = await service.call('GET', `${scored}/samples?limit=1`);
    pages.set('a sample', `${scored}/samples/${samples.data[0].id}`);
    const home = full.slice(0, full.indexOf('/evaluations/'));
    const rooms = [
      '',
      '/evaluations',
      '/evaluations/new',
      '/candidates',
      '/requirements',
      '/sources',
      '/conversation',
    ];
    const settings = ['', '/providers', '/catalogue', '/webhooks', '/keys'].map((one) => `/settings${one}`);
    for (const room of [...rooms, ...settings]) pages.set(`full ${room || '/decision'}`, home + room);
    for (const drawer of ['/candidates?new=true', '/requirements?new=true', '/sources?q=return'])
      pages.set(`full ${drawer}`, home + drawer);
    const { body: empty } = await service.call('POST', '/workspaces', { name: 'Empty' });
    const { body: hostile } = await service.call('POST', '/workspaces', {
      name: HOSTILE,
      description: HOSTILE,
    });
    await fillWithHostile(hostile.id);
    for (const room of rooms) {
      pages.set(`empty ${room || '/decision'}`, `/workspaces/${empty.id}${room}`);
      pages.set(`hostile ${room || '/decision'}`, `/workspaces/${hostile.id}${room}`);
    }
  }

  /** The path of an evaluation of the settled database whose results have this list. */
  async function evaluationWith(list: string): Promise<string> {
    const { body: workspaces } = await service.call('GET', '/workspaces');
    for (const { id } of workspaces.data) {
      const { body } = await service.call('GET', `/workspaces/${id}/evaluations`);
      for (const one of body.data) {
        const path = `/workspaces/${id}/evaluations/${one.id}`;
        if ((await service.call('GET', path)).body.results?.[list]?.length > 0) return path;
      }
    }
    throw new Error(`No evaluation of the settled database has ${list}.`);
  }

  async function fillWithHostile(id: string): Promise<void> {
    const made = [
      await service.call('POST', `/workspaces/${id}/sources`, {
        type: 'text',
        title: HOSTILE,
        content: HOSTILE,
      }),
      await service.call('POST', `/workspaces/${id}/messages`, { role: 'user', content: HOSTILE }),
      await service.call('POST', `/workspaces/${id}/scenarios`, { name: HOSTILE, workload_type: 'chat' }),
      await service.call('POST', `/workspaces/${id}/stacks`, {
        name: HOSTILE,
        model: { provider: 'baseline', model_id: 'echo' },
      }),
    ];
    for (const { status, body } of made) assert.ok(status === 201 || status === 202, JSON.stringify(body));
    const [source, , scenario, stack] = made.map(({ body }) => body.id);
    const home = `/workspaces/${id}`;
    pages.set('hostile source', `${home}/sources/${source}`);
    pages.set('hostile search', `${home}/sources?q=onerror`);
    pages.set('hostile requirement', `${home}/requirements/${scenario}`);
    pages.set('hostile candidate', `${home}/candidates/${stack}`);
    pages.set('hostile candidate twice', `${home}/candidates/compare?a=${stack}&b=${stack}`);
  }

  it('has nothing that axe finds and never scrolls sideways, in both themes, wide and narrow', async () => {
    const page = await openPage(browser);
    const complaints = complaintsOf(page, /status of 404/);
    const found: string[] = [];
    for (const [name, path] of pages) {
      await page.goto(`${service.url}/console${path}`);
      for (const one of await faults(page)) found.push(`${name}: ${one}`);
    }
    assert.deepEqual([...found, ...complaints], []);
  });
});
