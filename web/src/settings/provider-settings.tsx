import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, type Schemas } from '@touchstone/client';
import { useState } from 'react';
import { api, type Provider } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Fact } from '../ui/fact.tsx';
import { Choice, Field } from '../ui/field.tsx';
import { type FilledFields, Form, filledFields } from '../ui/form.tsx';
import { Section } from '../ui/section.tsx';
import { ProviderCheck } from './provider-check.tsx';

const ONE = '/providers/{provider_name}';

const SOURCES: Readonly<Record<Provider['source'], string>> = {
  built_in: 'built in',
  configuration: 'from the settings of the service',
  added: 'added here or by the API',
};

/** The model providers that this service may call, with their limits; admins add and remove some while it runs. */
export function ProviderSettings() {
  const providers = useQuery(queries.providers);
  const wanted = useQuery(queries.newProvider);
  const session = useQuery(queries.session);
  const [isMaking, setMaking] = useState(false);
  const isAdmin = session.data?.role === 'admin' && session.data.workspaces === null;
  return (
    <>
      <p>
        Providers come from the settings of the service (an API key in the environment, or an entry in the
        file in <code>TOUCHSTONE_CONFIG</code>), or an admin adds them here, for all workspaces.
      </p>
      <Section title="Providers" loaded={providers} empty="No providers yet.">
        {(items) =>
          items.map((provider) => <ProviderView key={provider.name} provider={provider} isAdmin={isAdmin} />)
        }
      </Section>
      {isAdmin && (
        <p>
          <button type="button" className="primary" onClick={() => setMaking(true)}>
            New provider
          </button>
        </p>
      )}
      <Dialog title="New provider" isOpen={isMaking} onClose={() => setMaking(false)}>
        {wanted.data && <NewProvider {...wanted.data} onMade={() => setMaking(false)} />}
      </Dialog>
    </>
  );
}

type Kind = Schemas['ProviderKind'];

function NewProvider({
  kinds,
  storage,
  onMade,
}: {
  kinds: readonly Kind[];
  storage: Schemas['KeyStorage'];
  onMade: () => void;
}) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [picked, setPicked] = useState('');
  const preset = kinds.find(({ presets }) => presets.includes(name.trim()));
  const kind = kinds.find((one) => one.kind === picked) ?? preset;
  const fields = kind?.account ?? [];
  const make = useMutation({
    mutationFn: (form: FilledFields) => {
      const account = filledFields(
        Object.fromEntries(fields.map((field) => [field.name, form.text(`account.${field.name}`)])),
      );
      return answer(
        api.POST('/providers', {
          body: {
            name: form.text('name') ?? '',
            ...filledFields({
              kind: picked === '' ? undefined : (picked as Schemas['NewProvider']['kind']),
              base_url: form.text('base_url'),
              api_key: form.text('api_key'),
              account: Object.keys(account).length > 0 ? (account as Record<string, string>) : undefined,
            }),
          },
        }),
      );
    },
    async onSuccess() {
      await client.invalidateQueries({ queryKey: queries.providers.queryKey });
      onMade();
    },
  });
  return (
    <>
      {storage.problem && <p className="warning">{storage.problem}</p>}
      <Form label="New provider" submit="Add provider" keep change={make}>
        <Field
          label="Name"
          name="name"
          required
          maxLength={100}
          placeholder="groq"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          hint={`The provider name that stacks use. The presets (${kinds.flatMap(({ presets }) => presets).join(', ')}) have a kind, and most an address.`}
        />
        <Choice label="Kind" name="kind" value={picked} onPick={setPicked}>
          <option value="">{preset ? `${preset.kind}, from the preset` : 'from the preset'}</option>
          {kinds.map((one) => (
            <option key={one.kind} value={one.kind}>
              {one.kind}
            </option>
          ))}
        </Choice>
        <Field
          label="Address"
          name="base_url"
          wide
          placeholder={kind?.base_url ?? 'https://api.example.com/v1'}
          hint="Without /chat/completions. Leave it empty for the usual address."
        />
        <Field
          label="API key"
          name="api_key"
          type="password"
          wide
          disabled={!storage.available}
          hint="Stored encrypted and never shown again."
        />
        {fields.map((field) => (
          <AccountField key={field.name} field={field} isStorable={storage.available} />
        ))}
      </Form>
    </>
  );
}

const NEEDS: Readonly<Record<Kind['account'][number]['need'], string>> = {
  required: 'Required.',
  key_group: 'In place of an API key.',
  optional: 'Optional.',
};

function AccountField({ field, isStorable }: { field: Kind['account'][number]; isStorable: boolean }) {
  const { name, label, secret, need } = field;
  return (
    <Field
      label={label}
      name={`account.${name}`}
      type={secret ? 'password' : 'text'}
      required={need === 'required'}
      disabled={secret && !isStorable}
      hint={NEEDS[need]}
    />
  );
}

function ProviderView({ provider, isAdmin }: { provider: Provider; isAdmin: boolean }) {
  const { name, kind, description, source, problem, base_url, models, accepts_other_models } = provider;
  return (
    <article className="panel" aria-label={name}>
      <h3>{name}</h3>
      <p>{description}</p>
      {problem !== null && <p className="warning">{problem}</p>}
      <dl className="facts">
        <Fact name="Kind">{kind}</Fact>
        <Fact name="Source">{SOURCES[source]}</Fact>
        {base_url !== null && <Fact name="Address">{base_url}</Fact>}
        <Fact name="Parallel calls">
          {provider.max_concurrency === null ? 'adapts to the provider' : String(provider.max_concurrency)}
        </Fact>
        <Fact name="Calls per minute">
          {provider.requests_per_minute === null ? 'no limit' : String(provider.requests_per_minute)}
        </Fact>
        <Fact name="Models">{models.length === 0 ? 'any' : models.map(({ id }) => id).join(', ')}</Fact>
        {models.length > 0 && (
          <Fact name="Other models">{accepts_other_models ? 'allowed' : 'rejected'}</Fact>
        )}
      </dl>
      {isAdmin && source !== 'built_in' && <Actions provider={provider} />}
    </article>
  );
}

function Actions({ provider: { name, source, base_url } }: { provider: Provider }) {
  const client = useQueryClient();
  const [opened, setOpened] = useState<'check' | 'change' | 'remove' | null>(null);
  const params = { path: { provider_name: name } };
  const stale = async () => {
    await client.invalidateQueries({ queryKey: queries.providers.queryKey });
    setOpened(null);
  };
  const remove = useMutation({
    mutationFn: () => answer(api.DELETE(ONE, { params })),
    onSuccess: stale,
  });
  const change = useMutation({
    mutationFn: (form: FilledFields) => {
      const body = filledFields({ base_url: form.text('base_url'), api_key: form.text('api_key') });
      return answer(api.PATCH(ONE, { params, body }));
    },
    onSuccess: stale,
  });
  return (
    <p className="buttons">
      <button type="button" aria-label={`Check ${name}`} onClick={() => setOpened('check')}>
        Check
      </button>
      {source === 'added' && (
        <>
          <button type="button" aria-label={`Change ${name}`} onClick={() => setOpened('change')}>
            Change
          </button>
          <button type="button" aria-label={`Remove ${name}`} onClick={() => setOpened('remove')}>
            Remove
          </button>
        </>
      )}
      <Dialog title={`Check ${name}`} isOpen={opened === 'check'} onClose={() => setOpened(null)}>
        <ProviderCheck name={name} />
      </Dialog>
      <Dialog title={`Change ${name}`} isOpen={opened === 'change'} onClose={() => setOpened(null)}>
        <Form label={`Change ${name}`} submit="Save" keep change={change}>
          <Field
            label="Address"
            name="base_url"
            wide
            required
            defaultValue={base_url ?? ''}
            hint="If you change the scheme, host or port, enter the key again."
          />
          <Field
            label="API key"
            name="api_key"
            type="password"
            wide
            hint="Leave empty to keep the stored key."
          />
        </Form>
      </Dialog>
      <ConfirmDialog
        title={`Remove ${name}?`}
        says="The stored key is deleted and new runs are refused. Runs in progress finish with the key; cancel them, or revoke the key at the provider, if it must no longer be used."
        confirm="Remove"
        isOpen={opened === 'remove'}
        change={remove}
        onClose={() => setOpened(null)}
      />
    </p>
  );
}
