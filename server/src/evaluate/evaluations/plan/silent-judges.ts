import { count } from '@touchstone/report/figures';
import { nameInSentence } from '../../../decide/slo/slo.ts';
import type { Results } from '../schemas/result-schemas.ts';

/** A sentence for each judge that graded nothing, with the reason: its missing scores are not a result. */
export function silentJudgeSentences({ judging }: Pick<Results, 'judging'>): string[] {
  const silent = (judging?.judges ?? []).filter(({ judgements, failed }) => judgements === 0 && failed > 0);
  return silent.map(({ judge, failed, failures: [why] = [] }) => {
    const because = why === undefined ? '' : ` (${why.message})`;
    return `${nameInSentence(judge)} graded nothing: ${count(failed)} of ${count(failed)} judgements failed${because}.`;
  });
}
