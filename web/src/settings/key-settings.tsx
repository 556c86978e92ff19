import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { allPages, answer, type Schemas } from '@touchstone/client';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Choice, Field } from '../ui/field.tsx';
import { type Filled, Form } from '../ui/form.tsx';
import { when } from '../ui/format.ts';
import { Section } from '../ui/section.tsx';
import { Warnings } from '../ui/warnings.tsx';

type ApiKey = Schemas['ApiKey'];

const ROLES = [
  ['viewer', 'viewer: reads'],
  ['editor', 'editor: reads and writes'],
  ['admin', 'admin: also manages keys and workspaces'],
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
        empty="There is no key. Programs and other machines need one; this machine may be let in without."
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
    mutationFn: async (form: Filled) => {
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
        <p>Copy the key now. It is shown this once and cannot be read again.</p>
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
          This is the first key. From then on every request needs a key, on this machine too. Make an admin
          key first, and keep it: this browser signs in with it.
        </p>
      )}
      <Form label="New key" submit="Make key" keep change={make}>
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
            What costs money or load it asks for, and a person approves it among the evaluations. An agent’s
            key is a viewer’s or an editor’s.
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
          {workspaces === null ? 'every workspace' : `${workspaces.length} of the workspaces`} · made{' '}
          {when(created_at)}
        </p>
      </div>
      <button type="button" className="subtle" onClick={() => setAsking(true)} aria-label={`Revoke ${name}`}>
        Revoke
      </button>
      <ConfirmDialog
        title={`Revoke ${name}?`}
        says="Programs that use this key are refused from then on."
        confirm="Revoke"
        isOpen={isAsking}
        change={remove}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}
