import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { api, type Sample } from '../../api/api.ts';
import { Problem } from '../../ui/problem.tsx';
import { labelsQuery, type Place } from './sample-queries.ts';
import { useKeys } from './use-keys.ts';

const CHOICES = [
  { key: 'r', word: 'Right', score: 1 },
  { key: 'w', word: 'Wrong', score: 0 },
  { key: 'u', word: 'Unsure', score: 0.5 },
] as const;

interface LabelsProps {
  place: Place;
  sample: Sample;
  /** Whether the keys are for this answer. */
  isFocused: boolean;
}

/** What people give an answer, whatever its grader says: by button, or by key where it is chosen. */
export function Labels({ place, sample, isFocused }: LabelsProps) {
  const client = useQueryClient();
  const query = labelsQuery(place, sample.id);
  const labels = useQuery(query);
  const add = useMutation({
    mutationFn: (score: number) =>
      answer(
        api.POST('/workspaces/{workspace_id}/evaluations/{evaluation_id}/samples/{sample_id}/labels', {
          params: { path: { ...place, sample_id: sample.id } },
          body: { score },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: query.queryKey }),
  });
  const give = (score: number) => !add.isPending && add.mutate(score);
  useKeys(
    isFocused ? Object.fromEntries(CHOICES.map(({ key, score }) => [key, () => give(score)] as const)) : {},
  );
  const overall = labels.data?.data.filter(({ criterion }) => criterion === 'overall') ?? [];
  const latest = overall.at(-1)?.score;
  return (
    <>
      <fieldset className="labels">
        <legend className="quiet">Your label</legend>
        {CHOICES.map(({ key, word, score }) => (
          <button
            key={key}
            type="button"
            className="subtle"
            aria-pressed={latest === score}
            aria-keyshortcuts={key}
            disabled={add.isPending}
            onClick={() => give(score)}
          >
            {word}
          </button>
        ))}
        {overall.length > 1 && <span className="quiet">{overall.length} labels</span>}
      </fieldset>
      <Problem error={add.error ?? labels.error} />
    </>
  );
}
