import { answer } from '@touchstone/client';
import { api } from '../api/api.ts';
import { Choice, Field } from '../ui/field.tsx';
import { type Filled, Form, present } from '../ui/form.tsx';
import { useAction } from '../use-action.ts';

const TYPES = { url: 'Web page or PDF', github: 'GitHub repository', youtube: 'YouTube video' } as const;
type AddressType = keyof typeof TYPES;

/** Adds what is read from an address. */
export function AddressForm({ workspaceId, onAdded }: { workspaceId: string; onAdded: () => void }) {
  const add = useAction(async (form: Filled) => {
    const body = {
      type: (form.text('type') ?? 'url') as AddressType,
      url: form.text('url') ?? '',
      ...present({ title: form.text('title') }),
    };
    const params = { path: { workspace_id: workspaceId } };
    await answer(api.POST('/workspaces/{workspace_id}/sources', { params, body }));
    onAdded();
  });
  return (
    <section aria-label="Add an address">
      <h2>Add an address</h2>
      <Form label="Add an address" submit="Read" action={add}>
        <Choice label="Kind" name="type">
          {Object.entries(TYPES).map(([type, name]) => (
            <option key={type} value={type}>
              {name}
            </option>
          ))}
        </Choice>
        <Field label="Address" name="url" type="url" required wide placeholder="https://" />
        <Field label="Title" name="title" maxLength={200} hint="Taken from what is read where left out." />
      </Form>
    </section>
  );
}
