import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { api, type Stack } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { DeleteButton } from '../ui/delete-button.tsx';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { StackForm } from './stack-form.tsx';

const route = getRouteApi('/workspaces/$workspaceId');

/** The candidates. */
export function CandidateList() {
  const { workspaceId } = route.useParams();
  const stacks = useQuery(queries.stacks(workspaceId));
  const remove = async ({ id }: Stack) => {
    const path = { workspace_id: workspaceId, stack_id: id };
    await answer(api.DELETE('/workspaces/{workspace_id}/stacks/{stack_id}', { params: { path } }));
    stacks.refetch();
  };
  return (
    <Page title="Candidates">
      <Section title="Stacks" loaded={stacks} empty="No candidate yet. Describe two below, to compare them.">
        {(items) => (
          <ul className="rows">
            {items.map((stack) => (
              <li key={stack.id}>
                <div>
                  <strong>{stack.name}</strong>
                  <p className="quiet">{parts(stack).join(' · ')}</p>
                </div>
                <DeleteButton name={stack.name} onDelete={() => remove(stack)} />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <StackForm workspaceId={workspaceId} onCreated={stacks.refetch} />
    </Page>
  );
}

function parts({ description, model, framework, hardware }: Stack): string[] {
  const { provider, model_id, temperature, max_tokens } = model;
  const calls = provider && model_id ? `${provider} / ${model_id}` : 'a draft: provider or model is missing';
  return [
    calls,
    ...(temperature === undefined ? [] : [`temperature ${temperature}`]),
    ...(max_tokens === undefined ? [] : [`${max_tokens} tokens`]),
    ...Object.values(framework),
    ...Object.values(hardware).map(String),
    ...(description ? [description] : []),
  ];
}
