import {
  isRefusal,
  measureRanking,
  readCitations,
  retrievalPrompt,
} from '../../../../measure/retrieval/retrieval.ts';
import { benchmarkAt, benchmarksOfKind, type Plan } from '../../plan/plan.ts';
import { withSystem } from '../../run/call-model.ts';
import type { Sample } from '../../schemas/sample-schemas.ts';
import { parseAnswerParts } from '../../stores/sample-store.ts';
import type { Column, PresentContext } from '../kind.ts';
import { questionOfItem } from './ask.ts';

/** A sample with the sent prompt, and the measures of its chunks and citations. */
export function presentRetrieval({ row, plan, item }: PresentContext): Partial<Sample> {
  const of = item.retrieval;
  const target = plan.targets[row.target];
  if (of === undefined || row.answer === null || target === undefined) return {};
  const { k } = benchmarkAt(plan, row.benchmark, 'retrieval').retrieval;
  const { passages = [] } = parseAnswerParts(row);
  const ranked = of.isAnswerable ? measureRanking(passages, of.relevant, k) : null;
  const cited = readCitations(row.answer, passages, of.relevant);
  const found = ranked?.found ?? [];
  return {
    // An application receives its own template and retrieves its own chunks.
    ...(!target.endpoint && {
      input: [...withSystem(target, retrievalPrompt(questionOfItem(item), passages))].map(
        ({ role, content }) => ({
          role: role as 'system' | 'user' | 'assistant',
          content,
        }),
      ),
    }),
    retrieval: {
      condition: of.condition,
      answerable: of.isAnswerable,
      k,
      relevant: of.relevant.map(({ quote, text, gain }, place) => {
        const rank = found.findIndex((some) => some.includes(place));
        return { text: quote ?? text, gain, rank: rank === -1 ? null : rank + 1 };
      }),
      passages: passages.map(({ id }, place) => ({
        id,
        relevant: (found[place] ?? []).length > 0,
        cited: cited.citations.some(({ passage }) => passage === place),
      })),
      citations: cited.citations.map(({ passage, ...citation }) => ({
        passage: passage === null ? null : passage + 1,
        ...citation,
      })),
      refused: isRefusal(row.answer, of.refusal),
      recall: ranked?.recall ?? null,
      precision: ranked?.precision ?? null,
      ndcg: ranked?.ndcg ?? null,
      citation_precision: of.isAnswerable ? cited.precision : null,
      citation_recall: of.isAnswerable ? cited.recall : null,
    },
  };
}

const PRESENTED_MEASURES = ['recall', 'precision', 'ndcg', 'citation_precision', 'citation_recall'] as const;

/** Table columns of each sample: its condition and measures; empty if no benchmark uses chunks. */
export function retrievalColumns(plan: Plan): readonly Column[] {
  if (benchmarksOfKind(plan, 'retrieval').length === 0) return [];
  return [
    ['condition', ({ retrieval }) => retrieval?.condition ?? null],
    ['refused', ({ retrieval }) => (retrieval === undefined ? null : String(retrieval.refused))],
    ...PRESENTED_MEASURES.map((name): Column => [name, ({ retrieval }) => retrieval?.[name] ?? null]),
  ];
}
