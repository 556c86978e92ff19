import type { Schemas } from '@touchstone/client';
import { formatWithRange, percent, signedPoints } from '../figures/figures.ts';
import type { Cell, Section } from './section.ts';

type Results = Schemas['Results'];
type Report = NonNullable<Results['retrieval']>[number];
type Figure = Report['recall'];

/** Sections on how targets retrieve, answer, cite and refuse, and what share of the score each part loses. */
export function retrievalSections({ retrieval = [] }: Results): Section[] {
  if (retrieval.length === 0) return [];
  return [blameSection(retrieval), measuresSection(retrieval)];
}

function blameSection(all: readonly Report[]): Section {
  return {
    about: 'quality',
    title: 'Errors of retrieval and of the model',
    head: [
      'Target, benchmark',
      'Retrieved passages',
      'Right passages',
      'No passages',
      'Right minus retrieved',
      'Lost by retrieval',
      'Lost by the model',
      'Lost by both',
      'Main cause',
    ],
    rows: all.map((one) => [
      rowName(one),
      shareCell(one.answer.retrieved),
      shareCell(one.answer.gold),
      shareCell(one.answer.none),
      points(one.gold_gain),
      shareCell(one.lost?.retriever ?? null),
      shareCell(one.lost?.reader ?? null),
      shareCell(one.lost?.both ?? null),
      one.culprit ?? null,
    ]),
    sentences: all.map(({ sentence }) => sentence),
  };
}

function measuresSection(all: readonly Report[]): Section {
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
      rowName(one),
      ...[one.recall, one.precision, one.ndcg, one.citation_precision, one.citation_recall].map(shareCell),
      shareCell(one.right_refusal),
      shareCell(one.wrong_refusal),
    ]),
    sentences: [
      `Recall and precision are of the first ${[...new Set(all.map(({ k }) => k))].join(' or ')} passages. A citation counts if its quote is in a passage that answers the question. A refusal is right if no passage answers the question.`,
    ],
  };
}

/** A share with its interval; null if it was not measured. */
function shareCell(figure: Figure | null): Cell {
  if (figure === null || figure.value === null) return null;
  const { value, ci_low, ci_high } = figure;
  return formatWithRange(percent, value, ci_low, ci_high);
}

function points(figure: Figure | null): Cell {
  if (figure === null || figure.value === null) return null;
  const { value, ci_low, ci_high } = figure;
  return formatWithRange(signedPoints, value, ci_low, ci_high);
}

const rowName = ({ target_label, benchmark }: Report) => `${target_label}, ${benchmark}`;
