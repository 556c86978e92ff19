import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { useState } from 'react';
import { api, type Body, type Import } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { type FilledFields, Form } from '../ui/form.tsx';
import { Problem } from '../ui/problem.tsx';

type Patch = Body<'/workspaces/{workspace_id}/imports/{import_id}', 'patch'>;

/** Gives an import another name, pauses it, and has it go on. */
export function ChangeImport({ workspaceId, one }: { workspaceId: string; one: Import }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const change = async (body: Patch) => {
    const params = { path: { workspace_id: workspaceId, import_id: one.id } };
    await answer(api.PATCH('/workspaces/{workspace_id}/imports/{import_id}', { params, body }));
    await client.invalidateQueries({ queryKey: queries.imports(workspaceId).queryKey });
  };
  const rename = useMutation({
    mutationFn: (form: FilledFields) => change({ name: form.text('name') ?? one.name }),
    onSuccess: () => setOpen(false),
  });
  const pause = useMutation({ mutationFn: () => change({ paused: !one.paused }) });
  const isUnderWay = one.status === 'receiving' || one.status === 'making';
  return (
    <>
      {isUnderWay && (
        <button type="button" disabled={pause.isPending} onClick={() => pause.mutate()}>
          {one.paused ? 'Resume' : 'Pause'}
        </button>
      )}
      <button type="button" onClick={() => setOpen(true)}>
        Rename
      </button>
      <Problem error={pause.error} />
      <Dialog title="Rename import" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Form label="Rename import" submit="Save" keep change={rename}>
          <Field label="Name" name="name" required maxLength={200} defaultValue={one.name} wide />
        </Form>
      </Dialog>
    </>
  );
}
