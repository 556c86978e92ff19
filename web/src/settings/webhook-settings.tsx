import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { allPages, answer, type Schemas } from '@touchstone/client';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { type FilledFields, Form } from '../ui/form.tsx';
import { formatTime } from '../ui/format.ts';
import { Problem } from '../ui/problem.tsx';
import { Section } from '../ui/section.tsx';
import { Status } from '../ui/status.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookDrawer } from './webhook-drawer.tsx';
import { MESSAGE_TYPES, type WebhookDraft, WebhookFields } from './webhook-fields.tsx';

type Webhook = Schemas['Webhook'];

const route = getRouteApi('/workspaces/$workspaceId');
const ALL = '/workspaces/{workspace_id}/webhooks';

const keyOf = (workspaceId: string) => ['workspace', workspaceId, 'webhooks'];

async function listWebhooks(workspace_id: string): Promise<Webhook[]> {
  const webhooks: Webhook[] = [];
  const page = (query: { cursor?: string }) =>
    answer(api.GET('/workspaces/{workspace_id}/webhooks', { params: { path: { workspace_id }, query } }));
  for await (const webhook of allPages(page)) webhooks.push(webhook);
  return webhooks;
}

/** The addresses that are told of what happens in a workspace. */
export function WebhookSettings() {
  const { workspaceId } = route.useParams();
  const webhooks = useQuery({ queryKey: keyOf(workspaceId), queryFn: () => listWebhooks(workspaceId) });
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <Section
        title="Webhooks"
        loaded={webhooks}
        empty="No webhooks yet. A webhook notifies a URL of yours when a series raises an alarm or an evaluation ends."
      >
        {(items) => (
          <ul className="rows">
            {items.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        )}
      </Section>
      <p>
        <button type="button" className="primary" onClick={() => setMaking(true)}>
          New webhook
        </button>
      </p>
      <Dialog title="New webhook" isOpen={isMaking} onClose={() => setMaking(false)}>
        <NewWebhook workspaceId={workspaceId} />
      </Dialog>
    </>
  );
}

function NewWebhook({ workspaceId: workspace_id }: { workspaceId: string }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<WebhookDraft>({ name: '', url: '', events: ['series.alarm'] });
  const make = useMutation({
    mutationFn: (_: FilledFields) =>
      answer(api.POST(ALL, { params: { path: { workspace_id } }, body: draft })),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(workspace_id) }),
  });
  if (make.data) return <Secret secret={make.data.secret} />;
  return (
    <Form label="New webhook" submit="Create webhook" keep change={make}>
      <WebhookFields draft={draft} onChange={setDraft} />
    </Form>
  );
}

function Secret({ secret }: { secret: string }) {
  return (
    <>
      <p>Copy the signing secret now. You cannot see it again. Use it to verify messages.</p>
      <p className="secret">
        <code>{secret}</code> <CopyButton text={secret} what="the secret" />
      </p>
    </>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id: webhook_id, workspace_id, name, url, events, status } = webhook;
  const [shown, setShown] = useState<'edit' | 'deliveries' | 'rotate' | 'delete' | null>(null);
  const client = useQueryClient();
  const params = { path: { workspace_id, webhook_id } };
  const onSuccess = () => client.invalidateQueries({ queryKey: keyOf(workspace_id) });
  const close = () => {
    setShown(null);
    // A delivery may have failed meanwhile, or paused it.
    void onSuccess();
  };
  const test = useMutation({
    mutationFn: () => answer(api.POST(`${ALL}/{webhook_id}/test`, { params })),
    onSuccess: async () => {
      await onSuccess();
      setShown('deliveries');
    },
  });
  const pause = useMutation({
    mutationFn: () => {
      const body = { status: status === 'paused' ? ('active' as const) : ('paused' as const) };
      return answer(api.PATCH(`${ALL}/{webhook_id}`, { params, body }));
    },
    onSuccess,
  });
  const remove = useMutation({
    mutationFn: () => answer(api.DELETE(`${ALL}/{webhook_id}`, { params })),
    onSuccess,
  });
  return (
    <li>
      <div>
        <strong>{name}</strong> <Health webhook={webhook} />
        <p className="quiet">{url}</p>
        <p className="quiet">{events.map((type) => MESSAGE_TYPES[type] ?? type).join(' · ')}</p>
        <Problem error={test.error ?? pause.error} />
      </div>
      <div className="buttons">
        <button
          type="button"
          disabled={test.isPending || status === 'paused'}
          onClick={() => test.mutate()}
          aria-label={`Send test to ${name}`}
        >
          Send test
        </button>
        <button type="button" onClick={() => setShown('deliveries')} aria-label={`Deliveries of ${name}`}>
          Deliveries
        </button>
        <button
          type="button"
          onClick={() => pause.mutate()}
          disabled={pause.isPending}
          aria-label={`${status === 'paused' ? 'Resume' : 'Pause'} ${name}`}
        >
          {status === 'paused' ? 'Resume' : 'Pause'}
        </button>
        <button type="button" onClick={() => setShown('edit')} aria-label={`Edit ${name}`}>
          Edit
        </button>
        <button type="button" onClick={() => setShown('rotate')} aria-label={`Rotate secret of ${name}`}>
          {' '}
          Rotate secret{' '}
        </button>
        <button type="button" onClick={() => setShown('delete')} aria-label={`Delete ${name}`}>
          Delete
        </button>
      </div>
      {shown === 'edit' && <WebhookDrawer webhook={webhook} listKey={keyOf(workspace_id)} onClose={close} />}
      <Dialog kind="drawer" title={`Deliveries of ${name}`} isOpen={shown === 'deliveries'} onClose={close}>
        <WebhookDeliveries webhook={webhook} />
      </Dialog>
      <Dialog title={`Rotate secret of ${name}`} isOpen={shown === 'rotate'} onClose={close}>
        <NewSecret webhook={webhook} />
      </Dialog>
      <ConfirmDialog
        title={`Delete ${name}?`}
        says="No more messages are sent, including pending ones."
        confirm="Delete"
        isOpen={shown === 'delete'}
        change={remove}
        onClose={close}
      />
    </li>
  );
}

function Health({ webhook }: { webhook: Webhook }) {
  const { status, status_reason, failing_since, earlier_secrets_until } = webhook;
  if (status === 'paused') return <Status status="paused" detail={status_reason} />;
  if (failing_since !== null)
    return <Status status="failed" says="failing" detail={`since ${formatTime(failing_since)}`} />;
  const detail =
    earlier_secrets_until === null
      ? null
      : `the previous secret is valid until ${formatTime(earlier_secrets_until)}`;
  return <Status status="ready" says="active" detail={detail} />;
}

function NewSecret({ webhook: { id: webhook_id, workspace_id } }: { webhook: Webhook }) {
  const client = useQueryClient();
  const rotate = useMutation({
    mutationFn: (form: FilledFields) => {
      const body = { earlier_hours: form.number('hours') ?? 24 };
      const params = { path: { workspace_id, webhook_id } };
      return answer(api.POST(`${ALL}/{webhook_id}/rotate-secret`, { params, body }));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(workspace_id) }),
  });
  if (rotate.data) return <Secret secret={rotate.data.secret} />;
  return (
    <Form label="New secret" submit="Rotate secret" keep change={rotate}>
      <Field
        label="Previous secret stays valid, hours"
        name="hours"
        type="number"
        min={0}
        max={168}
        step={1}
        defaultValue={24}
        hint="Enter 0 if the previous secret was exposed."
      />
    </Form>
  );
}
