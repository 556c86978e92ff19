import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { flagsFor, type ServeProcess, startServe } from '../support/cli-process.ts';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { startGithubServer, tarball } from '../support/github-server.ts';
import { pdfFile } from '../support/pdf-file.ts';
import { until } from '../support/until.ts';
import { answers, startWebServer, type WebServer } from '../support/web-server.ts';
import { startYoutubeServer } from '../support/youtube-server.ts';

const LINES = 20_000;
const withGaps = () =>
  tarball(['README.md', 'a.png', 'b.png', '.env'].map((name) => ({ name: `r/${name}`, body: `# ${name}` })));

describe('Sources and conversation in a browser', IN_BROWSER, () => {
  const place = onDisk(undefined, async () => {});
  let complaints: string[];
  let service: ServeProcess;
  let pages: WebServer;
  let videos: WebServer;
  let github: Awaited<ReturnType<typeof startGithubServer>>;
  let browser: Browser;
  let page: Page;
  let home: string;
  let api: string;
  /** The address of a Markdown text, below the workspace's. */
  let refunds: string;

  before(async () => {
    pages = await startWebServer({
      '/robots.txt': answers('', { 'content-type': 'text/plain' }),
      '/sums.csv': answers('task;result\nOne and one?;2\nTwo and two?;4\nSix and one?;7\n', {
        'content-type': 'text/csv',
      }),
      '/slow': (_request, response) => setTimeout(() => answers(PAGE)(_request, response), 4000),
    });
    videos = await startYoutubeServer({
      dQw4w9WgXcQ: { title: 'A talk', tracks: [{ lang: 'en', xml: captions() }] },
    });
    github = await startGithubServer({
      'o/gaps': { refs: { HEAD: 'a'.repeat(40) }, archive: await withGaps() },
    });
    service = await startServe(flagsFor(place), {
      GITHUB_API_URL: github.url,
      FETCH_ALLOW_HOSTS: [pages.url, videos.url, github.codeload.url].map((url) => new URL(url).host).join(),
      YOUTUBE_URL: videos.url,
    });
    browser = await openBrowser();
    page = await openPage(browser);
    complaints = complaintsOf(page);
    const { id } = await post<{ id: string }>(`${service.url}/workspaces`, { name: 'Support' });
    api = `${service.url}/workspaces/${id}`;
    home = `${service.url}/console/workspaces/${id}`;
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await Promise.all([pages?.stop(), videos?.stop(), github?.stop()]);
    await place.remove();
  });
  beforeEach(() => page.goto(`${home}/sources`));

  const box = () => page.getByLabel('Add addresses, text or files');
  const add = () => page.getByRole('button', { name: 'Add source', exact: true }).click();
  const row = (text: string) =>
    page
      .getByRole('region', { name: 'Sources', exact: true })
      .getByRole('listitem')
      .filter({ hasText: text });
  const hits = () => page.getByRole('region', { name: 'Search results' });
  const reader = () => page.getByRole('region', { name: 'Text' });
  const ask = async (query: string) => {
    await page.getByRole('searchbox').waitFor();
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('/');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(query);
    await page.keyboard.press('Enter');
  };
  /** Waits until all of it is between the top and the bottom of the window, nearer than the rest of the page. */
  const isInView = (selector: string) =>
    until(async () => {
      const box = await page.locator(selector).first().boundingBox();
      const { height } = page.viewportSize() ?? { height: 0 };
      return box !== null && box.y >= 0 && box.y + box.height <= height;
    });

  it('recognises what the box holds before it is added', async () => {
    for (const [text, said] of [
      ['https://example.com/prices', 'A web page'],
      ['github.com/nodejs/node/tree/main/doc', 'A GitHub repository'],
      ['https://github.com/nodejs/node/issues/1', 'A web page'],
      ['https://youtu.be/dQw4w9WgXcQ', 'A YouTube video'],
      ['https://www.youtube.com/@nodejs', 'A web page'],
      ['https://example.com/a\nhttps://youtu.be/dQw4w9WgXcQ', '2 addresses'],
      ['The p95 is what one in twenty exceeds.', 'Text, 38 characters'],
      ['javascript:alert(1)', 'Text, '],
    ] as const) {
      await box().fill(text);
      await page.getByRole('form', { name: 'Add a source' }).getByText(said).waitFor();
    }
  });

  it('adds a text, which is in view at once and becomes ready without reloading the page', async () => {
    await box().fill('The p95 latency is what one in twenty exceeds.');
    await page.getByLabel('Title (optional)').fill('Latency');
    await add();
    await row('Latency').getByText('ready').waitFor();
    assert.equal(await box().inputValue(), '');
  });

  it('takes several files at once and says of each what it is, also of one that is neither PDF nor text', async () => {
    await page.getByLabel('Files', { exact: true }).setInputFiles([
      { name: 'handbook.pdf', mimeType: 'application/pdf', buffer: pdfFile(HANDBOOK) },
      { name: 'refunds.md', mimeType: 'text/markdown', buffer: Buffer.from(MARKDOWN) },
      { name: 'log.txt', mimeType: 'text/plain', buffer: Buffer.from(log()) },
      { name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0, 0, 1]) },
    ]);
    for (const [name, type] of [
      ['handbook.pdf', 'PDF'],
      ['Refund policy', 'Text'],
      ['log.txt', 'Text'],
    ] as const) {
      await row(name).getByText(type, { exact: false }).first().waitFor();
      await row(name).getByText('ready').waitFor();
    }
    const refused = page.getByRole('list', { name: 'Recently added' });
    await refused.getByText('“photo.png” is neither a PDF nor a text nor a table.').waitFor();
    await refused.getByRole('button', { name: 'Remove photo.png' }).click();
    await refused.waitFor({ state: 'detached' });
  });

  it('takes files that are dropped anywhere in the room', async () => {
    const files = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['Dropped words about parking.'], 'parking.txt', { type: 'text/plain' }));
      return transfer;
    })()`);
    await page.locator('.sources-reader').dispatchEvent('drop', { dataTransfer: files });
    await row('parking.txt').getByText('ready').waitFor();
  });

  it('says why an address cannot be read, and tries it again', async () => {
    await box().fill('http://127.0.0.1/private');
    await page.keyboard.press('Enter');
    await row('127.0.0.1').getByText('address_not_allowed').waitFor();
    await row('127.0.0.1')
      .getByRole('button', { name: /^Try again: / })
      .click();
    await row('127.0.0.1').getByText('address_not_allowed').waitFor();
  });

  it('shows the columns of a table at an address once it is read', async () => {
    await box().fill(`${pages.url}/sums.csv`);
    await page.keyboard.press('Enter');
    await page.getByLabel('Take task as').waitFor();
    await page.getByText('These columns are a guess').waitFor();
    await page.getByRole('link', { name: 'Rows', exact: true }).click();
    await page.getByText('This table is read from an address, so its rows are changed there.').waitFor();
    await page.getByRole('gridcell', { name: 'Six and one?' }).waitFor();
  });

  it('says what is still being read before it says that nothing was found, and finds it when it was read', async () => {
    await box().fill(`${pages.url}/slow`);
    await page.keyboard.press('Enter');
    await row('/slow').waitFor();
    await ask('marmalade');
    await hits().getByText('1 source is still being read and not searchable yet.').waitFor();
    assert.equal(await hits().getByText('No results').count(), 0);
    await page.getByRole('list', { name: 'Recently added' }).getByText('/slow').waitFor();
    await hits().locator('mark', { hasText: 'marmalade' }).first().waitFor();
    await ask('xylophone');
    await hits().getByText('No results').waitFor();
  });

  it('opens a hit in a PDF by j and Enter at its page, and its address does the same', async () => {
    await ask('quarantine');
    await hits().getByText('page 7').waitFor();
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await reader().getByText('Chunk: page 7').waitFor();
    await page.getByRole('heading', { name: 'handbook.pdf', level: 1 }).and(page.locator(':focus')).waitFor();
    assert.match(await page.title(), /^handbook.pdf · .+ · Touchstone$/);
    await isInView('.cited mark');
    assert.match(page.url(), /q=quarantine.*chunk=/);
    await page.reload();
    await isInView('.cited mark');
    const file = reader().getByRole('link', { name: 'Open page 7 of the file' });
    const href = (await file.getAttribute('href')) ?? '';
    assert.match(href, /\/original\?inline=true#page=7$/);
    const shown = await fetch(href);
    assert.equal(shown.headers.get('content-type'), 'application/pdf');
    assert.match(shown.headers.get('content-disposition') ?? '', /^inline; filename="handbook.pdf"/);
    // Without the question the passage is marked all the same; its words are not known then.
    await page.goto(page.url().replace('q=quarantine&', ''));
    await reader().getByText('Chunk: page 7').waitFor();
    assert.match((await page.locator('.cited').innerText()) ?? '', /quarantine/);
  });

  it('opens a line far down in a large text, laid out only where it is looked at', async () => {
    await ask('zebrafinch');
    await hits().getByRole('link', { name: 'log.txt' }).first().click();
    await reader()
      .getByText(/^Chunk: lines [\d–]+$/)
      .waitFor();
    await isInView('.cited .found-sentence');
    assert.match(await page.locator('.found-sentence').innerText(), /zebrafinch/);
    assert.equal(await page.locator('.cited mark').first().innerText(), 'zebrafinch');
    assert.ok((await page.locator('.reader > div').count()) < 100);
    const [, first, last] =
      /lines (\d+)–(\d+)/.exec(
        await reader()
          .getByText(/^Chunk/)
          .innerText(),
      ) ?? [];
    assert.ok(Number(first) <= LINES - 500 && LINES - 500 <= Number(last), `${first} to ${last}`);
  });

  it('leads to the second of a video', async () => {
    await box().fill('https://youtu.be/dQw4w9WgXcQ');
    await page.keyboard.press('Enter');
    await row('A talk').getByText('ready').waitFor();
    await ask('"rate limits"');
    await hits().getByRole('link', { name: 'A talk' }).first().click();
    const [, minute, second] =
      /at (\d+):(\d+)/.exec(
        await reader()
          .getByText(/^Chunk/)
          .innerText(),
      ) ?? [];
    const from = Number(minute) * 60 + Number(second);
    assert.ok(from > 0 && from <= 761, `from ${from} s`);
    const link = reader().getByRole('link', { name: 'Open the original at this place' });
    assert.match((await link.getAttribute('href')) ?? '', new RegExp(`[?&]t=${from}s`));
    assert.equal(await link.getAttribute('rel'), 'noreferrer');
  });

  it('searches one source by one mode, as the address says, and says what was used', async () => {
    await page.goto(`${home}/sources?q=latency&mode=keyword`);
    await hits()
      .getByText(/results? by keyword \(words\)/)
      .waitFor();
    await page.getByLabel('In', { exact: true }).selectOption({ label: 'Latency' });
    await page.waitForURL(/in=/);
    await hits().getByRole('link', { name: 'Latency' }).waitFor();
    await until(async () => (await page.locator('.source-hits li').count()) === 1);
    await page.getByLabel('Search mode').selectOption({ label: 'Hybrid (words and meaning)' });
    await page.waitForURL(/mode=hybrid/);
    await page.getByRole('link', { name: 'Back to sources' }).click();
    await row('Latency').waitFor();
  });

  it('filters the list by type and status, in the address', async () => {
    await page.getByLabel('Type').selectOption({ label: 'PDF (1)' });
    await page.waitForURL(/type=pdf/);
    await row('handbook.pdf').waitFor();
    assert.equal(await row('Latency').count(), 0);
    await page.goto(`${home}/sources?status=failed`);
    await row('127.0.0.1').waitFor();
    assert.equal(await row('handbook.pdf').count(), 0);
  });

  it('lays Markdown out harmlessly, and shows it as it is written', async () => {
    await row('Refund policy').getByRole('link').click();
    await page.waitForURL(/sources\/[\w-]+$/);
    refunds = new URL(page.url()).pathname.slice(new URL(home).pathname.length + 1);
    await reader().getByRole('heading', { name: 'Exceptions' }).waitFor();
    await reader().getByText('<script>alert(1)</script>').waitFor();
    assert.equal(await reader().locator('img, script, [href^="javascript:"]').count(), 0);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true);
    await page.getByRole('link', { name: 'Show source text' }).click();
    await reader().getByText('## Exceptions').waitFor();
    await page.waitForURL(/view=text/);
  });

  it('names what was not read of a repository', async () => {
    const { id } = await post<{ id: string }>(`${api}/sources`, {
      type: 'github',
      url: 'https://github.com/o/gaps',
    });
    await row('o/gaps').getByText('ready').waitFor();
    await page.goto(`${home}/sources/${id}`);
    await page.getByText('3 files were not read').click();
    await page.getByText('2 × binary files: a.png, b.png').waitFor();
    await page.getByText('1 × files that may contain passwords or keys: .env').waitFor();
  });

  it('names the pages of a PDF that are pictures', async () => {
    const text = `BT /F1 12 Tf 60 700 Td (${'The marmalade is in the cellar. '.repeat(3)}) Tj ET`;
    const picture = 'q 500 0 0 600 60 60 cm BI /W 4 /H 4 /BPC 8 /CS /G ID 0123456789abcdef EI Q';
    const content = pdfFile([text, picture, picture], { drawn: true }).toString('base64');
    const { id } = await post<{ id: string }>(`${api}/sources`, { type: 'pdf', title: 'Cellar', content });
    await page.goto(`${home}/sources/${id}`);
    await page.getByText('Pages 2–3: no text, only pictures').waitFor();
  });

  it('gives the original back, reads a source again, and deletes it after a question', async () => {
    await row('parking.txt').getByRole('link').click();
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download original' }).click();
    assert.equal((await saved).suggestedFilename(), 'parking.txt');
    const again = page.waitForResponse(/\/reindex$/);
    await page.getByRole('button', { name: 'Read again' }).click();
    assert.equal((await again).status(), 200);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('heading', { name: 'Sources', level: 1 }).waitFor();
    await row('parking.txt').waitFor({ state: 'detached' });
  });

  it('keeps what could not be sent, says why, and sends it again', async () => {
    await page.route(/\/sources$/, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await box().fill('Words that did not arrive at first.');
    await add();
    const unsent = page.getByRole('list', { name: 'Recently added' });
    await unsent.getByText('The service cannot be reached.').waitFor();
    await page.unroute(/\/sources$/);
    await unsent.getByRole('button', { name: /^Try again: / }).click();
    await row('Words that did not arrive').getByText('ready').waitFor();
    // The browser itself says that the request was broken off.
    complaints.splice(0, complaints.length, ...complaints.filter((said) => !said.includes('ERR_FAILED')));
  });

  it('shows hostile titles and texts as they are, on a narrow screen one thing after the other', async () => {
    const title = `<img src=x onerror=alert(1)>${'x'.repeat(172)}`;
    const { id } = await post<{ id: string }>(`${api}/sources`, {
      type: 'text',
      title,
      content: 'y'.repeat(5000),
    });
    await page.setViewportSize({ width: 360, height: 740 });
    await row('onerror').getByText('ready').waitFor();
    const isNoWider = 'document.documentElement.scrollWidth <= 360';
    assert.equal(await page.evaluate(isNoWider), true);
    await page.goto(`${home}/sources/${id}`);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await reader().getByText('yyy').first().waitFor();
    assert.equal(await page.evaluate(isNoWider), true);
    assert.equal(await page.getByRole('searchbox').isVisible(), false);
    await page.getByRole('main').getByRole('link', { name: 'Sources' }).click();
    await page.getByRole('searchbox').waitFor();
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('says that a source or a passage is gone', async () => {
    const gone = '00000000-0000-7000-8000-000000000000';
    await page.goto(`${home}/sources/${gone}`);
    await page.getByRole('heading', { name: 'This source cannot be shown' }).waitFor();
    await page.goto(`${home}/sources`);
    await row('Latency').getByRole('link').click();
    await page.getByRole('heading', { name: 'Latency', level: 1 }).waitFor();
    await page.goto(`${page.url()}?chunk=${gone}`);
    await page.getByText('This source was read again').waitFor();
    complaints.splice(0, complaints.length, ...complaints.filter((said) => !said.includes('404')));
  });

  it('shows a conversation from its end, earlier messages when they are asked for, Markdown laid out', async () => {
    for (let i = 0; i < 60; i++) {
      await post(`${api}/messages`, { role: 'user', content: `Message **${i}**`, respond: false });
    }
    const said = { role: 'assistant', agent_name: 'Researcher', content: MARKDOWN };
    const { id: newest } = await post<{ id: string }>(`${api}/messages`, said);
    await page.goto(`${home}/conversation`);
    const messages = page.getByRole('region', { name: 'Messages' });
    const last = messages.getByRole('listitem').filter({ hasText: 'Researcher (assistant)' });
    await last.getByRole('heading', { name: 'Exceptions' }).waitFor();
    assert.equal(await messages.locator('img, script, [href^="javascript:"]').count(), 0);
    assert.equal(await messages.locator('.messages > li').count(), 50);
    // An event that comes meanwhile has the list read again, and gives up what was being fetched.
    const readAgain = Promise.withResolvers<void>();
    let asked = 0;
    await page.route('**/messages?*', async (route) => {
      const offset = new URL(route.request().url()).searchParams.get('offset');
      if (offset === '50' && ++asked === 1) {
        await fetch(`${api}/messages/${newest}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ pinned: true }),
        });
        await readAgain.promise;
      } else if (asked === 1) readAgain.resolve();
      await route.continue();
    });
    await page.getByRole('button', { name: 'Earlier messages (11)' }).click();
    await until(async () => (await page.locator('.messages > li').count()) === 61);
    await page.unroute('**/messages?*');
    assert.ok(asked > 1);
    assert.match(await messages.locator('.messages > li').first().innerText(), /Message 0/);
  });

  it('keeps a message and its answer, and deletes one and then all of them after a question', async () => {
    await page.goto(`${home}/conversation`);
    await page.getByLabel('Message (Markdown)').fill('Which one is cheaper?');
    await page.keyboard.press('Control+Enter');
    const said = page.locator('.messages > li').filter({ hasText: 'Which one is cheaper?' });
    await said.getByRole('button', { name: /^Delete the message of Person/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await said.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete all messages' }).click();
    await page.getByRole('dialog').getByText('This deletes 62 messages.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
    await page.getByText('No messages yet.').waitFor();
  });

  it('gives a source another title, which the list and its page have at once', async () => {
    await page.goto(`${home}/${refunds}`);
    await page.getByRole('button', { name: 'Rename' }).click();
    const asked = page.getByRole('dialog', { name: 'Rename source' });
    await asked.getByLabel('Title').fill('What we pay back');
    await asked.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'What we pay back', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'What we pay back' }).waitFor();
  });

  it('has nothing that axe finds, in both themes, on a wide and a narrow screen', async () => {
    await post(`${api}/messages`, { role: 'user', content: MARKDOWN, respond: false });
    for (const path of ['sources', 'sources?q=latency', refunds, `${refunds}?view=text`, 'conversation']) {
      await page.goto(`${home}/${path}`);
      assert.deepEqual(await faults(page), [], path);
    }
  });

  it('says nothing in the console of the browser meanwhile', () => {
    assert.deepEqual(complaints, []);
  });
});

async function post<T>(url: string, body: object): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.equal(answer.ok, true, await answer.clone().text());
  return (await answer.json()) as T;
}

const PAGE = `<html><head><title>Breakfast</title></head><body><article><h1>Breakfast</h1>${'<p>Toast is served with marmalade and tea in the morning, every day of the week.</p>'.repeat(8)}</article></body></html>`;

const HANDBOOK = Array.from({ length: 9 }, (_, i) =>
  i === 6
    ? 'Parcels that leak go to quarantine at once.'
    : `Page ${i + 1} is about shelves and their numbers.`,
);

const MARKDOWN = [
  '# Refund policy',
  'A **refund** is paid within 14 days. [Terms](https://example.com/terms), [not this](javascript:alert(1)).',
  '## Exceptions',
  '- Vouchers\n- Opened software',
  '| Plan | Days |\n|---|---|\n| Basic | 14 |',
  '<script>alert(1)</script> <img src=x onerror=alert(2)>',
  '![pixel](http://example.com/p.png)',
  'W'.repeat(300),
].join('\n\n');

/** Many lines, and one of its own near the end. */
function log(): string {
  const lines = Array.from({ length: LINES }, (_, i) => `Line ${i + 1}: request ${i * 7} took ${i % 97} ms.`);
  lines[LINES - 501] = `Line ${LINES - 500}: the zebrafinch was late.`;
  return lines.join('\n');
}

/** The captions of a talk: a minute is one line. */
function captions(): string {
  const said = Array.from({ length: 20 }, (_, i) => {
    const text =
      i === 12
        ? 'Now to rate limits and what to do.'
        : `Minute ${i} of the talk goes on about other things. `.repeat(4);
    return `<p t="${(i === 12 ? 761 : i * 60) * 1000}" d="4000">${text}</p>`;
  });
  return `<?xml version="1.0" encoding="utf-8" ?><timedtext format="3"><body>${said.join('')}</body></timedtext>`;
}
