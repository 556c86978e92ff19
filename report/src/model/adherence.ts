import type { Schemas } from '@touchstone/client';
import { benchmarkName } from './benchmark-name.ts';
import type { Section } from './section.ts';
import { shareCell } from './structured.ts';

/** Number of rules shown for each candidate and benchmark: those broken most often. */
const MAX_RULES = 10;

/** A section on how many responses break any rule, and on the rules broken most often. */
export function adherenceSections({ adherence = [] }: Schemas['Results']): Section[] {
  const answered = adherence.filter(({ answers }) => answers > 0);
  if (answered.length === 0) return [];
  return [
    {
      about: 'quality',
      title: 'Instruction following by rule',
      head: ['Candidate, benchmark', 'Rule', 'Responses', 'Break any rule', 'Follow the rule'],
      rows: answered.flatMap(({ target_label, benchmark, answers, breaking, rules }) => {
        const named = `${target_label}, ${benchmarkName(benchmark)}`;
        return [
          [named, 'all rules', answers, shareCell(breaking), null],
          ...rules.slice(0, MAX_RULES).map(({ rule, kept }) => [named, rule, null, null, shareCell(kept)]),
        ];
      }),
      sentences: [
        `A response’s score is the share of its rules that it follows. The table has the ${MAX_RULES} rules broken most often for each candidate and benchmark.`,
      ],
    },
  ];
}
