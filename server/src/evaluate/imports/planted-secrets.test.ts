import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { onDisk } from '../../../test/support/each-database.ts';
import { plantSecrets } from '../../../test/support/planted-secrets.ts';
import { lineOf, type PlantedFormat, plantCalls } from '../../../test/support/planted-traffic.ts';
import { until } from '../../../test/support/until.ts';
import { createApp } from '../../app/app.ts';
import type { Log } from '../../kernel/log.ts';
import { loadConfig } from '../../platform/config.ts';
import { EXPORT_WRITERS as EXPORTS } from '../evaluations/exports/exports.ts';

const FORMATS: readonly PlantedFormat[] = ['otlp', 'openai', 'litellm', 'langfuse', 'jsonl'];

test('of 240 planted secrets of 12 kinds none is in the database, the index, exports, answers or the log', async () => {
  const place = onDisk(undefined, async () => {});
  const said: string[] = [];
  const say = (fields: object, message: string) => void said.push(`${message} ${JSON.stringify(fields)}`);
  const log: Log = { debug: say, info: say, warn: say, error: say };
  const app = await createApp(loadConfig({ flags: { port: '0', 'data-dir': place.dataDir } }), log);
  const { url } = await app.start();
  try {
    const ask = async (method: string, path: string, body?: string, type = 'application/json') => {
      const response = await fetch(url + path, {
        method,
        ...(body !== undefined && { body, headers: { 'content-type': type } }),
      });
      return await response.text();
    };
    const made = async (path: string, body: object) =>
      JSON.parse(await ask('POST', path, JSON.stringify(body))).id;
    const secrets = plantSecrets(20);
    assert.equal(new Set(secrets.map(({ kind }) => kind)).size, 12);
    assert.equal(new Set(secrets.map(({ secret }) => secret)).size, 240);

    const workspace = `/workspaces/${await made('/workspaces', { name: 'W' })}`;
    const answers: string[] = [];
    const benchmarks: object[] = [];
    for (const [n, format] of FORMATS.entries()) {
      const some = secrets.filter((_, i) => i % FORMATS.length === n);
      const path = `${workspace}/imports/${await made(`${workspace}/imports`, { name: format })}`;
      const calls = plantCalls(some.length).slice(0, some.length);
      const lines = calls.map((call, i) => lineOf(format, hide(call, some[i]?.text ?? '', i)));
      // Cut in the middle of a secret, at a border of parts.
      const text = Buffer.from(lines.join('\n'));
      const cut = text.indexOf(JSON.stringify(some[5]?.secret).slice(1, 9)) + 4;
      answers.push(
        await ask(
          'PUT',
          `${path}/content?offset=0`,
          text.toString('utf8', 0, cut),
          'application/octet-stream',
        ),
      );
      const from = JSON.parse(answers.at(-1) ?? '').received_bytes;
      assert.ok(from > 0 && from < cut);
      const rest = text.toString('utf8', from);
      answers.push(
        await ask('PUT', `${path}/content?offset=${from}&complete=true`, rest, 'application/octet-stream'),
      );
      const done = await until(async () => {
        const body = JSON.parse(await ask('GET', path));
        return body.status === 'making' ? null : body;
      });
      assert.equal(done.status, 'ready', JSON.stringify(done.error));
      const found = Object.values(done.redaction.found as Record<string, number>).reduce((a, b) => a + b, 0);
      assert.ok(found >= some.length, `${format} found ${found} of ${some.length}`);
      answers.push(JSON.stringify(done));
      benchmarks.push({ benchmark_type: 'dataset', subset: done.result.items.source_id });
    }
    // A file that is refused is kept nowhere, and what refuses it does not say what it holds.
    const refused = `${workspace}/imports/${await made(`${workspace}/imports`, { name: 'refused' })}`;
    const broken = secrets.map(({ secret }) => `{"input": ${JSON.stringify(secret)}, broken`).join('\n');
    answers.push(
      await ask('PUT', `${refused}/content?offset=0&complete=true`, broken, 'application/octet-stream'),
    );

    const listed = JSON.parse(await ask('GET', `${workspace}/sources`)).data as { id: string }[];
    assert.equal(listed.length, 3 * FORMATS.length);
    for (const { id } of listed) {
      const one = `${workspace}/sources/${id}`;
      assert.equal(JSON.parse(await ask('GET', one)).status, 'ready');
      answers.push(await ask('GET', `${one}/content`), await ask('GET', `${one}/original`));
    }
    answers.push(
      await ask('POST', `${workspace}/search`, JSON.stringify({ query: 'my secret is', mode: 'keyword' })),
    );

    const exported = await exportsOf(ask, workspace, benchmarks);
    answers.push(...exported);

    const files = filesBelow(place.dataDir).map((file) => readFileSync(file));
    const said_ = said.join('\n');
    for (const { kind, secret } of secrets) {
      for (const form of [secret, JSON.stringify(secret).slice(1, -1)]) {
        assert.ok(!files.some((bytes) => bytes.includes(form)), `${kind} is in a file`);
        assert.ok(!answers.some((answer) => answer.includes(form)), `${kind} is in an answer`);
        assert.ok(!said_.includes(form), `${kind} is in the log`);
      }
    }
    // The same search finds what is no secret, so it would have found the others.
    assert.ok(files.some((bytes) => bytes.includes('Remember this')));
    // `echo` answers with the question, so that what an export holds of samples was looked through.
    const held = exported.filter((text) => text.includes('Remember this: write to [email]'));
    assert.ok(held.length >= SAMPLES_IN.length, `${held.length} hold what stood beside a secret`);
  } finally {
    await app.stop();
    await place.remove();
  }
});

/** Of the formats of an export, these hold each sample. */
const SAMPLES_IN = ['json', 'jsonl', 'csv'];

/** An evaluation of what was imported: each format of its export, and what else the API says of it. */
async function exportsOf(
  ask: (method: string, path: string, body?: string) => Promise<string>,
  workspace: string,
  benchmarks: readonly object[],
): Promise<string[]> {
  const target = { target_type: 'model', model_provider: 'baseline' };
  const definition = {
    name: 'Traffic',
    targets: [
      { ...target, model_id: 'echo', label: 'echo' },
      { ...target, model_id: 'arithmetic', label: 'other' },
    ],
    benchmarks,
    methodology: { question: 'no_worse', baseline: 'other', no_worse_margins: { score: 0.1 } },
  };
  const made = JSON.parse(await ask('POST', `${workspace}/evaluations`, JSON.stringify(definition)));
  const path = `${workspace}/evaluations/${made.id}`;
  const done = await until(async () => {
    const body = JSON.parse(await ask('GET', path));
    return ['completed', 'failed'].includes(body.status) ? body : null;
  });
  assert.equal(done.status, 'completed', JSON.stringify(done));
  // A log of Inspect is compressed; it holds the samples that the other formats hold.
  const formats = Object.keys(EXPORTS).filter((format) => format !== 'inspect');
  const paths = formats.map((format) => `${path}/export?format=${format}`);
  paths.push(`${path}/samples?limit=1000`, `${path}/manifest`, `${path}/migration`);
  const all = await Promise.all(paths.map((one) => ask('GET', one)));
  for (const [i, text] of all.entries())
    assert.ok(!text.startsWith('{"type"'), `${paths[i]}: ${text.slice(0, 300)}`);
  return [JSON.stringify(done), ...all];
}

/** In the question, the answer, the session's name, the model or the system message, in turn. */
function hide<
  C extends { messages: { role: string; content: string }[]; output: string; session: string; model: string },
>(call: C, text: string, n: number): C {
  const said = `Remember this: ${text} and go on.`;
  const last = call.messages.at(-1) as C['messages'][number];
  switch (n % 4) {
    case 0:
      return { ...call, output: said };
    case 1:
      return {
        ...call,
        session: said,
        messages: [...call.messages.slice(0, -1), { ...last, content: said }],
      };
    case 2:
      return {
        ...call,
        model: said,
        messages: [{ role: 'system', content: said }, ...call.messages.slice(1)],
      };
    default:
      return { ...call, messages: [...call.messages.slice(0, -1), { ...last, content: said }] };
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}
