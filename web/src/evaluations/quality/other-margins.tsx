import { useMutation } from '@tanstack/react-query';
import { answer, type Schemas } from '@touchstone/client';
import { reanalysisSection } from '@touchstone/report';
import { type FormEvent, useState } from 'react';
import { api, type Evaluation } from '../../api/api.ts';
import { Choice, Field } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SectionViews } from '../results/section-view.tsx';

type Margins = NonNullable<Schemas['Methodology']['no_worse_margins']>;
type Name = keyof Margins;

const POINTS = { type: 'number', min: 0.1, max: 99, step: 'any', required: true };
const TIMES = { type: 'number', min: 1.01, max: 100, step: 'any', required: true };
const FIELDS: Readonly<Record<Name, { label: string; input: object; unit: number }>> = {
  score: { label: 'Score margin, points', input: POINTS, unit: 100 },
  success: { label: 'Solved-task margin, points', input: POINTS, unit: 100 },
  latency_ratio: { label: 'Latency margin, as a factor', input: TIMES, unit: 1 },
  cost_ratio: { label: 'Cost margin of a solved task, as a factor', input: TIMES, unit: 1 },
};

interface OtherMarginsProps {
  evaluation: Evaluation;
  /** Labels of the candidates. */
  labels: readonly string[];
  /** As it was stated. */
  baseline: string;
}

/** What the same answers say by margins that are chosen now: exploratory, and kept nowhere. */
export function OtherMargins({ evaluation, labels, baseline: first }: OtherMarginsProps) {
  const stated = evaluation.methodology.no_worse_margins ?? {};
  const names = (Object.keys(FIELDS) as Name[]).filter((name) => stated[name] !== undefined);
  const [draft, setDraft] = useState<Partial<Record<Name, string>>>(() =>
    Object.fromEntries(
      names.map((name) => [name, String(Number(((stated[name] ?? 0) * FIELDS[name].unit).toPrecision(6)))]),
    ),
  );
  const [baseline, setBaseline] = useState(first);
  const again = useMutation({
    mutationFn: (no_worse_margins: Margins) =>
      answer(
        api.POST('/workspaces/{workspace_id}/evaluations/{evaluation_id}/reanalysis', {
          params: { path: { workspace_id: evaluation.workspace_id, evaluation_id: evaluation.id } },
          body: { baseline, no_worse_margins },
        }),
      ),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    again.mutate(
      Object.fromEntries(names.map((name) => [name, Number(draft[name]) / FIELDS[name].unit])) as Margins,
    );
  };
  return (
    <>
      <form className="form" aria-label="Test other margins" onSubmit={send}>
        <p className="quiet">
          Margins chosen after seeing results can be chosen to fit them, so this result is exploratory. It is
          not stored, and the result above does not change.
        </p>
        <div className="fields">
          {labels.length > 1 && (
            <Choice label="Baseline candidate" value={baseline} onPick={setBaseline}>
              {labels.map((label) => (
                <option key={label} value={label}>
                  {label}
                </option>
              ))}
            </Choice>
          )}
          {names.map((name) => (
            <Field
              key={name}
              label={FIELDS[name].label}
              {...FIELDS[name].input}
              value={draft[name] ?? ''}
              onChange={({ currentTarget }) => setDraft({ ...draft, [name]: currentTarget.value })}
            />
          ))}
        </div>
        <Problem error={again.error} />
        <div className="buttons">
          <button type="submit" disabled={again.isPending}>
            Test margins
          </button>
        </div>
      </form>
      {again.data && <SectionViews sections={[reanalysisSection(again.data)]} />}
    </>
  );
}
