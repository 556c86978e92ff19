import type { Schemas } from '@touchstone/client';
import { percent, signedPoints, withRange } from '../figures/figures.ts';
import type { Cell, Section } from './section.ts';

type Results = Schemas['Results'];
type Report = NonNullable<Results['retrieval']>[number];
type Figure = Report['recall'];

/** How targets retrieve, read, cite and refuse, and who loses what is lost. */
export function retrievalSections({ retrieval = [] }: Results): Section[] {
  if (retrieval.length === 0) return [];
  return [blame(retrieval), measures(retrieval)];
}

function blame(all: readonly Report[]): Section {
  return {
    about: 'quality',
    title: 'Retriever or reader',
    head: [
      'Target, benchmark',
      'Own passages',
      'Right passages',
      'No passages',
      'Right less own',
      'Lost by the retriever',
      'By the reader',
      'By both',
      'Culprit',
    ],
    rows: all.map((one) => [
      named(one),
      share(one.answer.retrieved),
      share(one.answer.gold),
      share(one.answer.none),
      points(one.gold_gain),
      share(one.lost?.retriever ?? null),
      share(one.lost?.reader ?? null),
      share(one.lost?.both ?? null),
      one.culprit ?? null,
    ]),
    sentences: all.map(({ sentence }) => sentence),
  };
}

function measures(all: readonly Report[]): Section {
  return {
    about: 'quality',
    title: 'Passages, citations and refusals',
    head: [
      'Target, benchmark',
      'Recall',
      'Precision',
      'nDCG',
      'Citation precision',
      'Citation recall',
      'Right refusals',
      'Wrong refusals',
    ],
    rows: all.map((one) => [
      named(one),
      ...[one.recall, one.precision, one.ndcg, one.citation_precision, one.citation_recall].map(share),
      share(one.right_refusal),
      share(one.wrong_refusal),
    ]),
    sentences: [
      `Of the first ${[...new Set(all.map(({ k }) => k))].join(' or ')} passages. A citation counts where its quote stands in a passage that answers the question; right refusals are of questions that nothing answers, wrong ones of the others.`,
    ],
  };
}

/** With its interval; null where it was not measured. */
function share(figure: Figure | null): Cell {
  if (figure === null || figure.value === null) return null;
  const { value, ci_low, ci_high } = figure;
  return withRange(percent, value, ci_low, ci_high);
}

function points(figure: Figure | null): Cell {
  if (figure === null || figure.value === null) return null;
  const { value, ci_low, ci_high } = figure;
  return withRange(signedPoints, value, ci_low, ci_high);
}

const named = ({ target_label, benchmark }: Report) => `${target_label}, ${benchmark}`;
