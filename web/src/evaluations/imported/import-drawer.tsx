import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { plural } from '@touchstone/report/figures';
import { type SubmitEvent, useId, useState } from 'react';
import { api, type Evaluation } from '../../api/api.ts';
import { newIdempotencyKey } from '../../api/once.ts';
import { queries } from '../../api/queries.ts';
import { Dialog, LeaveButton } from '../../ui/dialog.tsx';
import { Choice, Field } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Fold } from '../../ui/section.tsx';
import { useRefused } from '../../ui/unsaved.ts';
import { labelProblem, type RunFiles, toForm, withFiles } from './run-files.ts';

interface ImportDrawerProps {
  workspaceId: string;
  runs: readonly RunFiles[];
  onRuns: (runs: RunFiles[]) => void;
  onImported: (evaluation: Evaluation) => void;
  onClose: () => void;
}

/** Files of other evaluation tools, which become an evaluation whose runs are compared; no model is called. */
export function ImportDrawer(props: ImportDrawerProps) {
  return (
    <Dialog kind="drawer" title="Import results of another tool" isOpen onClose={props.onClose}>
      <ImportForm {...props} />
    </Dialog>
  );
}

function ImportForm({ workspaceId, runs, onRuns, onImported }: ImportDrawerProps) {
  const id = useId();
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: (query: object) =>
      answer(
        api.POST('/workspaces/{workspace_id}/evaluations/import', {
          params: { path: { workspace_id: workspaceId }, query },
          body: toForm(runs) as never,
          headers: { 'idempotency-key': newIdempotencyKey() },
        }),
      ),
    onSuccess: async (evaluation) => {
      onImported(evaluation);
      await client.invalidateQueries({ queryKey: queries.evaluations(workspaceId).queryKey });
    },
  });
  useRefused(send.error);
  const [problem, setProblem] = useState<string | null>(null);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = labelProblem(runs);
    setProblem(wrong);
    if (wrong !== null) return;
    send.mutate(queryOf(new FormData(event.currentTarget)));
  };
  return (
    <form className="form" aria-label="Import results of another tool" onSubmit={submit}>
      <p>
        Compares runs that you already have, item by item; no model is called. Files: logs of Inspect (.eval,
        JSON), results and samples of lm-evaluation-harness, results of promptfoo, logs of OpenAI Evals, and
        experiments of Braintrust and Langfuse; together at most 256 MB.
      </p>
      <div className="field">
        <label htmlFor={id}>Files, one run or several</label>
        <input
          id={id}
          type="file"
          multiple
          required={runs.length === 0}
          onChange={({ currentTarget }) => {
            onRuns(withFiles(runs, [...(currentTarget.files ?? [])]));
            currentTarget.value = '';
          }}
        />
      </div>
      {runs.map(({ label, files }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: order is identity
        <fieldset key={i}>
          <legend>Run {i + 1}</legend>
          <p className="quiet">{files.map(({ name }) => name).join(', ')}</p>
          <Field
            label="Label"
            maxLength={200}
            placeholder="its model"
            value={label}
            onChange={({ currentTarget: { value } }) =>
              onRuns(runs.map((run, at) => (at === i ? { ...run, label: value } : run)))
            }
          />
          <button type="button" className="subtle" onClick={() => onRuns(runs.filter((_, at) => at !== i))}>
            Remove run {i + 1}
          </button>
        </fieldset>
      ))}
      <Field label="Name (optional)" name="name" maxLength={200} placeholder="the names of the files" />
      <Fold title="More options">
        <div className="fields">
          <Choice label="Match items by" name="match" initial="auto">
            <option value="auto">Content, if the files hold it</option>
            <option value="content">Content: what was asked</option>
            <option value="id">ID: as the tool names them</option>
          </Choice>
          <Field
            label="Score"
            name="score"
            maxLength={200}
            hint="As the files name it."
            placeholder="the first that all runs have"
          />
          <Field
            label="Margin"
            name="margin"
            type="number"
            min={0}
            max={1}
            step="any"
            hint="The difference up to which runs count as tied."
            placeholder="0.05"
          />
        </div>
      </Fold>
      {problem !== null && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <Problem error={send.error} />
      <div className="buttons">
        <button type="submit" className="primary" disabled={send.isPending}>
          {send.isPending
            ? 'Importing…'
            : runs.length === 0
              ? 'Import'
              : `Import ${plural(runs.length, 'run')}`}
        </button>
        <LeaveButton />
      </div>
    </form>
  );
}

function queryOf(data: FormData): object {
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const given = ['name', 'score', 'match'].flatMap((name) => (text(name) === '' ? [] : [[name, text(name)]]));
  return { ...Object.fromEntries(given), ...(text('margin') !== '' && { margin: Number(text('margin')) }) };
}
