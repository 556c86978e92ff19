import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { type FormEvent, useState } from 'react';
import { api, type Scenario } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SaveProblem } from '../ui/save-problem.tsx';
import { draftOf, newScenarioOf, type ScenarioDraft, scenarioPatchOf } from './scenario-draft.ts';
import { ScenarioForm } from './scenario-form.tsx';

interface ScenarioDrawerProps {
  workspaceId: string;
  title: string;
  initial: ScenarioDraft;
  /** What is edited, as it was read; without it new requirements are made. */
  edited?: { id: string; etag: string };
  onSaved: (scenario: Scenario) => void;
  onClose: () => void;
}

/** Makes or edits requirements. An edit is refused where somebody else saved one meanwhile. */
export function ScenarioDrawer({
  workspaceId,
  title,
  initial,
  edited,
  onSaved,
  onClose,
}: ScenarioDrawerProps) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(initial);
  const [base, setBase] = useState(edited);
  const path = { workspace_id: workspaceId };
  const save = useMutation({
    mutationFn: () =>
      base === undefined
        ? answer(
            api.POST('/workspaces/{workspace_id}/scenarios', {
              params: { path },
              body: newScenarioOf(draft),
            }),
          )
        : answer(
            api.PATCH('/workspaces/{workspace_id}/scenarios/{scenario_id}', {
              params: { path: { ...path, scenario_id: base.id }, header: { 'If-Match': base.etag } },
              body: scenarioPatchOf(draft),
            }),
          ),
    onSuccess: async (scenario) => {
      await client.invalidateQueries({ queryKey: queries.scenarios(workspaceId).queryKey });
      onSaved(scenario);
    },
  });
  const loadAgain = async () => {
    if (base === undefined) return;
    const { value, etag } = await client.fetchQuery({
      ...queries.scenario(workspaceId, base.id),
      staleTime: 0,
    });
    setDraft(draftOf(value));
    setBase({ id: base.id, etag });
    save.reset();
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog kind="drawer" title={title} isOpen onClose={onClose}>
      <form className="form" aria-label={title} onSubmit={send}>
        <ScenarioForm workspaceId={workspaceId} draft={draft} onChange={setDraft} />
        <SaveProblem error={save.error} onLoadAgain={() => void loadAgain()} />
        <div className="buttons">
          <button type="submit" className="primary" disabled={save.isPending}>
            {base === undefined ? 'Add the requirements' : 'Save'}
          </button>
          <button type="button" onClick={onClose}>
            Leave it
          </button>
        </div>
      </form>
    </Dialog>
  );
}
