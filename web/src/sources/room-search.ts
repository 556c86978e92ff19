import type { Source } from '../api/api.ts';

export type Mode = 'keyword' | 'semantic' | 'hybrid';

/** What the address of the room says beside the source: the question, and which sources are listed. */
export interface RoomSearch {
  q?: string | undefined;
  mode?: Mode | undefined;
  /** Ids of the sources that are searched, between commas; all of them where absent. */
  in?: string | undefined;
  type?: Source['type'] | undefined;
  status?: Source['status'] | undefined;
  kind?: Source['classification'] | undefined;
}

/** How the text of a source is shown, or what of it as a dataset. */
const VIEWS = { text: true, markdown: true, rows: true, columns: true } as const;

/** What the address of a source says beside that: the passage, and what is shown. */
export interface ReaderSearch {
  chunk?: string | undefined;
  view?: keyof typeof VIEWS | undefined;
}

export const SEARCH_MODE_NAMES: Readonly<Record<Mode, string>> = {
  hybrid: 'Hybrid (words and meaning)',
  keyword: 'Keyword (words)',
  semantic: 'Semantic (meaning)',
};

export const SOURCE_TYPE_NAMES: Readonly<Record<Source['type'], string>> = {
  url: 'Web page',
  github: 'GitHub repository',
  youtube: 'YouTube video',
  pdf: 'PDF',
  text: 'Text',
};

export const SOURCE_STATUS_NAMES: Readonly<Record<Source['status'], string>> = {
  pending: 'waiting',
  processing: 'being read',
  ready: 'ready',
  failed: 'failed',
};

const KINDS: Readonly<Record<Source['classification'], true>> = {
  documentation: true,
  code: true,
  paper: true,
  article: true,
  transcript: true,
  pricing: true,
  benchmark: true,
  policy: true,
  dataset: true,
  other: true,
};

export function validateRoomSearch(given: Record<string, unknown>): RoomSearch {
  const { q, mode, in: within, type, status, kind } = given;
  return {
    ...(q !== undefined && q !== '' && { q: String(q) }),
    ...(isKey(SEARCH_MODE_NAMES, mode) && { mode }),
    ...(typeof within === 'string' && within !== '' && { in: within }),
    ...(isKey(SOURCE_TYPE_NAMES, type) && { type }),
    ...(isKey(SOURCE_STATUS_NAMES, status) && { status }),
    ...(isKey(KINDS, kind) && { kind }),
  };
}

export function validateReaderSearch({ chunk, view }: Record<string, unknown>): ReaderSearch {
  return {
    ...(typeof chunk === 'string' && { chunk }),
    ...(isKey(VIEWS, view) && { view }),
  };
}

function isKey<K extends string>(table: Readonly<Record<K, unknown>>, word: unknown): word is K {
  return typeof word === 'string' && Object.hasOwn(table, word);
}
