import { type Static, Type } from 'typebox';
import { ChunkLocation, Id, LIMITS, OneOf, Text, Warnings } from '../../platform/http/schemas.ts';
import type { SearchMode } from './query/run-query.ts';
import { SEARCH_MODES, type SearchResults } from './search-contract.ts';

const MAX_SOURCE_IDS = 1000;

const Mode = (description: string) => OneOf<SearchMode>(SEARCH_MODES, description);

export const SearchRequest = Type.Object(
  {
    query: Text(LIMITS.query, {
      description:
        'Words to search for, with optional "phrase", -exclude, OR and prefix*. Anything else is treated as words, never as a syntax error. If no chunk contains a phrase, its words are searched for and the warning `phrase_absent` is returned.',
    }),
    mode: Type.Optional(
      Mode(
        'The search mode. Defaults to `hybrid` once a search model was trained on the workspace, otherwise to `keyword`. ' +
          'If a mode cannot be used, `keyword` is used and a warning gives the reason: semantic_not_ready, ' +
          'semantic_unknown_words or semantic_unavailable. The warning model_behind means that the model was not trained ' +
          'on more than a tenth of the chunks.',
      ),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Maximum number of results. Larger values are reduced to 100. Default 10.',
      }),
    ),
    source_ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: MAX_SOURCE_IDS,
        description: 'The sources to search. Unknown ids match nothing; an empty list matches nothing.',
      }),
    ),
  },
  { additionalProperties: false, title: 'SearchRequest' },
);
export type SearchRequest = Static<typeof SearchRequest>;

const Offset = Type.Integer({ minimum: 0 });

const SearchResult = Type.Object(
  {
    chunk_id: Id,
    source_id: Id,
    source_title: Type.String(),
    text: Type.String(),
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        'The relevance, which is not a probability. It is comparable within one response and does not depend on `source_ids`. `keyword`: r / (r + 5) of the relevance r. `semantic`: the cosine. `hybrid`: a weighted mean of the cosine and r / (r + m / 2), where m is the relevance of a chunk with every query word once. It is lowered from the fourth chunk of a source on, and halved for rows of a dataset.',
    }),
    location: ChunkLocation,
    url: Type.Optional(Type.String({ description: 'A link to the passage, if the source has one.' })),
    highlights: Type.Array(Type.Object({ start: Offset, end: Offset }), {
      description: 'Matching ranges of `text`, in UTF-16 code units.',
    }),
    excerpt: Type.Optional(
      Type.Object(
        { start: Offset, end: Offset },
        {
          description:
            'The sentence or line with the most distinct query words, in UTF-16 code units. Absent if no query word occurs.',
        },
      ),
    ),
    is_dataset: Type.Optional(
      Type.Boolean({
        description:
          'Whether this is a row of a dataset (a source with classification `dataset`), whose score is halved.',
      }),
    ),
  },
  { title: 'SearchResult' },
);

export const SearchAnswer = Type.Object(
  {
    results: Type.Array(SearchResult, {
      description: 'The results, best first. They are not paginated.',
    }),
    took_ms: Type.Number({ minimum: 0 }),
    mode: Mode('The search mode that was used.'),
    warnings: Warnings,
  },
  { title: 'SearchAnswer' },
);
export type SearchAnswer = Static<typeof SearchAnswer>;

/** A response in the form of the API: url and warnings only if there are any. */
export function toSearchAnswer({ warnings, results, ...answer }: SearchResults): SearchAnswer {
  const shown = results.map(({ url, excerpt, is_dataset, ...result }) => ({
    ...result,
    ...(url !== null && { url }),
    ...(excerpt !== null && { excerpt }),
    ...(is_dataset && { is_dataset }),
  }));
  return { results: shown, ...answer, ...(warnings.length > 0 && { warnings }) };
}
