import { candidateColor } from '@touchstone/report';
import { useMemo } from 'react';
import { useEvaluation } from '../use-evaluation.ts';

export interface Candidate {
  label: string;
  /** The letter and colour it has everywhere. */
  letter: string;
  color: string;
}

/** Candidates in the order of their columns, with the letters they have in every picture of the evaluation. */
export function useCandidates(labels: readonly string[]): Candidate[] {
  const { report } = useEvaluation();
  return useMemo(() => {
    const letters = new Map(report?.targets.map(({ label, letter }) => [label, letter]));
    return labels.map((label, i) => {
      const letter = letters.get(label) ?? String.fromCharCode(65 + i);
      return { label, letter, color: candidateColor(letter) };
    });
  }, [labels, report]);
}
