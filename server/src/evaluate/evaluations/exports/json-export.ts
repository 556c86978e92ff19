import type { ExportInput } from './export-input.ts';

/** `{"evaluation": {…}, "samples": […]}`: the resource as in the API, and all its samples. */
export async function* createJsonExport({ evaluation, samples }: ExportInput): AsyncGenerator<string> {
  yield `{"evaluation":${JSON.stringify(evaluation)},"samples":[`;
  let comma = '';
  for await (const sample of samples({})) {
    yield `${comma}\n${JSON.stringify(sample)}`;
    comma = ',';
  }
  yield '\n]}\n';
}
