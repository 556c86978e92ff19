import { kindOf } from '../kinds/registry.ts';
import type { Sample } from '../schemas/sample-schemas.ts';
import type { ExportInput } from './export-input.ts';

/** One sample a line, as the API gives it but for what its kind says otherwise. */
export async function* createJsonlExport(input: ExportInput): AsyncGenerator<string> {
  for await (const sample of sampleLines(input)) yield `${JSON.stringify(sample)}\n`;
}

/** Every sample as its kind shows it on a line. */
export async function* sampleLines({ plan, samples }: ExportInput): AsyncGenerator<Sample> {
  const kinds = new Map(plan.benchmarks.map((benchmark) => [benchmark.key, kindOf(benchmark)]));
  for await (const sample of samples({})) yield kinds.get(sample.benchmark)?.line?.(sample) ?? sample;
}
