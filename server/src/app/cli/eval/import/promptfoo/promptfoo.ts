import { basename, dirname, extname, resolve } from 'node:path';
import { isObject } from '../../../../../kernel/json.ts';
import { UsageError } from '../../../terminal/arguments.ts';
import { parseYaml, readText } from '../../../terminal/read-file.ts';
import { createNotices, type DatasetRow, type Imported, type Notices } from '../imported.ts';
import { toGraded } from './assertions.ts';
import { toStack } from './providers.ts';
import { fillPrompt } from './template.ts';

const CONVERTED = ['description', 'prompts', 'providers', 'targets', 'tests', 'defaultTest', '$schema'];
const TEST_FIELDS = ['vars', 'assert', 'description', 'metadata'];

interface Prompt {
  readonly label: string;
  readonly text: string;
}

interface Test {
  readonly vars: Record<string, unknown>;
  readonly asserts: readonly unknown[];
  readonly description: string | undefined;
}

/**
 * A promptfoo configuration (YAML or JSON) becomes one dataset for each prompt, with a row for each test and each of its assertions that
 * a grader here can check, the rows of one test in one cluster. Throws `UsageError` for a file that is none.
 */
export async function importPromptfoo(file: string, name?: string): Promise<Imported> {
  const config = parseYaml(file, await readText(file));
  if (!isObject(config)) throw new UsageError(`${file} is not a promptfoo configuration: it has no fields.`);
  const notices = createNotices();
  for (const field of Object.keys(config)) {
    if (!CONVERTED.includes(field)) notices.add(`"${field}" has no equivalent.`);
  }
  const folder = dirname(file);
  const prompts = await readPrompts(config.prompts, folder, notices);
  const tests = await readTests(config, folder, notices);
  const stacks = toList(config.providers ?? config.targets).flatMap((provider) => toStack(provider, notices));
  const datasets = prompts.map(({ label, text }, i) => ({
    name: prompts.length === 1 ? 'Tests' : `Tests: ${label}`,
    file: `tests-${i + 1}.jsonl`,
    rows: tests.flatMap((test, at) => toRows(text, test, at, notices)),
  }));
  const title =
    name ?? (typeof config.description === 'string' ? config.description : basename(file, extname(file)));
  return {
    definition: {
      name: title,
      datasets: datasets.map(({ name: dataset, file: path }) => ({ name: dataset, file: path })),
      ...(stacks.length > 0 ? { stacks } : { targets: [{ model: 'baseline/echo' }] }),
      benchmarks: datasets.map((dataset) => ({ dataset: dataset.name })),
    },
    datasets,
    notices: notices.list(),
  };
}

const toList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];

async function readPrompts(given: unknown, folder: string, notices: Notices): Promise<Prompt[]> {
  const prompts: Prompt[] = [];
  for (const [i, one] of toList(given).entries()) {
    const raw = isObject(one) ? (one.raw ?? one.id) : one;
    if (typeof raw !== 'string') {
      notices.add(`Prompt ${i + 1} is not a text; it is skipped.`);
      continue;
    }
    const label = isObject(one) && typeof one.label === 'string' ? one.label : `prompt ${i + 1}`;
    const path = raw.startsWith('file://') ? raw.slice('file://'.length) : null;
    if (path === null) prompts.push({ label, text: raw });
    else if (/\.(txt|md|json)$/.test(path))
      prompts.push({ label, text: await readText(resolve(folder, path)) });
    else notices.add(`The prompt ${raw} is not a text file; it is skipped.`);
  }
  return prompts;
}

async function readTests(config: Record<string, unknown>, folder: string, notices: Notices): Promise<Test[]> {
  const fallback = isObject(config.defaultTest) ? config.defaultTest : {};
  if (typeof config.defaultTest === 'string')
    notices.add('defaultTest is a reference to a file; it is skipped.');
  const given = (await Promise.all(toList(config.tests).map((one) => inlined(one, folder, notices)))).flat();
  return given.flatMap((test, i) => {
    if (!isObject(test)) {
      notices.add(`Test ${i + 1} is not an object; it is skipped.`);
      return [];
    }
    for (const field of [...Object.keys(test), ...Object.keys(fallback)]) {
      if (!TEST_FIELDS.includes(field)) notices.add(`"${field}" of tests has no equivalent.`);
    }
    const vars = { ...record(fallback.vars), ...record(test.vars) };
    const asserts = [...toList(fallback.assert), ...toList(test.assert)];
    const description = typeof test.description === 'string' ? test.description : undefined;
    return combinations(vars).map((own) => ({ vars: own, asserts, description }));
  });
}

const record = (value: unknown) => (isObject(value) ? value : {});

/** A reference to a YAML, JSON or JSON Lines file of tests becomes its tests. */
async function inlined(one: unknown, folder: string, notices: Notices): Promise<unknown[]> {
  if (typeof one !== 'string') return [one];
  const path = one.replace(/^file:\/\//, '');
  if (/\.jsonl$/.test(path)) {
    const lines = (await readText(resolve(folder, path))).split('\n').filter((line) => line.trim() !== '');
    return lines.map((line) => parseYaml(path, line));
  }
  if (/\.(ya?ml|json)$/.test(path)) return toList(parseYaml(path, await readText(resolve(folder, path))));
  notices.add(`The tests in ${one} are not YAML, JSON or JSON Lines; they are skipped.`);
  return [];
}

/** A variable with several values stands for a test with each of them, as in promptfoo. */
function combinations(vars: Record<string, unknown>): Record<string, unknown>[] {
  let all: Record<string, unknown>[] = [{}];
  for (const [name, value] of Object.entries(vars)) {
    all = all.flatMap((one) => toList(value).map((each) => ({ ...one, [name]: each })));
  }
  return all;
}

function toRows(
  prompt: string,
  { vars, asserts, description }: Test,
  at: number,
  notices: Notices,
): DatasetRow[] {
  const input = fillPrompt(prompt, vars, notices);
  if (input === null) return [];
  if (asserts.length === 0) notices.add(`Test ${at + 1} has no assertions; it is skipped.`);
  const graded = asserts.flatMap((one) => toGraded(one, vars, notices));
  if (asserts.length > 0 && graded.length === 0)
    notices.add(`Test ${at + 1} has no convertible assertion; it is skipped.`);
  if (graded.length > 1) {
    notices.add(
      'A test with several assertions becomes one row for each in a common cluster; each is scored separately.',
    );
  }
  const cluster = graded.length > 1 ? { cluster: `test ${at + 1}` } : {};
  const metadata = description === undefined ? {} : { metadata: { description } };
  return graded.map((one) => ({ input, ...one, ...cluster, ...metadata }));
}
