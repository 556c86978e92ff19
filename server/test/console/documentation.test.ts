import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { complaintsOf, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type Service, startService } from '../support/service.ts';

describe('The documentation of the API in a browser', IN_BROWSER, () => {
  let service: Service;
  let browser: Browser;

  before(async () => {
    service = await startService(onDisk(undefined, async () => {}));
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('is shown, and asks nothing of others', async () => {
    const docs = await openPage(browser);
    const said = complaintsOf(docs);
    const asked = new Set<string>();
    docs.on('request', (request) => asked.add(new URL(request.url()).protocol + new URL(request.url()).host));
    await docs.goto(`${service.url}/docs`);
    await docs.getByText('Create a workspace').first().waitFor();
    asked.delete('data:');
    assert.deepEqual([...asked], [`http:${new URL(service.url).host}`]);
    assert.deepEqual(said, []);
  });
});
