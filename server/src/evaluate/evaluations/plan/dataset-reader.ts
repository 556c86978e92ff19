import { impossible } from '../../../kernel/errors.ts';
import { MAX_DATASETS } from './limits.ts';

/** The title and the text of a source. */
export interface DatasetText {
  name: string;
  text: string;
}

/** Reads a source by id or exact title; throws 422 where there is none. */
export type DatasetReader = (name: string) => Promise<DatasetText>;

/** Reads the datasets of one evaluation; together they must not be larger than one may be. */
export function createDatasetReader(read: (name: string) => Promise<DatasetText | undefined>): DatasetReader {
  let characters = 0;
  return async (name) => {
    const data = await read(name);
    if (!data) throw impossible('', `No source of this workspace has the id or title "${name}".`);
    characters += data.text.length;
    if (characters <= MAX_DATASETS) return data;
    const most = MAX_DATASETS / 1024 / 1024;
    const detail = `The datasets of an evaluation may have at most ${most} MB in total.`;
    throw impossible('', detail, 'limit_exceeded');
  };
}
