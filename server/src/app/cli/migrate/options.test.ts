import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../terminal/arguments.ts';
import { type MigrateOptions, migrateCommand } from './options.ts';

const ASKED = ['--from', 'a', '--to', 'b', '--benchmark', 'arithmetic'];

const REFUSED: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [['--from', 'a'], /needs --to/],
  [['--to', 'a'], /needs one --from/],
  [['--from', 'a,b', '--to', 'c'], /needs one --from/],
  [['--from', 'a', '--to', 'b'], /There are no items: pass a file, --data, --dataset or --benchmark/],
  [['--from', 'a', '--to', 'b,a', '--benchmark', 'arithmetic'], /"a" is repeated/],
  [[...ASKED, '--scenario', 'Busy'], /add --url and --workspace/],
  [[...ASKED, '--samples', 'many'], /--samples must be a positive whole number/],
  [[...ASKED, '--margin-score', 'small'], /--margin-score must be a number/],
  [[...ASKED, '--export', 'page.pdf'], /one of \.html, \.md, \.json/],
  [[...ASKED, '--fail-on', 'nothing'], /--fail-on must be one of/],
];

async function readOptions(args: readonly string[]): Promise<MigrateOptions | undefined> {
  let read: MigrateOptions | undefined;
  await migrateCommand(async (options) => {
    read = options;
    return 0;
  })(args);
  return read;
}

test('what is missing or wrong is said before a service is asked', async () => {
  for (const [args, says] of REFUSED)
    await assert.rejects(
      readOptions(args),
      (error) => error instanceof UsageError && says.test(error.message),
      args.join(' '),
    );
});

test('candidates, data and benchmarks may be repeated, in lists or one by one', async () => {
  const read = await readOptions([
    ...['--from', 'a', '--to', 'b, c', '--to', 'x/y', '--data', 'q.jsonl', '--benchmark', 'mmlu/law'],
    ...['--benchmark', 'arithmetic', '--margin-cost', '1.1', '--no-load'],
  ]);
  assert.deepEqual(read?.to, ['b', 'c', 'x/y']);
  assert.deepEqual(read?.benchmarks, [
    { benchmark_type: 'mmlu', subset: 'law' },
    { benchmark_type: 'arithmetic' },
  ]);
  assert.deepEqual([read?.data, read?.margins, read?.load], [['q.jsonl'], { cost_ratio: 1.1 }, false]);
});
