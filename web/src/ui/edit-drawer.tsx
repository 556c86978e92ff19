import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog, LeaveButton } from './dialog.tsx';
import { Problem } from './problem.tsx';
import { SaveProblem } from './save-problem.tsx';

/** What is edited, as it was read. */
export interface EditedResource {
  id: string;
  etag: string;
}

interface EditDrawerProps<Draft, Thing> {
  title: string;
  initial: Draft;
  /** Without it a new thing is made. */
  edited: EditedResource | undefined;
  /** The button that makes a new one. */
  add: string;
  /** Makes it, or changes what is edited; refused where somebody else saved one meanwhile. */
  save: (draft: Draft, base: EditedResource | undefined) => Promise<Thing>;
  /** What is stored now, to go on from it. */
  load: (id: string) => Promise<{ draft: Draft; etag: string }>;
  /** The list that a change makes stale. */
  listKey: readonly unknown[];
  onSaved: () => void;
  onClose: () => void;
  children: (draft: Draft, change: (draft: Draft) => void, base: EditedResource | undefined) => ReactNode;
}

/** Makes or edits a thing of a workspace; its fields are the children. */
export function EditDrawer<Draft, Thing>(props: EditDrawerProps<Draft, Thing>) {
  const { title, initial, edited, add, listKey, onSaved, onClose, children } = props;
  const client = useQueryClient();
  const [draft, setDraft] = useState(initial);
  const [base, setBase] = useState(edited);
  const save = useMutation({
    mutationFn: () => props.save(draft, base),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: listKey });
      onSaved();
    },
  });
  const loadAgain = useMutation({
    mutationFn: async ({ id }: EditedResource) => ({ id, ...(await props.load(id)) }),
    onSuccess: (now) => {
      setDraft(now.draft);
      setBase({ id: now.id, etag: now.etag });
      save.reset();
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog kind="drawer" title={title} isOpen onClose={onClose}>
      <form className="form" aria-label={title} onSubmit={send}>
        {children(draft, setDraft, base)}
        <SaveProblem error={save.error} onLoadAgain={() => base && loadAgain.mutate(base)} />
        <Problem error={loadAgain.error} />
        <div className="buttons">
          <button type="submit" className="primary" disabled={save.isPending}>
            {base === undefined ? add : 'Save'}
          </button>
          <LeaveButton />
        </div>
      </form>
    </Dialog>
  );
}
