import { readFileSync } from 'node:fs';
import { createParserPool } from '../server/src/reading/parser-pool/parser-pool.ts';
import { silentLog } from '../server/test/support/silent-log.ts';

// How often the kind and the language of a document are told right, on the labelled set of this repository: the
// documents the rules were written with ("tuning") apart from those nobody looked at meanwhile ("held_out").
//   node bench/classification.ts [--wrong]

interface Labelled {
  kind: string;
  language: string | null;
  name: string;
  split: 'tuning' | 'held_out';
  text: string;
}

interface Told extends Labelled {
  told: string;
  reason: string;
  toldLanguage: string | null;
}

const set = new URL('../server/test/fixtures/labelled-documents.jsonl', import.meta.url);
const documents = readFileSync(set, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Labelled);

const parsers = createParserPool({ log: silentLog });
const results: Told[] = [];
for (const document of documents) results.push(await tell(document));
await parsers.stop();

for (const split of ['tuning', 'held_out'] as const) {
  const own = results.filter((result) => result.split === split);
  console.log(`${split}: kind ${share(own, right)}, language ${share(own, rightLanguage)}`);
}
console.log(`all: kind ${share(results, right)}, language ${share(results, rightLanguage)}\n`);
printConfusion();
if (process.argv.includes('--wrong')) printWrong();

async function tell(document: Labelled): Promise<Told> {
  async function* bytes() {
    yield Buffer.from(document.text);
  }
  const task = { do: 'text', mediaType: '', charset: '', name: document.name } as const;
  const { classification, language } = await parsers.parse(task, bytes(), {
    signal: new AbortController().signal,
  });
  return {
    ...document,
    told: classification.kind,
    reason: classification.reason,
    toldLanguage: language,
  };
}

function right({ kind, told }: Told): boolean {
  return kind === told;
}

function rightLanguage({ language, toldLanguage }: Told): boolean {
  return language === toldLanguage;
}

function share(own: readonly Told[], isRight: (result: Told) => boolean): string {
  const count = own.filter(isRight).length;
  return `${count}/${own.length} (${((100 * count) / own.length).toFixed(0)} %)`;
}

/** Rows are what documents are, columns what they were told to be. */
function printConfusion(): void {
  const kinds = [...new Set(results.map(({ kind }) => kind))].sort();
  const width = Math.max(...kinds.map((kind) => kind.length)) + 1;
  console.log(`${''.padEnd(width)}${kinds.map((kind) => kind.slice(0, 6).padStart(7)).join('')}`);
  for (const kind of kinds) {
    const counts = kinds.map((told) => results.filter((r) => r.kind === kind && r.told === told).length);
    console.log(kind.padEnd(width) + counts.map((count) => String(count || '·').padStart(7)).join(''));
  }
}

function printWrong(): void {
  for (const result of results.filter((one) => !right(one) || !rightLanguage(one))) {
    const { split, name, kind, told, language, toldLanguage, reason } = result;
    console.log(`${split} ${name}: ${kind} → ${told}, ${language} → ${toldLanguage}. ${reason}`);
  }
}
