import { answer } from '@touchstone/client';
import { useState } from 'react';
import { api, type Found } from '../api/api.ts';
import { Field } from '../ui/field.tsx';
import { type Filled, Form } from '../ui/form.tsx';
import { Warnings } from '../ui/warnings.tsx';
import { useAction } from '../use-action.ts';
import { Hit } from './hit.tsx';

/** Asks the index of a workspace. */
export function Search({ workspaceId }: { workspaceId: string }) {
  const [found, setFound] = useState<Found>();
  const [query, setQuery] = useState('');
  const search = useAction(async (form: Filled) => {
    const params = { path: { workspace_id: workspaceId } };
    const body = { query: form.text('query') ?? '', limit: 20 };
    setFound(await answer(api.POST('/workspaces/{workspace_id}/search', { params, body })));
  });
  return (
    <section aria-label="Search">
      <h2>Search</h2>
      <Form label="Search" submit="Search" action={search} keep>
        <Field
          label="Words, a “phrase in quotes”, -without, OR, prefix*"
          name="query"
          wide
          type="search"
          required
          maxLength={2000}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      </Form>
      {found && <Answer found={found} />}
    </section>
  );
}

function Answer({ found }: { found: Found }) {
  return (
    <div aria-live="polite">
      <p className="quiet">
        {found.results.length} found by {found.mode} in {found.took_ms} ms
      </p>
      <Warnings warnings={found.warnings} />
      {found.results.length === 0 && <p className="empty">No chunk holds these words.</p>}
      <ol className="hits">
        {found.results.map((hit) => (
          <Hit key={hit.chunk_id} hit={hit} />
        ))}
      </ol>
    </div>
  );
}
