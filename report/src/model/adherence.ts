import type { Schemas } from '@touchstone/client';
import { benchmarkName } from './benchmark-name.ts';
import type { Section } from './section.ts';
import { shareCell } from './structured.ts';

/** So many rules are shown of each candidate and benchmark, those that are broken most often. */
const MOST_RULES = 10;

/** How many responses break any rule, and which rules are broken most often. */
export function adherenceSections({ adherence = [] }: Schemas['Results']): Section[] {
  const answered = adherence.filter(({ answers }) => answers > 0);
  if (answered.length === 0) return [];
  return [
    {
      about: 'quality',
      title: 'Rules that responses keep',
      head: ['Candidate, benchmark', 'Rule', 'Responses', 'Break any rule', 'Keep the rule'],
      rows: answered.flatMap(({ target_label, benchmark, answers, breaking, rules }) => {
        const named = `${target_label}, ${benchmarkName(benchmark)}`;
        return [
          [named, 'all rules', answers, shareCell(breaking), null],
          ...rules.slice(0, MOST_RULES).map(({ rule, kept }) => [named, rule, null, null, shareCell(kept)]),
        ];
      }),
      sentences: [
        `Each rule is graded by itself, and the score of a response is the share of its rules that it keeps. At most ${MOST_RULES} rules of each candidate and benchmark, those that are broken most often; the results have up to 100.`,
      ],
    },
  ];
}
