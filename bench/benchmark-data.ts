/**
 * How long a public benchmark takes to draw every item of a file, and the most resident memory it needs, each in a process
 * of its own: 5,000 and 50,000 rows of about 1 kB as JSON lines, and as CSV.
 * Aims: 5,000 items within 5 s; the peaks within 20 % of each other.
 *
 *   node bench/benchmark-data.ts [small] [large]
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SERVICE_ENV, SERVICE_FLAGS } from '../scripts/lib/node-flags.mjs';
import { benchmarksIn } from '../server/test/support/benchmark-service.ts';

const FILLER = 'so it goes on. '.repeat(60);

const FILES: Readonly<Record<string, (rows: number) => [file: string, text: string]>> = {
  gsm8k: (rows) => [
    'test.jsonl',
    each(rows, (n) => JSON.stringify({ question: `${n}: ${FILLER}`, answer: `#### ${n}` })).join('\n'),
  ],
  mmlu: (rows) => [
    'mmlu.csv',
    [
      'Question,A,B,C,D,Answer,Subject',
      ...each(rows, (n) => `${n}: ${FILLER},one,two,three,four,B,anatomy`),
    ].join('\n'),
  ],
};

const each = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** In the child: samples everything, keeps nothing. */
async function sampleAll(directory: string, type: string, sampleSize: number): Promise<void> {
  const started = performance.now();
  const { count, items } = await benchmarksIn(directory)
    .get(type)
    .sampleItems({ subset: null, sampleSize, seed: 1 });
  let sampled = 0;
  for await (const _ of items) sampled += 1;
  if (sampled !== count) throw new Error(`${sampled} items were sampled of ${count}.`);
  const seconds = (performance.now() - started) / 1000;
  const peak = process.resourceUsage().maxRSS / 1024;
  process.stdout.write(JSON.stringify({ sampled, seconds, megabytes: peak }));
}

interface Sampled {
  sampled: number;
  seconds: number;
  megabytes: number;
}

function measure(type: string, rows: number): Sampled {
  const directory = mkdtempSync(join(tmpdir(), 'benchmark-data-'));
  try {
    const [file, text] = FILES[type]?.(rows) ?? ['', ''];
    mkdirSync(join(directory, type));
    writeFileSync(join(directory, type, file), text);
    const script = fileURLToPath(import.meta.url);
    const args = [...SERVICE_FLAGS, ...process.execArgv, script, '--sample', directory, type, String(rows)];
    const said = execFileSync(process.execPath, args, { env: { ...SERVICE_ENV, ...process.env } });
    return JSON.parse(said.toString()) as Sampled;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

const [first, second, type = '', rows] = process.argv.slice(2);
if (first === '--sample') await sampleAll(second ?? '', type, Number(rows));
else {
  for (const name of Object.keys(FILES)) {
    const all = [Number(first ?? 5_000), Number(second ?? 50_000)].map((size) => measure(name, size));
    for (const { sampled, seconds, megabytes } of all)
      process.stdout.write(
        `${name.padEnd(8)}${String(sampled).padStart(8)} items ${seconds.toFixed(2)} s, peak ${megabytes.toFixed(0)} MB\n`,
      );
    const [small, large] = all;
    if (small && large)
      process.stdout.write(`${name.padEnd(8)}peak ratio ${(large.megabytes / small.megabytes).toFixed(2)}\n`);
  }
}
