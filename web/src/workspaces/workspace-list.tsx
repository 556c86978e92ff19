import { answer } from '@touchstone/client';
import { api, type Workspace } from '../api.ts';
import { listWorkspaces } from '../lists.ts';
import { go, Link } from '../route.tsx';
import { Field } from '../ui/field.tsx';
import { type Filled, Form, present } from '../ui/form.tsx';
import { count, when } from '../ui/format.ts';
import { Section } from '../ui/section.tsx';
import { useAction } from '../use-action.ts';
import { useLoaded } from '../use-loaded.ts';

export function WorkspaceList() {
  const workspaces = useLoaded('workspaces', listWorkspaces);
  const create = useAction(async (form: Filled) => {
    const body = { name: form.text('name') ?? '', ...present({ description: form.text('description') }) };
    const { id } = await answer(api.POST('/workspaces', { body }));
    go(`workspaces/${id}`);
  });
  return (
    <>
      <div className="lead">
        <h1>Which stack should we run?</h1>
        <p>
          A workspace holds everything about one decision: what you read, what the workload demands, the
          candidates, and the evaluations that compare them.
        </p>
      </div>
      <Section title="Workspaces" loaded={workspaces} empty="No workspace yet. Make the first one below.">
        {(items) => (
          <ul className="cards">
            {items.map((workspace) => (
              <Card key={workspace.id} workspace={workspace} />
            ))}
          </ul>
        )}
      </Section>
      <section aria-label="New workspace">
        <h2>New workspace</h2>
        <Form label="New workspace" submit="Make workspace" action={create}>
          <Field label="Name" name="name" required maxLength={200} placeholder="Support assistant" />
          <Field label="Description" name="description" maxLength={4000} />
        </Form>
      </section>
    </>
  );
}

function Card({ workspace }: { workspace: Workspace }) {
  const { id, name, description, source_count, stack_count, evaluation_count, updated_at } = workspace;
  return (
    <li>
      <Link to={`workspaces/${id}`} className="card">
        <strong>{name}</strong>
        {description && <span>{description}</span>}
        <span className="quiet">
          {count(source_count, 'source')} · {count(stack_count, 'stack')} ·{' '}
          {count(evaluation_count, 'evaluation')} · {when(updated_at)}
        </span>
      </Link>
    </li>
  );
}
