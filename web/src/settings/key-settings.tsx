import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { allPages, answer, type Schemas } from '@touchstone/client';
import { plural } from '@touchstone/report/figures';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Choice, Field } from '../ui/field.tsx';
import { type FilledFields, Form } from '../ui/form.tsx';
import { formatTime } from '../ui/format.ts';
import { Section } from '../ui/section.tsx';
import { Warnings } from '../ui/warnings.tsx';

type ApiKey = Schemas['ApiKey'];

const ROLES = [
  ['viewer', 'Viewer: can read'],
  ['editor', 'Editor: can read and write'],
  ['admin', 'Admin: can also manage keys and workspaces'],
] as const;

const QUERY_KEY = ['api-keys'];

async function listKeys(): Promise<ApiKey[]> {
  const keys: ApiKey[] = [];
  const page = (query: { cursor?: string }) => answer(api.GET('/api-keys', { params: { query } }));
  for await (const key of allPages(page)) keys.push(key);
  return keys;
}

/** The API keys of this service: who may do what. */
export function KeySettings() {
  const keys = useQuery({ queryKey: QUERY_KEY, queryFn: listKeys });
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <Section
        title="Keys"
        loaded={keys}
        empty="No keys yet. Programs and other machines need a key to connect."
      >
        {(items) => (
          <ul className="rows">
            {items.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </ul>
        )}
      </Section>
      <p>
        <button type="button" className="primary" onClick={() => setMaking(true)}>
          New key
        </button>
      </p>
      <Dialog title="New key" isOpen={isMaking} onClose={() => setMaking(false)}>
        <NewKey />
      </Dialog>
    </>
  );
}

/** The first key ends the time in which this machine needs none, so the browser signs in with it at once. */
function NewKey() {
  const client = useQueryClient();
  const session = useQuery(queries.session);
  const isFirst = session.data?.open === true;
  const make = useMutation({
    mutationFn: async (form: FilledFields) => {
      const role = ROLES.find(([name]) => name === form.text('role'))?.[0] ?? 'viewer';
      const body = { name: form.text('name') ?? '', role, agent: form.text('agent') !== undefined };
      const made = await answer(api.POST('/api-keys', { body }));
      if (isFirst) await answer(api.POST('/session', { body: { key: made.key } }));
      return made;
    },
    onSuccess: () => client.invalidateQueries(),
  });
  if (make.data) {
    return (
      <>
        <p>Copy the key now. You cannot see it again.</p>
        <p className="secret">
          <code>{make.data.key}</code> <CopyButton text={make.data.key} what="the key" />
        </p>
        <Warnings warnings={make.data.warnings} />
      </>
    );
  }
  return (
    <>
      {isFirst && (
        <p className="warning">
          After you create the first key, every request needs a key, also on this machine. Create an admin key
          and store it safely. This browser is signed in with it.
        </p>
      )}
      <Form label="New key" submit="Create key" keep change={make}>
        <Field label="Name" name="name" required maxLength={200} placeholder="CI" />
        <Choice label="Role" name="role" initial={isFirst ? 'admin' : 'viewer'}>
          {ROLES.map(([name, says]) => (
            <option key={name} value={name}>
              {says}
            </option>
          ))}
        </Choice>
        <div className="field wide">
          <label className="check">
            <input type="checkbox" name="agent" /> For an agent
          </label>
          <small className="quiet">
            A person must approve requests of this key that cost money or send load. Choose the role viewer or
            editor.
          </small>
        </div>
      </Form>
    </>
  );
}

function KeyRow({ apiKey: { id, name, role, workspaces, agent, created_at } }: { apiKey: ApiKey }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => answer(api.DELETE('/api-keys/{key_id}', { params: { path: { key_id: id } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: QUERY_KEY }),
  });
  return (
    <li>
      <div>
        <strong>{name}</strong>
        <p className="quiet">
          {role}
          {agent && ', for an agent'} ·{' '}
          {workspaces === null ? 'all workspaces' : plural(workspaces.length, 'workspace')} · created{' '}
          {formatTime(created_at)}
        </p>
      </div>
      <button type="button" className="subtle" onClick={() => setAsking(true)} aria-label={`Revoke ${name}`}>
        Revoke
      </button>
      <ConfirmDialog
        title={`Revoke ${name}?`}
        says="Programs that use this key lose access immediately."
        confirm="Revoke"
        isOpen={isAsking}
        change={remove}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}
