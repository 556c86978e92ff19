import { impossibleField } from '../../../kernel/errors.ts';
import type { SourceData } from '../../../measure/benchmarks/benchmarks.ts';
import { MAX_DATASET_CHARACTERS } from './limits.ts';

/** Reads a source by id or exact title; throws 422 if there is none. */
export type DatasetReader = (name: string, version?: string) => Promise<SourceData>;

/** Reads the datasets of one evaluation and limits their total size. */
export function createDatasetReader(
  read: (name: string, version?: string) => Promise<SourceData | undefined>,
): DatasetReader {
  let characters = 0;
  return async (name, version) => {
    const data = await read(name, version);
    if (!data) throw impossibleField('', `No source of this workspace has the id or title "${name}".`);
    characters += data.text.length;
    if (characters <= MAX_DATASET_CHARACTERS) return data;
    const most = MAX_DATASET_CHARACTERS / 1024 / 1024;
    const detail = `The datasets of an evaluation may have at most ${most} MB in total.`;
    throw impossibleField('', detail, 'limit_exceeded');
  };
}
