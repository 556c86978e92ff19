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
    <section aria-label="What it can find" aria-busy={isFetching}>
      <h2>What it can find</h2>
      {isFetching && <p className="quiet">Being worked out …</p>}
      <Problem error={error} />
      {data && (
        <>
          <ul>
            {data.finds.map(({ sentence }) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {data.finds.length === 0 && <p>Nothing of it can be said before the first run.</p>}
          <p className="quiet">
            {data.cost_usd === null
              ? 'What a run costs is not known: no candidate has a price.'
              : `A run costs about ${usd(data.cost_usd)}.`}
          </p>
          <details>
            <summary>What is assumed</summary>
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
