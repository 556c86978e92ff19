import { describedGraders, PUBLISHED_RULES } from '../../server/src/measure/graders/graders.ts';
import { COST_ASSUMPTIONS, REASONS_FOR_DEFAULTS } from '../../server/src/models/catalog/assumptions.ts';
import { LOCK_IN_POINTS } from '../../server/src/models/catalog/lock-in/points.ts';
import { acceptedServing } from '../../server/src/models/contract/serving.ts';
import { ACCOUNT_FIELDS, PROVIDER_PRESETS } from '../../server/src/platform/provider-presets.ts';
import { markdownTable } from './reference-tables.ts';

// Tables of the documents that repeat facts of the code.

const code = (text: string | number) => `\`${text}\``;

/** The default cost assumptions, with their reasons. */
export const costAssumptions = () =>
  markdownTable(
    ['assumption', 'default', 'reason'],
    Object.entries(COST_ASSUMPTIONS).map(([name, value]) => [
      code(name),
      String(value),
      REASONS_FOR_DEFAULTS[name as keyof typeof REASONS_FOR_DEFAULTS],
    ]),
  );

/** The points of each choice by component. */
export const lockInPoints = () =>
  markdownTable(
    ['component', 'choices and points'],
    Object.entries(LOCK_IN_POINTS).map(([name, points]) => [
      name.replaceAll('_', ' '),
      Object.entries(points)
        .map(([choice, value]) => `${choice.replaceAll('_', ' ')} ${value}`)
        .join(' · '),
    ]),
  );

const PROVIDER_KINDS = [
  'openai-compatible',
  'openai',
  'openai-responses',
  'anthropic',
  'google',
  'mistral',
  'cohere',
  'bedrock',
  'baseline',
];

/** The providers that environment variables configure. */
export const providerPresets = () =>
  markdownTable(
    ['provider', 'key', 'address, if not the provider’s own'],
    Object.entries(PROVIDER_PRESETS).map(([name, { key, address, baseUrl, note }]) => [
      code(name),
      key === undefined ? '' : code(key),
      [code(address) + (baseUrl === undefined ? ', required' : ''), note ?? []].flat().join('; '),
    ]),
  );

const NEEDS = { required: 'required', key_group: 'in place of a key', optional: 'optional' };

/** The account fields of providers that need more than a key. */
export const providerAccounts = () =>
  markdownTable(
    ['kind', 'field', 'variable', ''],
    Object.entries(ACCOUNT_FIELDS).flatMap(([kind, fields]) =>
      fields.map(({ name, variable, need, isSecret, isFile, isOperatorOnly }) => [
        code(kind),
        code(name),
        code(variable),
        [
          NEEDS[need],
          isSecret ? 'secret' : [],
          isFile ? 'the variable names a file' : [],
          isOperatorOnly ? 'in the settings only' : [],
        ]
          .flat()
          .join(', '),
      ]),
    ),
  );

/** The parameters that each kind of provider accepts. */
export function servingByProvider(): string {
  const taken = PROVIDER_KINDS.map((kind) => acceptedServing(kind, ''));
  const fields = [
    'reasoning_effort',
    'top_p',
    'stop',
    'response_format',
    'provider_route',
    'service_tier',
    'prompt_cache_key',
    'prompt_cache_retention',
  ] as const;
  const cell = (value: readonly string[] | boolean | undefined) =>
    value === true ? 'yes' : value ? value.map(code).join(', ') : '–';
  return markdownTable(
    ['field', ...PROVIDER_KINDS.map(code)],
    fields.map((field) => [code(field), ...taken.map((one) => cell(one[field]))]),
  );
}

/** The fields of GET /benchmarks that the documents repeat. */
export interface DocumentedBenchmark {
  type: string;
  available: boolean;
  reason: string | null;
  measures: string;
  does_not_measure: string | null;
  licence: string;
  size: string | null;
  scored: boolean;
  needs: { source: string };
  differs_from_published: string | null;
  files: readonly { name: string }[];
  metric: { name: string; chance_level: number | null } | null;
  subsets: readonly { name: string; description: string; smoke_test: boolean }[] | 'source';
}

type Column = readonly [head: string, cell: (benchmark: DocumentedBenchmark) => string];

const BENCHMARK: Column = ['benchmark', ({ type }) => code(type)];
const MEASURES_WHAT: Column = ['measures', ({ measures }) => measures];
const MEASURES: readonly Column[] = [
  MEASURES_WHAT,
  ['does not measure', ({ does_not_measure }) => does_not_measure ?? ''],
];
const SCORE: Column = [
  'score, chance',
  ({ metric }) => [metric?.name, metric?.chance_level].filter((part) => part != null).join(', '),
];
const SIZE: Column = ['size', ({ size }) => size ?? ''];
const FILES: Column = ['files', ({ files }) => files.map(({ name }) => code(name)).join(', ')];
const SUBSETS: Column = [
  'subsets',
  ({ subsets }) =>
    subsets === 'source'
      ? ''
      : subsets
          .map(
            ({ name, description, smoke_test }) =>
              `${code(name)}: ${description}${smoke_test ? ' (*smoke test*)' : ''}`,
          )
          .join('; '),
];
const MAX_NAMED = 8;
const SUBSET_NAMES: Column = [
  'subsets',
  ({ subsets }) =>
    subsets.length > MAX_NAMED
      ? `${subsets.length}, see \`GET /benchmarks\``
      : subsets === 'source'
        ? ''
        : subsets.map(({ name }) => code(name)).join(', '),
];

/** The tables of benchmarks by the origin of their items, by the name of the section. */
export function benchmarkTables(listed: readonly DocumentedBenchmark[]): Record<string, string> {
  const available = listed.filter((one) => one.available);
  const scored = available.filter((one) => one.scored);
  const from = (source: string) => scored.filter(({ needs }) => needs.source === source);
  const published = scored.filter(({ files }) => files.length > 0);
  const ofBenchmarks = (rows: readonly DocumentedBenchmark[], ...columns: Column[]) =>
    markdownTable(
      columns.map(([head]) => head),
      rows.map((row) => columns.map(([, cell]) => cell(row))),
    );
  return {
    'benchmarks of your own': ofBenchmarks(from('one'), BENCHMARK, ...MEASURES, SCORE),
    'benchmarks from sources': ofBenchmarks(from('many'), BENCHMARK, ...MEASURES, SUBSETS),
    'generated benchmarks': ofBenchmarks(
      from('none').filter(({ files }) => files.length === 0),
      BENCHMARK,
      MEASURES_WHAT,
      SUBSETS,
    ),
    'public benchmarks': ofBenchmarks(
      published,
      BENCHMARK,
      ...MEASURES,
      ['licence', ({ licence }) => licence.split(';')[0] ?? ''],
      SIZE,
      SCORE,
      SUBSET_NAMES,
      FILES,
    ),
    'differences from published scores': ofBenchmarks(published, BENCHMARK, [
      'differs from published scores',
      ({ differs_from_published }) => differs_from_published ?? '',
    ]),
    'benchmarks that are not available': ofBenchmarks(
      listed.filter((one) => !one.available),
      BENCHMARK,
      ['why', ({ reason }) => reason ?? ''],
    ),
    'operational benchmarks': ofBenchmarks(
      available.filter((one) => !one.scored),
      BENCHMARK,
      MEASURES_WHAT,
    ),
  };
}

/** The published rules that are applied beside the graders, with their versions. */
export const publishedRules = () =>
  markdownTable(
    ['rule', 'of', 'in force since', 'differs'],
    Object.entries(PUBLISHED_RULES).map(([name, { version, date, note }]) => [
      code(name),
      version,
      date,
      note ?? '',
    ]),
  );

/** The graders with the possible values of their scores. */
export const graderTable = () =>
  markdownTable(
    ['grader', 'compares', 'score'],
    describedGraders().map(({ type, description, share }) => [
      code(type),
      description,
      { never: '0 or 1', by_option: 'by option', always: 'a share' }[share],
    ]),
  );

/** The options of graders; options that several graders share have one row. */
export function graderOptions(): string {
  const all = describedGraders().flatMap(({ type: grader, options }) =>
    Object.entries(options).map(([name, option]) => ({ grader, name, ...option })),
  );
  const same = Object.values(Object.groupBy(all, ({ name, description }) => `${name}|${description}`));
  return markdownTable(
    ['option', 'of', 'value', 'default', 'what it does'],
    same.map((rows = []) => {
      const { name = '', expects = '', description = '', values } = rows[0] ?? {};
      const defaults = Object.entries(
        Object.groupBy(rows, (row) => (row.required ? 'required' : `${row.default ?? ''}`)),
      );
      const preset = defaults.map(([value, those = []]) =>
        [defaults.length > 1 ? those.map(({ grader }) => code(grader)).join(', ') : '', value]
          .filter(Boolean)
          .join(': '),
      );
      const names = rows.map(({ grader }) => code(grader)).join(', ');
      return [
        code(name),
        names,
        values ? '' : expects,
        preset.join('; '),
        description.replaceAll('\\', '\\\\'),
      ];
    }),
  );
}
