import { Type } from 'typebox';
import { Benchmark } from '../../measure/benchmarks/benchmark-schemas.ts';
import type { Benchmarks } from '../../measure/benchmarks/benchmarks.ts';
import { Count, Warnings } from '../../platform/http/schemas.ts';
import { rowsMatchingWords, SearchWords } from './matching.ts';
import { defineTool, Input, type Tool } from './tool.ts';

const ListedBenchmark = Type.Omit(Benchmark, ['files']);

export function benchmarkTools({ benchmarks }: { benchmarks: Pick<Benchmarks, 'list'> }): Tool[] {
  return [
    defineTool({
      name: 'list_benchmarks',
      operations: ['listBenchmarks'],
      title: 'List benchmarks',
      description:
        'Returns the benchmarks of an evaluation: public question sets, generated ones, questions from the workspace’s sources, and load. Each describes what it measures, what a good score does not show, and whether it is available now.',
      effect: 'read',
      inWorkspace: false,
      input: Input({
        words: SearchWords,
        available: Type.Optional(
          Type.Boolean({
            description: 'Return only benchmarks that are available, or only those that are not.',
          }),
        ),
      }),
      output: Type.Object({ data: Type.Array(ListedBenchmark), total: Count, warnings: Warnings }),
      async run(_actor, _workspace, { words, available }) {
        const all = benchmarks.list().filter((one) => available === undefined || one.available === available);
        const data = rowsMatchingWords(all, words, ({ type, title, measures }) => [type, title, measures]);
        return { data: data.map(({ files: _, ...info }) => info), total: data.length };
      },
    }),
  ];
}
