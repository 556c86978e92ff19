import { useQuery } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { useState } from 'react';
import { api, type Evaluation, type Sample } from '../../api/api.ts';
import { Choice } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useAction } from '../../use-action.ts';
import { SampleView } from './sample-view.tsx';

interface Filter {
  outcome: string;
  target: string;
  disagree: string;
}

const OUTCOMES = ['right', 'wrong', 'compared', 'measured', 'interrupted', 'failed', 'unscored'];
const PAGE = 25;

/** The samples behind the results, filtered by outcome and target. */
export function SampleList({ workspaceId, evaluation }: { workspaceId: string; evaluation: Evaluation }) {
  const [filter, setFilter] = useState<Filter>({ outcome: '', target: '', disagree: '' });
  const { target_results = [], requirements = [], verdict = [] } = evaluation.results ?? {};
  const scenarios = new Set([...requirements, ...verdict].map(({ scenario_label }) => scenario_label));
  // Coverage names only those that were scored; a scenario has no samples.
  const labels = target_results.map((one) => one.target_label).filter((label) => !scenarios.has(label));
  const pick = (name: keyof Filter) => (value: string) => setFilter({ ...filter, [name]: value });
  const state = `${evaluation.status} ${filter.outcome} ${filter.target} ${filter.disagree}`;
  return (
    <section aria-label="Samples">
      <h3>Samples</h3>
      <div className="fields">
        <Choice label="Outcome" value={filter.outcome} onPick={pick('outcome')}>
          <option value="">all</option>
          {OUTCOMES.map((outcome) => (
            <option key={outcome}>{outcome}</option>
          ))}
        </Choice>
        <Choice label="Target" value={filter.target} onPick={pick('target')}>
          <option value="">all</option>
          {labels.map((label) => (
            <option key={label}>{label}</option>
          ))}
        </Choice>
        <Choice label="Items" value={filter.disagree} onPick={pick('disagree')}>
          <option value="">all</option>
          <option value="yes">where targets differ</option>
        </Choice>
      </div>
      <Samples key={state} workspaceId={workspaceId} id={evaluation.id} filter={filter} />
    </section>
  );
}

function Samples({ workspaceId, id, filter }: { workspaceId: string; id: string; filter: Filter }) {
  const [further, setFurther] = useState<{ samples: Sample[]; cursor: string | null }>();
  const fetchPage = (cursor?: string) =>
    fetchSamples({ workspace_id: workspaceId, evaluation_id: id }, filter, cursor);
  const first = useQuery({
    queryKey: ['workspace', workspaceId, 'evaluations', id, 'samples', filter],
    queryFn: () => fetchPage(),
  });
  const cursor = further ? further.cursor : (first.data?.next_cursor ?? null);
  const more = useAction(async () => {
    const page = await fetchPage(cursor ?? undefined);
    setFurther({ samples: [...(further?.samples ?? []), ...page.data], cursor: page.next_cursor });
  });
  const samples = [...(first.data?.data ?? []), ...(further?.samples ?? [])];
  return (
    <>
      <Problem error={first.error ?? more.error} />
      {first.data && samples.length === 0 && <p className="empty">No sample matches this filter.</p>}
      <ol className="samples">
        {samples.map((sample) => (
          <SampleView key={sample.id} sample={sample} />
        ))}
      </ol>
      {cursor !== null && (
        <button type="button" disabled={more.isBusy} onClick={() => void more.run()}>
          Show more
        </button>
      )}
    </>
  );
}

function fetchSamples(
  path: { workspace_id: string; evaluation_id: string },
  { outcome, target, disagree }: Filter,
  cursor: string | undefined,
) {
  const query = {
    limit: PAGE,
    ...(cursor !== undefined && { cursor }),
    ...(outcome !== '' && { outcome }),
    ...(target !== '' && { target }),
    ...(disagree !== '' && { disagree: true }),
  };
  return answer(
    api.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}/samples', { params: { path, query } }),
  );
}
