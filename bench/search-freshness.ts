import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../server/test/support/service-calls.ts';
import { type Collection, mean, ndcgAt10, readCollection } from './lib/collection.ts';
import { newWorkspace, POSITIONAL_ARGUMENTS, printMachine, withService } from './lib/harness.ts';
import { zipfText } from './lib/zipf-text.ts';

/**
 * How long after the last source is ready searches are answered by the settled model, and how good they are until then,
 * through HTTP: node bench/search-freshness.ts <chunks or folder in BEIR layout> …
 * A number makes so many chunks of generated text, 20 a source; a folder's documents are a source each. The model is
 * settled once probes by meaning have the scores that they have at the end, 45 s later.
 */
const CHUNKS_PER_SOURCE = 20;
const WORDS_PER_CHUNK = 180;
const PROBES = 3;
const WATCHED_MS = 45_000;
const QUALITY_AT_MS = [0, 5000, 12_000, WATCHED_MS];
const AT_ONCE = 8;

function generated(chunks: number): Collection {
  const text = zipfText(20_000, 1);
  const section = (at: number) => `# Part ${at}\n\n${text.many(WORDS_PER_CHUNK, text.draw)}`;
  const documents = Array.from({ length: Math.ceil(chunks / CHUNKS_PER_SOURCE) }, (_, at) => ({
    id: String(at),
    title: `Document ${at}`,
    text: Array.from({ length: CHUNKS_PER_SOURCE }, (_part, part) => section(part)).join('\n\n'),
  }));
  const queries = Array.from({ length: PROBES }, (_, at) => ({
    id: String(at),
    text: text.many(8, text.draw),
    relevant: new Set<string>(),
  }));
  return { documents, queries };
}

async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function measure(name: string): Promise<void> {
  const isNumber = /^\d+$/.test(name);
  const { documents, queries } = isNumber ? generated(Number(name)) : readCollection(name);
  await withService(async (service) => {
    const path = await newWorkspace(service);
    const documentOf = new Map<string, string>();
    await inTurns(documents, async ({ id, title, text }) => {
      const content = text.trim() === '' ? title : text;
      if (content.trim() === '') return;
      const source = { type: 'text', content, ...(title !== '' && { title: title.slice(0, 200) }) };
      documentOf.set((await ask(service, 'POST', `${path}/sources`, source)).id, id);
    });
    let chunks = 0;
    await inTurns([...documentOf.keys()], async (id) => {
      for (;;) {
        const { status, chunk_count } = await ask(service, 'GET', `${path}/sources/${id}`);
        if (status === 'failed') throw new Error(`source ${id} failed`);
        chunks += status === 'ready' ? chunk_count : 0;
        if (status === 'ready') return;
        await sleep(20);
      }
    });
    const readyAt = performance.now();
    const search = (query: string, mode: string) =>
      ask(service, 'POST', `${path}/search`, { query: query.slice(0, 2000), mode, limit: 10 });
    const quality = async (mode: string) => {
      const scores: number[] = [];
      for (const { text, relevant } of queries) {
        const { results } = await search(text, mode);
        const found = results.map(({ source_id }: { source_id: string }) => documentOf.get(source_id));
        scores.push(ndcgAt10(found, relevant));
      }
      return mean(scores).toFixed(3);
    };
    const seen: { ms: number; answer: string; behind: boolean }[] = [];
    const marks = [...QUALITY_AT_MS];
    console.log(`${name}: ${chunks} chunks ready`);
    while (performance.now() - readyAt < WATCHED_MS + 1000) {
      const ms = performance.now() - readyAt;
      const answers = [];
      for (const { text } of queries.slice(0, PROBES)) answers.push(await search(text, 'semantic'));
      seen.push({
        ms,
        answer: JSON.stringify(answers.map(({ mode, results }) => [mode, scoresOf(results)])),
        behind: answers.some(({ warnings = [] }) => /_behind:/.test(warnings.join())),
      });
      if (!isNumber && ms >= (marks[0] ?? Number.POSITIVE_INFINITY)) {
        marks.shift();
        const at = (ms / 1000).toFixed(0);
        console.log(
          `  at ${at} s: keyword ${await quality('keyword')}, semantic ${await quality('semantic')}, hybrid ${await quality('hybrid')}`,
        );
      } else await sleep(100);
    }
    const last = seen.at(-1)?.answer;
    const unsettled = seen.findLastIndex(({ answer }) => answer !== last);
    const settled = seen[unsettled + 1]?.ms ?? 0;
    const warned = seen.findLast(({ behind }) => behind)?.ms ?? 0;
    console.log(
      `  settled within ${(settled / 1000).toFixed(1)} s, warned until ${(warned / 1000).toFixed(1)} s`,
    );
  });
}

const scoresOf = (results: readonly { source_id: string; score: number }[]) =>
  results.map(({ source_id, score }) => [source_id, score.toFixed(4)]);

printMachine();
for (const name of POSITIONAL_ARGUMENTS.length > 0 ? POSITIONAL_ARGUMENTS : ['1000', '5000'])
  await measure(name);
