import { kindOf } from '../kinds/registry.ts';
import type { Sample } from '../schemas/sample-schemas.ts';
import type { ExportInput } from './export-input.ts';

/** Writes one sample per line, as in the API unless its kind shortens it. */
export async function* createJsonlExport(input: ExportInput): AsyncGenerator<string> {
  for await (const sample of sampleLines(input)) yield `${JSON.stringify(sample)}\n`;
}

/** Every sample in the form that its kind uses in exports with one line per sample. */
export async function* sampleLines({ plan, samples }: ExportInput): AsyncGenerator<Sample> {
  const kinds = new Map(plan.benchmarks.map((benchmark) => [benchmark.key, kindOf(benchmark)]));
  for await (const sample of samples({})) yield kinds.get(sample.benchmark)?.line?.(sample) ?? sample;
}
