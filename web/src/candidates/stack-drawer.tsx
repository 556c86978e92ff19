import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { type FormEvent, useState } from 'react';
import { api, type Stack } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SaveProblem } from '../ui/save-problem.tsx';
import { type Endpoint, endpointOf } from './endpoint-draft.ts';
import { draftOf, modelOf, newStackOf, type StackDraft, stackPatchOf } from './stack-draft.ts';
import { StackForm } from './stack-form.tsx';
import { TryEndpoint } from './try-endpoint.tsx';

interface StackDrawerProps {
  workspaceId: string;
  title: string;
  initial: StackDraft;
  /** What is edited, as it was read; without it a new candidate is made. */
  edited?: { id: string; etag: string };
  onSaved: (stack: Stack) => void;
  onClose: () => void;
}

/** Makes or edits a candidate. An edit is refused where somebody else saved one meanwhile. */
export function StackDrawer({ workspaceId, title, initial, edited, onSaved, onClose }: StackDrawerProps) {
  const client = useQueryClient();
  const scenarios = useQuery(queries.scenarios(workspaceId)).data ?? [];
  const stacks = useQuery(queries.stacks(workspaceId)).data ?? [];
  const [draft, setDraft] = useState(initial);
  const [base, setBase] = useState(edited);
  const isTaken = stacks.some(({ id, name }) => id !== base?.id && name === draft.name.trim());
  const path = { workspace_id: workspaceId };
  const save = useMutation({
    mutationFn: () =>
      base === undefined
        ? answer(api.POST('/workspaces/{workspace_id}/stacks', { params: { path }, body: newStackOf(draft) }))
        : answer(
            api.PATCH('/workspaces/{workspace_id}/stacks/{stack_id}', {
              params: { path: { ...path, stack_id: base.id }, header: { 'If-Match': base.etag } },
              body: stackPatchOf(draft),
            }),
          ),
    onSuccess: async (stack) => {
      await client.invalidateQueries({ queryKey: queries.stacks(workspaceId).queryKey });
      onSaved(stack);
    },
  });
  const loadAgain = async () => {
    if (base === undefined) return;
    const { value, etag } = await client.fetchQuery({ ...queries.stack(workspaceId, base.id), staleTime: 0 });
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
        <StackForm draft={draft} onChange={setDraft} scenarios={scenarios} isTaken={isTaken} />
        {draft.endpoint.url.trim() !== '' && (
          <TryEndpoint workspaceId={workspaceId} asked={() => typed(draft)} />
        )}
        <SaveProblem error={save.error} onLoadAgain={() => void loadAgain()} />
        <div className="buttons">
          <button type="submit" className="primary" disabled={save.isPending}>
            {base === undefined ? 'Add the candidate' : 'Save'}
          </button>
          <button type="button" onClick={onClose}>
            Leave it
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function typed(draft: StackDraft) {
  return { endpoint: endpointOf(draft.endpoint) as Endpoint, model: modelOf(draft) };
}
