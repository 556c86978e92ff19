import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { plural } from '@touchstone/report/figures';
import { useState } from 'react';
import { api, type Workspace } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { useServiceNotes } from '../api/use-service-notes.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Choice, Field } from '../ui/field.tsx';
import { type FilledFields, Form } from '../ui/form.tsx';
import { chooseTheme, chosenTheme, type Theme } from '../ui/theme.ts';

const route = getRouteApi('/workspaces/$workspaceId');

/** The name of a workspace, how the console looks, and the end of a workspace. */
export function WorkspaceSettings() {
  const { workspaceId } = route.useParams();
  const { data: workspace } = useQuery(queries.workspace(workspaceId));
  return (
    <>
      {workspace && <NameForm workspace={workspace} />}
      <ThemeChoice />
      <Service />
      {workspace && <DeleteWorkspace workspace={workspace} />}
    </>
  );
}

function NameForm({ workspace }: { workspace: Workspace }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (form: FilledFields) =>
      answer(
        api.PATCH('/workspaces/{workspace_id}', {
          params: { path: { workspace_id: workspace.id } },
          body: { name: form.text('name') ?? '', description: form.text('description') ?? null },
        }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['workspaces'] });
      await client.invalidateQueries({ queryKey: queries.workspace(workspace.id).queryKey });
    },
  });
  return (
    <section aria-label="Name">
      <h2>Name</h2>
      <Form label="Workspace" submit="Save" keep change={save}>
        <Field label="Name" name="name" required maxLength={200} defaultValue={workspace.name} wide />
        <Field
          label="Description"
          name="description"
          maxLength={4000}
          defaultValue={workspace.description ?? ''}
          wide
        />
      </Form>
      <p role="status" className="quiet">
        {save.isSuccess && 'Saved.'}
      </p>
    </section>
  );
}

const THEMES: readonly (readonly [Theme, string])[] = [
  ['system', 'System'],
  ['light', 'Light'],
  ['dark', 'Dark'],
];

function ThemeChoice() {
  const [theme, setTheme] = useState(chosenTheme);
  const choose = (value: string) => {
    const chosen = THEMES.find(([name]) => name === value)?.[0] ?? 'system';
    chooseTheme(chosen);
    setTheme(chosen);
  };
  return (
    <section aria-label="Appearance" className="narrow-form">
      <h2>Appearance</h2>
      <Choice label="Theme" value={theme} onPick={choose}>
        {THEMES.map(([name, says]) => (
          <option key={name} value={name}>
            {says}
          </option>
        ))}
      </Choice>
    </section>
  );
}

/** What the service says of itself, where there is anything to be known. */
function Service() {
  const notes = useServiceNotes();
  if (notes.length === 0) return null;
  return (
    <section aria-label="Service">
      <h2>Service</h2>
      {notes.map((note) => (
        <p key={note} className="warning">
          {note}
        </p>
      ))}
    </section>
  );
}

function DeleteWorkspace({ workspace }: { workspace: Workspace }) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () =>
      answer(api.DELETE('/workspaces/{workspace_id}', { params: { path: { workspace_id: workspace.id } } })),
    onSuccess: async () => {
      await navigate({ to: '/' });
      client.removeQueries({ queryKey: ['workspace', workspace.id] });
      await client.invalidateQueries({ queryKey: ['workspaces'] });
    },
  });
  const { source_count, stack_count, evaluation_count } = workspace;
  return (
    <section aria-label="Delete workspace">
      <h2>Delete workspace</h2>
      <p>
        This deletes {plural(source_count, 'source')}, {plural(stack_count, 'candidate')} and{' '}
        {plural(evaluation_count, 'evaluation')}. You cannot undo this.
      </p>
      <button type="button" onClick={() => setAsking(true)}>
        Delete workspace
      </button>
      <ConfirmDialog
        title={`Delete ${workspace.name}?`}
        says="This deletes everything in the workspace. You cannot undo this."
        confirm="Delete"
        isOpen={isAsking}
        change={remove}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}
