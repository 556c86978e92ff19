import { useQuery } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { usd } from '@touchstone/report/figures';
import { api, type SeriesQuestion } from '../api/api.ts';
import { Problem } from '../ui/problem.tsx';

/** After how many looks a series finds what is worse, before anything has run; and what a run costs. */
export function WhatItFinds({ workspaceId, question }: { workspaceId: string; question: SeriesQuestion }) {
  const { data, error, isFetching } = useQuery({
    queryKey: ['workspace', workspaceId, 'series-estimate', question],
    queryFn: () =>
      answer(
        api.POST('/workspaces/{workspace_id}/series/estimate', {
          params: { path: { workspace_id: workspaceId } },
          body: question,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return (
    <section aria-label="Detectable changes" aria-busy={isFetching}>
      <h2>Detectable changes</h2>
      {isFetching && <p className="quiet">Calculating…</p>}
      <Problem error={error} />
      {data && (
        <>
          <ul>
            {data.finds.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {data.finds.length === 0 && <p>An estimate needs a completed evaluation.</p>}
          <p className="quiet">
            {data.cost_usd === null
              ? 'The cost of a run is not known, because a candidate has no price.'
              : `A run costs about ${usd(data.cost_usd)}.`}
          </p>
          <details>
            <summary>Assumptions</summary>
            {data.assumptions.map((one) => (
              <p className="quiet" key={one}>
                {one}
              </p>
            ))}
          </details>
        </>
      )}
    </section>
  );
}
