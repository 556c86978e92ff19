import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import { newWorkspace } from '../../../test/support/resource-behaviour.ts';
import { type Service, startService } from '../../../test/support/service.ts';
import { until } from '../../../test/support/until.ts';
import { seededRandom } from './lsa/seeded-random.ts';

const SOURCES = 30;
const SECTIONS = 20;
const WORDS = 180;
const VOCABULARY = 4000;

const random = seededRandom(3);
const LETTERS = 'bdfgklmnprtvz';
/** Few words are frequent and many are rare; neither stemming nor splitting touches them. */
function drawn(): string {
  const rank = Math.floor(VOCABULARY * random() ** 3);
  return `o${[...(rank + 2000).toString(13)].map((digit) => LETTERS[Number.parseInt(digit, 13)]).join('')}`;
}

const sections = Array.from({ length: SOURCES * SECTIONS }, () => Array.from({ length: WORDS }, drawn));
const sources = Array.from({ length: SOURCES }, (_, source) =>
  sections
    .slice(source * SECTIONS, (source + 1) * SECTIONS)
    .map((words, at) => `# Part ${source * SECTIONS + at}\n\n${words.join(' ')}`)
    .join('\n\n'),
);
const EARLY = sources.slice(0, 20);
const LATE = [...sources.slice(20, -1), `${sources.at(-1)}\n\n# Birds\n\nA heron and a stork at the lake.`];

/** Four words of a section and two others. */
const questions = sections
  .filter((_, at) => at % 6 === 0)
  .map((words, at) => ({
    heading: `Part ${6 * at}`,
    query: [...Array.from({ length: 4 }, () => words[Math.floor(random() * WORDS)]), drawn(), drawn()].join(
      ' ',
    ),
  }));

onEachDatabaseInFull('the default mode of search', (place) => {
  let service: Service;
  let path: string;
  before(async () => {
    service = await startService(await place());
    path = `/workspaces/${await newWorkspace(service)}`;
    await add(EARLY);
    await until(async () => (await search('part')).mode === 'hybrid');
  });
  after(() => service.stop());

  async function add(contents: readonly string[]): Promise<void> {
    for (const content of contents) {
      const { body } = await service.call('POST', `${path}/sources`, { type: 'text', content });
      await until(
        async () => (await service.call('GET', `${path}/sources/${body.id}`)).body.status === 'ready',
      );
    }
  }
  const search = async (query: string, mode?: string) =>
    (await service.call('POST', `${path}/search`, { query, ...(mode && { mode }), limit: 10 })).body;

  it('says that the model is behind while many chunks are new, and has the settled one soon after', async () => {
    let loading = true;
    const seen: string[] = [];
    const watching = until(async () => {
      seen.push(...((await search('part')).warnings ?? []));
      return !loading;
    }, 20);
    await add(LATE).finally(() => {
      loading = false;
    });
    await watching;
    assert.match(seen.join(), /model_behind: the search model was not trained on \d+ % of the chunks/);
    // How soon is printed by `bench/search-freshness.ts`: here the machine may stand still.
    await until(async () => (await search('heron', 'semantic')).mode === 'semantic');
    assert.equal((await search('heron', 'semantic')).warnings, undefined);
  });

  it('finds what a question names about as well as by its words', async () => {
    const reciprocalRank = async (mode?: string) => {
      let sum = 0;
      for (const { heading, query } of questions) {
        const { results } = await search(query, mode);
        const at = results.findIndex((one: { location: { heading: string[] } }) =>
          one.location.heading.includes(heading),
        );
        sum += at === -1 ? 0 : 1 / (at + 1);
      }
      return sum / questions.length;
    };
    const words = await reciprocalRank('keyword');
    assert.ok(words > 0.8, `${words}`);
    // Before and after the weight of the meaning is measured, whatever the number of chunks was then.
    const both = await reciprocalRank();
    assert.ok(both > words - 0.03, `${both} and ${words}`);
  });
});
