/**
 * Reads real documents and says how many words another tool finds in them that are missing from the text made here:
 * `pdftotext` for PDFs (poppler-utils), `w3m -dump` for pages. What a reader leaves out on purpose (navigation of a
 * page) counts as missing. Prints a row for each kind of producer, and the documents with the largest
 * share missing with the first words that are.
 *
 *   node bench/reading-real.ts <folder> … [--most 400] [--worst 10]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { residentMemory } from '../server/src/reading/parser-pool/resident-memory.ts';
import { createReading, type ReadingService } from '../server/src/reading/reading.ts';
import { silentLog } from '../server/test/support/silent-log.ts';

interface Read {
  path: string;
  kind: string;
  pages: number;
  bytes: number;
  ms: number;
  /** Largest resident memory of the parsing process while it was read. */
  megabytes: number;
  /** `ready`, or the code of the failure. */
  outcome: string;
  /** How many words the other tool found, and those of them that the text lacks. */
  words: number;
  missing: string[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string', default: '400' }, worst: { type: 'string', default: '10' } },
});
const SAMPLE_EVERY_MS = 20;
const WORDS_SHOWN = 40;
const scratch = mkdtempSync(join(tmpdir(), 'touchstone-reading-'));
const reading = createReading({
  settings: {
    allowPrivateNetworks: false,
    fetchAllowHosts: [],
    dataDir: tmpdir(),
    githubUrl: new URL('https://github.com'),
    githubApiUrl: new URL('https://api.github.com'),
    githubToken: undefined,
    youtubeUrl: new URL('https://www.youtube.com'),
    userAgent: 'Touchstone/bench',
  },
  log: silentLog,
});
const rows: Read[] = [];
for (const path of chosen(positionals.flatMap(documentsIn), Number(values.most))) {
  rows.push(await readOne(reading, path));
}
await reading.stop();
rmSync(scratch, { recursive: true });
printKinds();
printWorst(Number(values.worst));

function documentsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:pdf|html?)(?:\.gz)?$/i.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** At most so many, spread evenly. */
function chosen(paths: readonly string[], most: number): string[] {
  const step = Math.max(1, paths.length / most);
  return Array.from({ length: Math.min(most, paths.length) }, (_, at) => paths[Math.floor(at * step)] ?? '');
}

async function readOne(service: ReadingService, path: string): Promise<Read> {
  const file = readFileSync(path);
  const bytes = path.endsWith('.gz') ? gunzipSync(file) : file;
  const isPdf = /\.pdf(?:\.gz)?$/i.test(path);
  const measuring = measureMemory();
  const started = performance.now();
  const result = await service.read({ type: isPdf ? 'pdf' : 'text', bytes, filename: 'document' }, {});
  const ms = performance.now() - started;
  const megabytes = (await measuring.stop()) / 1024 ** 2;
  const text = result.ok ? result.documents.map(({ content }) => content).join('\n') : '';
  const theirs = wordsOf(isPdf ? pdftotext(bytes) : w3m(bytes));
  return {
    path,
    kind: isPdf ? `PDF: ${producerOf()}` : 'HTML',
    pages: isPdf ? Number(/^Pages:\s+(\d+)/m.exec(pdfinfo())?.[1] ?? 0) : 1,
    bytes: bytes.length,
    ms,
    megabytes,
    outcome: result.ok ? 'ready' : result.error.code,
    words: theirs.length,
    missing: missingOf(theirs, wordsOf(text)),
  };
}

/** The largest child of this process, looked at again and again: parsing runs in one at a time here. */
function measureMemory() {
  let most = 0;
  const look = async () => {
    const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
    for (const pid of children.trim().split(' ')) most = Math.max(most, await residentMemory(Number(pid)));
  };
  const timer = setInterval(look, SAMPLE_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await look();
      return most;
    },
  };
}

function run(command: string, args: readonly string[]): string {
  const { stdout, error } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1e9 });
  if (error) throw new Error(`${command} is needed for the comparison: ${error.message}`);
  return stdout;
}

function pdftotext(bytes: Uint8Array): string {
  writeFileSync(join(scratch, 'document.pdf'), bytes);
  return run('pdftotext', ['-enc', 'UTF-8', join(scratch, 'document.pdf'), '-']);
}

function pdfinfo(): string {
  return run('pdfinfo', [join(scratch, 'document.pdf')]);
}

function producerOf(): string {
  const producer = /^Producer:\s+(.*)/m.exec(pdfinfo())?.[1] ?? 'not said';
  return producer.replace(/[^\p{L} ].*$/u, '').trim() || 'not said';
}

function w3m(bytes: Uint8Array): string {
  writeFileSync(join(scratch, 'document.html'), bytes);
  const options = ['-dump', '-T', 'text/html', '-O', 'UTF-8', '-cols', '10000'];
  return run('w3m', [...options, join(scratch, 'document.html')]);
}

/** Runs of letters or digits, ligatures and cases aside; of Chinese and Japanese every character. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\u00ad/g, '');
  return plain.match(/[\u3040-\u30ff\u3400-\u9fff]|[^\P{L}\u3040-\u30ff\u3400-\u9fff]+|\p{N}+/gu) ?? [];
}

function missingOf(theirs: readonly string[], ours: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of ours) left.set(word, (left.get(word) ?? 0) + 1);
  return theirs.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

function printKinds(): void {
  const kinds = Map.groupBy(rows, ({ kind }) => kind);
  const table = [...kinds].map(([kind, own]) => {
    const ready = own.filter(({ outcome }) => outcome === 'ready');
    const words = sum(ready, 'words');
    return {
      kind,
      documents: own.length,
      ready: ready.length,
      failed: [...Map.groupBy(own, ({ outcome }) => outcome)]
        .filter(([outcome]) => outcome !== 'ready')
        .map(([outcome, { length }]) => `${length} ${outcome}`)
        .join(', '),
      pages: sum(own, 'pages'),
      'ms at the median': Math.round(median(own.map(({ ms }) => ms))),
      'ms at most': Math.round(Math.max(...own.map(({ ms }) => ms))),
      'MB at most': Math.round(Math.max(...own.map(({ megabytes }) => megabytes))),
      words,
      'missing %': ((100 * missingIn(ready)) / Math.max(1, words)).toFixed(2),
    };
  });
  console.table(table.sort((a, b) => b.documents - a.documents));
}

function printWorst(most: number): void {
  const share = ({ missing, words }: Read) => missing.length / Math.max(1, words);
  const worst = rows.filter(({ words }) => words > 0).sort((a, b) => share(b) - share(a));
  for (const row of worst.slice(0, most)) {
    const { path, outcome, words, missing } = row;
    console.log(`${(100 * share(row)).toFixed(1)} % (${missing.length} of ${words}) ${outcome} ${path}`);
    console.log(`    ${missing.slice(0, WORDS_SHOWN).join(' ')}`);
  }
}

function missingIn(own: readonly Read[]): number {
  return own.reduce((total, { missing }) => total + missing.length, 0);
}

function sum(own: readonly Read[], of: 'pages' | 'words'): number {
  return own.reduce((total, row) => total + row[of], 0);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
