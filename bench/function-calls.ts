import { execFileSync } from 'node:child_process';
import { bfcl } from '../server/src/measure/benchmarks/published/bfcl.ts';
import { createDataDirectory } from '../server/src/measure/benchmarks/published/data-directory.ts';
import { createPublishedBenchmark } from '../server/src/measure/benchmarks/published/published.ts';
import { grade } from '../server/src/measure/graders/graders.ts';
import { createRandom } from '../server/src/measure/statistics/statistics.ts';

// Planted answers to the questions of the Berkeley leaderboard, graded by our grader and by its published checker: node
// bench/function-calls.ts DIRECTORY [PYTHON] DIRECTORY is a BENCHMARK_DATA_DIR with its folder bfcl/; PYTHON (python3)
// must find bfcl_eval (see function-calls-reference.py). Ends with 1 where one answer is graded differently.

type Call = [name: string, args: string];
type Accepted = Record<string, Record<string, unknown[]>>[];

const [directory = '', python = 'python3'] = process.argv.slice(2);
const say = (line: string) => process.stdout.write(`${line}\n`);
const random = createRandom(20260, 'function-calls');
const pick = <T>(some: readonly T[]): T => some[random.below(some.length)] as T;

/** Variants of a right answer; the checker decides how each should be graded. */
const FAULTS: Record<string, (calls: [string, Record<string, unknown>][]) => Call[]> = {
  right: (calls) => calls.map(toPythonCall),
  'other accepted values': (calls) => calls.map(toPythonCall),
  'order turned': (calls) => calls.map(toPythonCall).reverse(),
  'a call missing': (calls) => calls.slice(1).map(toPythonCall),
  'a call twice': (calls) => [...calls, calls[0] ?? ['', {}]].map(toPythonCall as never),
  'another function': (calls) =>
    calls.map(([name, args], i) => toPythonCall([i === 0 ? `${name}_all` : name, args])),
  'an argument missing': changeOne(({ args, name }) => delete args[name]),
  'an argument too many': changeOne(({ args }) => Object.assign(args, { verbose: true })),
  'a wrong value': changeOne(({ args, name }) => Object.assign(args, { [name]: makeWrongValue(args[name]) })),
  'a value of another type': changeOne(({ args, name }) =>
    Object.assign(args, { [name]: withOtherType(args[name]) }),
  ),
  'another case and marks': changeOne(({ args, name }) =>
    Object.assign(args, { [name]: inUpperCase(args[name]) }),
  ),
  'a whole number as 1.0': (calls) => calls.map(([name, args]) => [name, withPoints(args, true)]),
  'a list cut or turned': changeOne(({ args, name }) =>
    Object.assign(args, { [name]: reorderMembers(args[name]) }),
  ),
  'broken JSON': (calls) => calls.map(([name, args]) => [name, JSON.stringify(args).slice(0, -1)]),
  'arguments as a list': (calls) => calls.map(([name, args]) => [name, JSON.stringify([args])]),
  'nothing called': () => [],
};

function toPythonCall([name, args]: [string, Record<string, unknown>]): Call {
  return [name, withPoints(args, false)];
}

/** Numbers that stand for floats are written as Python writes them. */
function withPoints(args: Record<string, unknown>, all: boolean): string {
  return JSON.stringify(args, (_, value) => {
    if (typeof value === 'number' && Number.isInteger(value) && all) return `#${value}.0#`;
    return value;
  }).replace(/"#(-?\d+\.0)#"/g, '$1');
}

function changeOne(change: (one: { args: Record<string, unknown>; name: string }) => unknown) {
  return (calls: [string, Record<string, unknown>][]): Call[] => {
    const copy = structuredClone(calls);
    const args = pick(copy)?.[1];
    const names = Object.keys(args ?? {});
    if (args && names.length > 0) change({ args, name: pick(names) });
    return copy.map(toPythonCall);
  };
}

function makeWrongValue(value: unknown): unknown {
  if (typeof value === 'number') return value + pick([1, -1, 0.5, 1000]);
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'string') return pick([`${value}x`, '', value.slice(1), 'none of these']);
  return Array.isArray(value) ? [...value, ...value] : { ...(value as object), other: 1 };
}

function withOtherType(value: unknown): unknown {
  if (typeof value === 'number') return pick([String(value), [value], value + 0.5, null]);
  if (typeof value === 'boolean') return pick([Number(value), String(value), null]);
  if (typeof value === 'string') return pick([[value], Number(value) || 0, true, null, { value }]);
  return Array.isArray(value) ? pick([value[0], JSON.stringify(value), value.map(String)]) : [value];
}

function inUpperCase(value: unknown): unknown {
  if (typeof value === 'string') return pick([value.toUpperCase(), value.replaceAll(' ', '-'), `${value}.`]);
  return Array.isArray(value) ? value.map(inUpperCase) : value;
}

function reorderMembers(value: unknown): unknown {
  return Array.isArray(value) ? pick([[...value].reverse(), value.slice(1), [value], []]) : value;
}

/** One of the accepted values of each argument. Where leaving it out is accepted too, that is one of the choices. */
function choose(accepted: Accepted, first: boolean): [string, Record<string, unknown>][] {
  return accepted.map((call) => {
    const [[name, values]] = Object.entries(call) as [[string, Record<string, unknown[]>]];
    const args = Object.entries(values).flatMap(([argument, some]): [string, unknown][] => {
      const value = first ? some[0] : pick(some);
      if (value === '' && some.length > 0) return [];
      return [[argument, inner(value)]];
    });
    return [name.replaceAll('.', '_'), Object.fromEntries(args)];
  });
}

/** The members of an accepted object are lists of accepted values themselves. */
function inner(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inner);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, some]) => [name, Array.isArray(some) ? some[0] : some]);
  return Object.fromEntries(entries.filter(([, one]) => one !== ''));
}

const benchmark = createPublishedBenchmark(bfcl, {
  data: createDataDirectory(directory),
  skipMalformed: false,
});
const lines: string[] = [];
const ours: { category: string; fault: string; valid: boolean; about: string }[] = [];
for (const { name: category } of benchmark.subsets as readonly { name: string }[]) {
  const sampled = await benchmark.sampleItems({ subset: category, sampleSize: 10_000, seed: 1 });
  for await (const { item } of sampled.items) {
    const accepted = JSON.parse(item.expected as string) as Accepted;
    const made = Object.entries(FAULTS);
    const faults =
      category === 'irrelevance' ? made.filter(([name]) => /right|JSON|list|nothing/.test(name)) : made;
    for (const [fault, plant] of faults) {
      if (category !== 'irrelevance' && fault !== 'right' && random.fraction() > 0.4) continue;
      const called: [string, Record<string, unknown>][] =
        category === 'irrelevance' && fault !== 'right'
          ? [[item.tools?.[0]?.name ?? '', { value: 1 }]]
          : choose(accepted, fault === 'right');
      const calls = plant(called);
      const graded = grade(item.grader, item.expected, {
        text: '',
        reasoning: null,
        finishReason: calls.length > 0 ? 'tool_calls' : 'stop',
        toolCalls: calls.map(([name, args]) => ({ name, arguments: args })),
      });
      lines.push(
        JSON.stringify({
          id: ours.length,
          category,
          functions: item.grader.options.functions,
          accepted: item.expected,
          calls,
        }),
      );
      const valid = graded.state === 'scored' && graded.score === 1;
      ours.push({ category, fault, valid, about: JSON.stringify([calls, item.expected]) });
    }
  }
}

const reference = new URL('./function-calls-reference.py', import.meta.url).pathname;
const answers = execFileSync(python, [reference], { input: lines.join('\n'), maxBuffer: 1e9 })
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as { id: number; valid: boolean | null });

const table = new Map<string, { n: number; right: number; failed: number; differ: number }>();
const shown: string[] = [];
for (const { id, valid } of answers) {
  const one = ours[id];
  if (!one) continue;
  for (const name of [`  ${one.category}`, `  ${one.fault}`, 'all']) {
    const row = table.get(name) ?? { n: 0, right: 0, failed: 0, differ: 0 };
    row.n += 1;
    row.right += Number(valid === true);
    row.failed += Number(valid === null);
    row.differ += Number(valid !== null && valid !== one.valid);
    table.set(name, row);
  }
  if (valid !== null && valid !== one.valid) shown.push(`ours ${one.valid}: ${one.about.slice(0, 600)}`);
}
say(`${''.padEnd(30)}answers   right  differ  the checker fails`);
for (const [name, { n, right, failed, differ }] of [...table].sort(([a], [b]) => (a < b ? -1 : 1))) {
  say(`${name.padEnd(30)}${[n, right, differ, failed].map((value) => String(value).padStart(7)).join(' ')}`);
}
for (const line of shown.slice(0, 10)) say(line);
process.exitCode = shown.length > 0 ? 1 : 0;
