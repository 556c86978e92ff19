import type { Schemas } from '@touchstone/client';

type Results = Schemas['Results'];

/**
 * The summary without the sentences of the verdicts. The service appends exactly these, joined by a space, and only
 * where the results have verdicts; so they are its end, whatever comes before them.
 */
export function ownSummary({ overall_summary, verdict = [] }: Results): string {
  const ending = verdict.flatMap(({ sentences }) => sentences).join(' ');
  const own = overall_summary.endsWith(ending)
    ? overall_summary.slice(0, overall_summary.length - ending.length)
    : overall_summary;
  return own.trim();
}

/** A text cut after each full stop that a capital letter or any other letter follows. */
export function sentencesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\.) (?=\p{L})/u);
}
