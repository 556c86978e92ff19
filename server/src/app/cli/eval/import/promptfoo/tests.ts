import { isObject } from '../../../../../kernel/json.ts';
import type { Notices } from '../imported.ts';
import { isTest, testOfRow } from './csv-tests.ts';
import { NotTaken, orNothing } from './not-taken.ts';
import type { SourceFiles } from './source-files.ts';
import { toList } from './to-list.ts';

/** One test as it is asked: a value for each variable, and everything that its response must satisfy. */
export interface Test {
  readonly vars: Readonly<Record<string, unknown>>;
  /** Its own assertions, and before them those of `defaultTest`. */
  readonly asserts: readonly unknown[];
  readonly defaults: readonly unknown[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly threshold: number | undefined;
  readonly description: string | undefined;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly place: string | undefined;
}

type Fields = Record<string, unknown>;

const record = (value: unknown): Fields => (isObject(value) ? value : {});

const TEST_FIELDS = ['vars', 'assert', 'options', 'threshold', 'description', 'metadata'];
const OPTIONS = [
  ...['prefix', 'suffix', 'provider', 'rubricPrompt', 'disableVarExpansion', 'disableDefaultAsserts'],
  ...['transform', 'postprocess', 'transformVars', 'runSerially'],
];

/** All tests of a configuration, in its order: `tests` and `scenarios`, with what `defaultTest` adds to each. */
export async function readTests(config: Fields, files: SourceFiles, notices: Notices): Promise<Test[]> {
  const fallback = await readDefault(config, files, notices);
  const listed = await all(config, 'tests', files, notices);
  const scenarios = (await all(config, 'scenarios', files, notices)).flatMap((scenario) =>
    testsOfScenario(record(scenario), files, notices),
  );
  const given = [...listed, ...(await Promise.all(scenarios))];
  const tests: Test[] = [];
  for (const one of given.flat()) {
    if (!isObject(one)) notices.add('A test that is not an object is skipped.', files.placeOf(one));
    else
      tests.push(
        ...(await orNothing(
          () => expand(one, fallback, files, notices),
          (why) => notices.add(`A test is skipped: ${why}.`, files.placeOf(one)),
        )),
      );
  }
  return tests;
}

async function readDefault(config: Fields, files: SourceFiles, notices: Notices): Promise<Fields> {
  const [one] = await all(config, 'defaultTest', files, notices);
  return record(one);
}

/** A list of tests or of references to files of them. */
async function all(holder: Fields, field: string, files: SourceFiles, notices: Notices): Promise<unknown[]> {
  const given = holder[field];
  const lists = await Promise.all(
    toList(given).map(async (one, i) => {
      const reference = isObject(one) && !isTest(one) ? one.path : one;
      if (typeof reference !== 'string') return [one];
      const place = Array.isArray(given) ? files.placeOf(given, i) : files.placeOf(holder, field);
      return referred(reference, files, (sentence) => notices.add(sentence, place));
    }),
  );
  return lists.flat();
}

type Add = (sentence: string) => void;

async function referred(reference: string, files: SourceFiles, add: Add): Promise<unknown[]> {
  if (/^[a-z]+:\/\//i.test(reference) && !reference.startsWith('file://')) {
    add(`The tests of ${reference} are not on this machine; they are skipped.`);
    return [];
  }
  const refuse = (why: string) => add(`Tests are skipped: ${why}.`);
  return orNothing(async () => {
    const paths = /\.(?:xlsx|xls)#/.test(reference) ? [reference] : await files.matching(reference);
    if (paths.length === 0) {
      add(
        /\.(?:js|ts|mjs|cjs|py)(?::\w+)?$/.test(reference)
          ? `The tests of ${reference} are made by a program, which is not run; they are skipped.`
          : `There is no file ${reference}; its tests are skipped.`,
      );
      return [];
    }
    const found = paths.map((path) => orNothing(() => testsIn(path, files, add), refuse));
    return (await Promise.all(found)).flat();
  }, refuse);
}

async function testsIn(path: string, files: SourceFiles, add: Add): Promise<unknown[]> {
  if (/\.(?:csv|tsv|xlsx)(?:#.*)?$/i.test(path))
    return (await files.rows(path)).map((row) => files.moved(testOfRow(row), row));
  if (/\.jsonl$/i.test(path)) return (await files.jsonLines(path)).map((one) => asTest(one, files));
  if (/\.(?:ya?ml|json)$/i.test(path)) {
    const found = toList(await files.yaml(path));
    return found.map((one) => asTest(one, files));
  }
  add(
    `The tests of ${files.shownName(path)} are made by a program or are of no known format; they are skipped.`,
  );
  return [];
}

const asTest = (one: unknown, files: SourceFiles): unknown =>
  isObject(one) && !isTest(one) ? files.moved(testOfRow(one), one) : one;

/** Each entry of `config` with each of `tests`. */
async function testsOfScenario(scenario: Fields, files: SourceFiles, notices: Notices): Promise<Fields[]> {
  const { config, tests } = scenario;
  const inner = tests === undefined ? [{}] : await all(scenario, 'tests', files, notices);
  return toList(config).flatMap((data) =>
    inner.map((test) => {
      const [before, own] = [record(data), record(test)];
      const place = files.placeOf(test) === undefined ? data : test;
      return files.moved(
        {
          ...before,
          ...own,
          vars: { ...record(before.vars), ...record(own.vars) },
          options: { ...record(before.options), ...record(own.options) },
          metadata: { ...record(before.metadata), ...record(own.metadata) },
          assert: [...toList(before.assert), ...toList(own.assert)],
        },
        place,
      );
    }),
  );
}

async function expand(test: Fields, fallback: Fields, files: SourceFiles, notices: Notices): Promise<Test[]> {
  const place = files.placeOf(test);
  for (const field of [...Object.keys(test), ...Object.keys(fallback)])
    if (!TEST_FIELDS.includes(field)) notices.add(`"${field}" of tests has no equivalent.`, place);
  const options = { ...record(fallback.options), ...record(test.options) };
  for (const field of Object.keys(options))
    if (!OPTIONS.includes(field)) notices.add(`"${field}" in the options of tests has no equivalent.`, place);
  const defaults = options.disableDefaultAsserts === true ? [] : toList(fallback.assert);
  const threshold = test.threshold ?? fallback.threshold;
  const rest = {
    asserts: toList(test.assert),
    defaults,
    options,
    threshold: typeof threshold === 'number' ? threshold : undefined,
    description: typeof test.description === 'string' ? test.description : undefined,
    metadata: { ...record(fallback.metadata), ...record(test.metadata) },
    place,
  };
  const vars = { ...(await readVars(fallback.vars, files)), ...(await readVars(test.vars, files)) };
  const expanded = await combinations(vars, options.disableVarExpansion === true, files);
  return expanded.map((own) => ({ ...rest, vars: own }));
}

/** Variables, or the files that hold them. */
async function readVars(given: unknown, files: SourceFiles): Promise<Fields> {
  if (isObject(given)) return given;
  const found: Fields = {};
  for (const reference of toList(given).filter((one) => typeof one === 'string'))
    for (const path of await files.matching(reference)) Object.assign(found, record(await files.yaml(path)));
  return found;
}

/** So many tests may one become. */
const MOST_COMBINATIONS = 100_000;

/** A variable with several texts, or with several files, stands for a test with each of them. */
async function combinations(vars: Fields, isWhole: boolean, files: SourceFiles): Promise<Fields[]> {
  let found: Fields[] = [{}];
  for (const [name, value] of Object.entries(vars)) {
    const values = isWhole ? [value] : await valuesOf(value, files);
    if (found.length * values.length > MOST_COMBINATIONS)
      throw new NotTaken(`its variables stand for more than ${MOST_COMBINATIONS} tests`);
    found = found.flatMap((one) => values.map((each) => ({ ...one, [name]: each })));
  }
  return found;
}

async function valuesOf(value: unknown, files: SourceFiles): Promise<unknown[]> {
  if (Array.isArray(value) && typeof value[0] === 'string') return value;
  if (typeof value === 'string' && value.startsWith('file://') && value.includes('*'))
    return (await files.matching(value)).map((path) => `file://${path}`);
  return [value];
}
