import { answer } from '@touchstone/client';
import { type ChangeEvent, useId, useRef } from 'react';
import { api } from '../api/api.ts';
import { Field, TextField } from '../ui/field.tsx';
import { type Filled, Form, present } from '../ui/form.tsx';
import { useAction } from '../use-action.ts';

/** Adds a text: written here, pasted, or read from a file. */
export function SourceForm({ workspaceId, onAdded }: { workspaceId: string; onAdded: () => void }) {
  const fields = useRef<HTMLDivElement>(null);
  const add = useAction(async (form: Filled) => {
    const body = {
      type: 'text' as const,
      content: form.text('content') ?? '',
      ...present({ title: form.text('title'), filename: form.text('filename') }),
    };
    const params = { path: { workspace_id: workspaceId } };
    await answer(api.POST('/workspaces/{workspace_id}/sources', { params, body }));
    onAdded();
  });
  const fill = (name: string, value: string) => {
    const input = fields.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`);
    if (input) input.value = value;
  };
  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    if (!file) return;
    fill('title', file.name);
    fill('filename', file.name);
    fill('content', await file.text());
  };
  return (
    <section aria-label="Add a text">
      <h2>Add a text</h2>
      <Form label="Add a text" submit="Add" action={add}>
        <div ref={fields} className="fields wide">
          <Field label="Title" name="title" maxLength={200} hint="Taken from the text where left out." />
          <FileField onChange={(event) => void read(event)} />
          <input type="hidden" name="filename" />
          <TextField label="Text or Markdown" name="content" required rows={8} />
        </div>
      </Form>
      <p className="quiet">
        A dataset for an evaluation is a text too: CSV or JSONL with <code>input</code> and{' '}
        <code>expected</code>.
      </p>
    </section>
  );
}

function FileField({ onChange }: { onChange: (event: ChangeEvent<HTMLInputElement>) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>Or from a file</label>
      <input id={id} type="file" accept=".txt,.md,.csv,.jsonl,.json,text/*" onChange={onChange} />
    </div>
  );
}
