import { answer } from '@touchstone/client';
import { api, type Stack } from '../api.ts';
import { useHints } from '../events.tsx';
import { listStacks } from '../lists.ts';
import { DeleteButton } from '../ui/delete-button.tsx';
import { Section } from '../ui/section.tsx';
import { useLoaded } from '../use-loaded.ts';
import { StackForm } from './stack-form.tsx';

/** The candidates. */
export function StackTab({ workspaceId }: { workspaceId: string }) {
  const stacks = useLoaded(`stacks ${workspaceId}`, () => listStacks(workspaceId));
  useHints(['stack.updated', 'stack.deleted'], stacks.reload);
  const remove = async ({ id }: Stack) => {
    const path = { workspace_id: workspaceId, stack_id: id };
    await answer(api.DELETE('/workspaces/{workspace_id}/stacks/{stack_id}', { params: { path } }));
    stacks.reload();
  };
  return (
    <>
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
      <StackForm workspaceId={workspaceId} onCreated={stacks.reload} />
    </>
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
