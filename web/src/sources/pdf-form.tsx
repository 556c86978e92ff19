import { answer } from '@touchstone/client';
import { useId, useRef } from 'react';
import { api } from '../api/api.ts';
import { Form } from '../ui/form.tsx';
import { useAction } from '../use-action.ts';

/** Uploads PDFs, one after another. */
export function PdfForm({ workspaceId, onAdded }: { workspaceId: string; onAdded: () => void }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const add = useAction(async () => {
    const params = { path: { workspace_id: workspaceId } };
    for (const file of input.current?.files ?? []) {
      const body = { type: 'pdf' as const, content: await base64Of(file), filename: file.name };
      await answer(api.POST('/workspaces/{workspace_id}/sources', { params, body }));
      onAdded();
    }
  });
  return (
    <section aria-label="Add PDFs">
      <h2>Add PDFs</h2>
      <Form label="Add PDFs" submit="Upload" action={add}>
        <div className="field wide">
          <label htmlFor={id}>Files</label>
          <input ref={input} id={id} type="file" accept=".pdf,application/pdf" multiple required />
        </div>
      </Form>
    </section>
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const address = String(reader.result);
      resolve(address.slice(address.indexOf(',') + 1));
    };
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
