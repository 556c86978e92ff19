import { Type } from 'typebox';
import { Nullable, OneOf } from '../../../../platform/http/schemas.ts';

const OrNull = Nullable(Type.Number());

const Figure = Type.Object(
  {
    value: OrNull,
    ci_low: OrNull,
    ci_high: OrNull,
    n: Type.Integer({ description: 'Number of questions in the mean.' }),
  },
  { title: 'RetrievalFigure' },
);

/**
 * How one target retrieves, answers, cites and refuses on one set of questions; definitions in
 * docs/reference/kinds.md#retrieval.
 */
export const RetrievalReport = Type.Object(
  {
    target_label: Type.String(),
    benchmark: Type.String(),
    k: Type.Integer({ description: 'Number of top-ranked chunks that are measured.' }),
    recall: Figure,
    precision: Figure,
    ndcg: Figure,
    answer: Type.Object(
      {
        retrieved: Figure,
        gold: Nullable(Figure),
        none: Nullable(Figure),
      },
      { description: 'The score under each condition; null if the condition was not requested.' },
    ),
    gold_gain: Nullable(Figure),
    retrieval_gain: Nullable(Figure),
    citation_precision: Figure,
    citation_recall: Figure,
    right_refusal: Nullable(Figure),
    wrong_refusal: Figure,
    lost: Nullable(
      Type.Object(
        { retriever: Figure, reader: Figure, both: Figure },
        {
          description:
            'The share of the score that is lost by retrieval alone, by the model alone, and by both; null without condition `gold`.',
        },
      ),
    ),
    culprit: Nullable(
      OneOf(
        ['retriever', 'reader', 'both', 'neither', 'undecided'],
        'The part shown to lose more of the score than `margin`; null without condition `gold`, or if no question was scored under both conditions.',
      ),
    ),
    sentence: Type.String({ description: 'The same result in words.' }),
  },
  { title: 'RetrievalReport' },
);

/** The chunks of a sample. */
export const SampleRetrieval = Type.Object(
  {
    condition: Type.String({ description: '`retrieved`, `gold` or `none`.' }),
    answerable: Type.Boolean(),
    k: Type.Integer(),
    relevant: Type.Array(
      Type.Object({
        text: Type.String({ description: 'The text that makes a chunk relevant.' }),
        gain: Type.Number(),
        rank: Nullable(
          Type.Integer({
            description: 'The rank of the first chunk that contains it, from 1; null if none does.',
          }),
        ),
      }),
    ),
    passages: Type.Array(
      Type.Object({
        id: Nullable(Type.String()),
        relevant: Type.Boolean(),
        cited: Type.Boolean(),
      }),
      { description: 'The chunks of the sample, in order.' },
    ),
    citations: Type.Array(
      Type.Object({
        passage: Nullable(Type.Integer({ description: 'The number of the chunk, from 1.' })),
        quote: Nullable(Type.String()),
        verified: Type.Boolean({ description: 'Whether the chunk contains the quoted words.' }),
        supports: Type.Boolean({
          description: 'Whether the quotation is verified and its chunk is relevant.',
        }),
      }),
    ),
    refused: Type.Boolean(),
    recall: OrNull,
    precision: OrNull,
    ndcg: OrNull,
    citation_precision: OrNull,
    citation_recall: OrNull,
  },
  { title: 'SampleRetrieval' },
);
