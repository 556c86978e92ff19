import { basename, extname } from 'node:path';
import { isObject } from '../../../../../kernel/json.ts';
import { MOST_TABLE_BYTES } from '../../../../../knowledge/reading/tables/tables.ts';
import { UsageError } from '../../../terminal/arguments.ts';
import { createNotices, type DatasetRow, type Imported, type Notices } from '../imported.ts';
import { toCompositeGrader, toParts } from './assertions.ts';
import type { PromptForm } from './http-provider.ts';
import { NotTaken } from './not-taken.ts';
import { fillPrompt, type Prompt, readPrompts } from './prompts.ts';
import { namesInRequests, toTargets } from './providers.ts';
import { resolveReferences } from './references.ts';
import { createSourceFiles, type SourceFiles } from './source-files.ts';
import { readTests, type Test } from './tests.ts';
import { toList } from './to-list.ts';
import { resolveVariables } from './variables.ts';

const CONVERTED = [
  ...['description', 'prompts', 'providers', 'targets', 'tests', 'scenarios', 'defaultTest', '$schema'],
  ...['evaluateOptions', 'assertionTemplates'],
];

export interface PromptfooOptions {
  name?: string | undefined;
  /** `provider/model` for what is similar, and for what a model grades. */
  embeddings?: string | undefined;
  judge?: string | undefined;
  /** The folder that files are read in; by default that of the configuration. */
  root?: string | undefined;
}

/**
 * A promptfoo configuration (YAML or JSON) becomes one dataset for each prompt, with a row for each test, graded by all of
 * its assertions together as promptfoo combines them. What is not taken is named with its place. Throws `UsageError` for
 * a file that is none.
 */
export async function importPromptfoo(file: string, options: PromptfooOptions = {}): Promise<Imported> {
  const files = createSourceFiles(file, options.root);
  const read = await files.config();
  if (!isObject(read)) throw new UsageError(`${file} is not a promptfoo configuration: it has no fields.`);
  const notices = createNotices();
  const config = resolveReferences(read, files) as Record<string, unknown>;
  for (const field of Object.keys(config))
    if (!CONVERTED.includes(field))
      notices.add(`"${field}" has no equivalent.`, files.placeOf(config, field));
  const prompts = await readPrompts(config, files, notices);
  const tests = await readTests(config, files, notices);
  const providers = toList(config.providers ?? config.targets);
  const sent = namesInRequests(providers).filter((field) => field !== 'prompt');
  const datasets = [];
  for (const [i, prompt] of prompts.entries())
    datasets.push({
      name: prompts.length === 1 ? 'Tests' : `Tests: ${prompt.label}`,
      file: `tests-${i + 1}.jsonl`,
      rows: await rowsOf(prompt, tests, { files, notices, sent, ...options }),
    });
  const { stacks, targets } = toTargets(providers, notices, formOf(datasets.flatMap(({ rows }) => rows)));
  const used = datasets.filter(({ rows }) => rows.length > 0);
  const title =
    options.name ??
    (typeof config.description === 'string' ? config.description : basename(file, extname(file)));
  return {
    definition: {
      name: title,
      datasets: used.map(({ name, file: path }) => ({ name, file: path })),
      ...(stacks.length > 0 && { stacks }),
      ...(targets.length > 0 && { targets: [...stacks.map(({ name }) => ({ stack: name })), ...targets] }),
      ...(stacks.length + targets.length === 0 && { targets: [{ model: 'baseline/echo' }] }),
      benchmarks: used.map((dataset) => ({ dataset: dataset.name })),
      ...methodologyOf(config.evaluateOptions, notices),
    },
    datasets: used,
    notices: notices.list(),
  };
}

/** What `evaluateOptions` says that an evaluation says too. */
function methodologyOf(given: unknown, notices: Notices): { methodology?: Record<string, unknown> } {
  if (!isObject(given)) return {};
  const { repeat, maxConcurrency, timeoutMs, ...others } = given;
  for (const field of Object.keys(others)) notices.add(`"${field}" of evaluateOptions has no equivalent.`);
  const methodology = {
    ...(Number.isInteger(repeat) && Number(repeat) > 1 && { epochs: repeat }),
    ...(Number.isInteger(maxConcurrency) && Number(maxConcurrency) > 0 && { concurrency: maxConcurrency }),
    ...(Number.isInteger(timeoutMs) && Number(timeoutMs) > 0 && { request_timeout_ms: timeoutMs }),
  };
  return Object.keys(methodology).length === 0 ? {} : { methodology };
}

function formOf(rows: readonly DatasetRow[]): PromptForm {
  const forms = new Set(rows.map(({ input }) => (typeof input === 'string' ? 'text' : 'messages')));
  return forms.size === 2 ? 'both' : forms.has('messages') ? 'messages' : 'text';
}

interface Converting extends PromptfooOptions {
  files: SourceFiles;
  notices: Notices;
  /** The variables that applications receive; one that a test does not have is empty, as in a template. */
  sent: readonly string[];
}

async function rowsOf(prompt: Prompt, tests: readonly Test[], converting: Converting): Promise<DatasetRow[]> {
  const rows: DatasetRow[] = [];
  let characters = 0;
  for (const test of tests) {
    try {
      const row = await rowOf(prompt, test, converting);
      const size = JSON.stringify(row).length;
      if (characters + size > MOST_TABLE_BYTES)
        throw new NotTaken(`its dataset would have more than ${MOST_TABLE_BYTES / 1024 ** 2} MB`);
      characters += size;
      rows.push(row);
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error;
      converting.notices.add(`A test is skipped: ${error.message}.`, test.place);
    }
  }
  return rows;
}

async function rowOf(
  { text }: Prompt,
  test: Test,
  { files, notices, sent, embeddings, judge }: Converting,
): Promise<DatasetRow> {
  const { prefix = '', suffix = '', transform, postprocess } = test.options;
  if (test.asserts.length + test.defaults.length === 0) throw new NotTaken('it has no assertions');
  if (transform !== undefined || postprocess !== undefined || test.options.transformVars !== undefined)
    throw new NotTaken('its transform is code, which is not run');
  const vars = await resolveVariables(test.vars, files);
  const input = fillPrompt(`${String(prefix)}${text}${String(suffix)}`, vars);
  const say = (sentence: string, assertion: unknown) =>
    notices.add(sentence, files.placeOf(assertion) ?? test.place);
  const context = { vars, options: test.options, files, say, embeddings, judge };
  const defaults = await toParts(test.defaults, context);
  const own = await toParts(test.asserts, context);
  if (own.length === 0 && test.asserts.length > 0)
    throw new NotTaken(
      defaults.length === 0
        ? 'none of its assertions is taken'
        : 'none of its own assertions is taken, and those of defaultTest alone would grade something else',
    );
  if (own.length + defaults.length === 0) throw new NotTaken('none of its assertions is taken');
  const usesCode = JSON.stringify([...defaults, ...own]).includes('"type":"code"');
  const kept = {
    ...test.metadata,
    ...Object.fromEntries(
      sent.map((field) => [field, Object.hasOwn(vars, field) ? (vars[field] ?? '') : '']),
    ),
    ...(usesCode && { vars }),
    ...(test.description !== undefined && { description: test.description }),
  };
  return {
    input,
    grader: toCompositeGrader([...defaults, ...own], test.threshold),
    ...(Object.keys(kept).length > 0 && { metadata: kept }),
  };
}
