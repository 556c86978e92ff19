import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { plural } from '@touchstone/report/figures';
import { useState } from 'react';
import { api, type Workspace } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { type FilledFields, Form, filledFields } from '../ui/form.tsx';
import { formatTime } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';

export function WorkspaceList() {
  const workspaces = useQuery(queries.workspaces);
  const navigate = useNavigate();
  const [isMaking, setMaking] = useState(false);
  const create = useMutation({
    mutationFn: (form: FilledFields) => {
      const body = {
        name: form.text('name') ?? '',
        ...filledFields({ description: form.text('description') }),
      };
      return answer(api.POST('/workspaces', { body }));
    },
    onSuccess: ({ id }) => navigate({ to: '/workspaces/$workspaceId', params: { workspaceId: id } }),
  });
  return (
    <main id="main">
      <Page
        title="Which stack should we run?"
        actions={
          <button type="button" className="primary" onClick={() => setMaking(true)}>
            New workspace
          </button>
        }
      >
        <p>A workspace holds one decision: its requirements, candidates, evaluations and sources.</p>
        <Section title="Workspaces" loaded={workspaces} empty="No workspaces yet. Create the first one.">
          {(items) => (
            <ul className="cards">
              {items.map((workspace) => (
                <Card key={workspace.id} workspace={workspace} />
              ))}
            </ul>
          )}
        </Section>
        <Dialog title="New workspace" isOpen={isMaking} onClose={() => setMaking(false)}>
          <Form label="New workspace" submit="Create workspace" change={create}>
            <Field label="Name" name="name" required maxLength={200} placeholder="Support assistant" />
            <Field label="Description" name="description" maxLength={4000} />
          </Form>
        </Dialog>
      </Page>
    </main>
  );
}

function Card({ workspace }: { workspace: Workspace }) {
  const { id, name, description, source_count, stack_count, evaluation_count, updated_at } = workspace;
  return (
    <li>
      <Link to="/workspaces/$workspaceId" params={{ workspaceId: id }} className="card">
        <strong>{name}</strong>
        {description && <span>{description}</span>}
        <span className="quiet">
          {plural(source_count, 'source')} · {plural(stack_count, 'candidate')} ·{' '}
          {plural(evaluation_count, 'evaluation')} · {formatTime(updated_at)}
        </span>
      </Link>
    </li>
  );
}
