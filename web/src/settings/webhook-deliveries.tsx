import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, type Schemas } from '@touchstone/client';
import { plural } from '@touchstone/report/figures';
import { api } from '../api/api.ts';
import { formatTime } from '../ui/format.ts';
import { Problem } from '../ui/problem.tsx';
import { Fold } from '../ui/section.tsx';
import { Status } from '../ui/status.tsx';

type Delivery = Schemas['WebhookDelivery'];
type Webhook = Schemas['Webhook'];

const SHOWN = 50;
/** While one waits or is under way; nothing tells the page of it. */
const LOOK_MS = 1000;
const WORDS = { pending: 'pending', delivered: 'delivered', failed: 'failed' } as const;

/** What a webhook was told last, and what came of it. */
export function WebhookDeliveries({ webhook }: { webhook: Webhook }) {
  const { id: webhook_id, workspace_id, status } = webhook;
  const queryKey = ['workspace', workspace_id, 'webhooks', webhook_id, 'deliveries'];
  const deliveries = useQuery({
    queryKey,
    queryFn: () =>
      answer(
        api.GET('/workspaces/{workspace_id}/webhooks/{webhook_id}/deliveries', {
          params: { path: { workspace_id, webhook_id }, query: { limit: SHOWN } },
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.data.some(isPending) ? LOOK_MS : false),
  });
  const items = deliveries.data?.data ?? [];
  return (
    <>
      <Problem error={deliveries.error} />
      {deliveries.data && items.length === 0 && (
        <p className="empty">No deliveries yet. Deliveries are kept for 30 days.</p>
      )}
      <ul className="rows">
        {items.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            workspaceId={workspace_id}
            maySend={status === 'active' && !isPending(delivery)}
            queryKey={queryKey}
          />
        ))}
      </ul>
    </>
  );
}

const isPending = ({ state }: Delivery) => state === 'pending';

interface DeliveryRowProps {
  delivery: Delivery;
  workspaceId: string;
  maySend: boolean;
  queryKey: readonly string[];
}

function DeliveryRow({ delivery, workspaceId: workspace_id, maySend, queryKey }: DeliveryRowProps) {
  const { id: delivery_id, webhook_id, type, state, attempts, error, body, created_at } = delivery;
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: () =>
      answer(
        api.POST('/workspaces/{workspace_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/resend', {
          params: { path: { workspace_id, webhook_id, delivery_id } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey }),
  });
  const next = delivery.next_attempt_at;
  return (
    <li>
      <div>
        <strong>{type}</strong>{' '}
        <Status status={state === 'delivered' ? 'ready' : state} says={WORDS[state]} />
        <p className="quiet">
          {formatTime(created_at)} · {plural(attempts, 'attempt')}
          {delivery.response_status !== null && ` · status ${delivery.response_status}`}
          {next !== null && attempts > 0 && ` · next ${formatTime(next)}`}
        </p>
        {error !== null && <p>{error}</p>}
        <Fold title="Request body">
          <pre>{body}</pre>
        </Fold>
        <Problem error={send.error} />
      </div>
      {maySend && (
        <button type="button" disabled={send.isPending} onClick={() => send.mutate()}>
          Send again
        </button>
      )}
    </li>
  );
}
