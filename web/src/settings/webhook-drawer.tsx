import { useQuery } from '@tanstack/react-query';
import { answer, type Schemas } from '@touchstone/client';
import { api } from '../api/api.ts';
import { EditDrawer } from '../ui/edit-drawer.tsx';
import { Problem } from '../ui/problem.tsx';
import { type WebhookDraft, WebhookFields } from './webhook-fields.tsx';

interface WebhookDrawerProps {
  webhook: Schemas['Webhook'];
  /** The list that a change makes stale. */
  listKey: readonly unknown[];
  onClose: () => void;
}

const ONE = '/workspaces/{workspace_id}/webhooks/{webhook_id}';

/** Changes the name and address of a webhook, and what it is told of; its secret stays. */
export function WebhookDrawer({ webhook: { id, name, workspace_id }, listKey, onClose }: WebhookDrawerProps) {
  const load = async (webhook_id: string) => {
    const { data, response } = await api.GET(ONE, { params: { path: { workspace_id, webhook_id } } });
    // Whatever is not 2xx was thrown before this.
    return { draft: data as WebhookDraft, etag: response.headers.get('etag') ?? '*' };
  };
  const now = useQuery({ queryKey: [...listKey, id], queryFn: () => load(id), gcTime: 0 });
  if (now.data === undefined) return <Problem error={now.error} />;
  return (
    <EditDrawer
      title={`Edit ${name}`}
      initial={now.data.draft}
      edited={{ id, etag: now.data.etag }}
      add=""
      listKey={listKey}
      load={load}
      save={({ name, url, events }, base) =>
        answer(
          api.PATCH(ONE, {
            params: { path: { workspace_id, webhook_id: id }, header: { 'If-Match': base?.etag ?? '*' } },
            body: { name, url, events },
          }),
        )
      }
      onSaved={onClose}
      onClose={onClose}
    >
      {(draft, change) => <WebhookFields draft={draft} onChange={change} />}
    </EditDrawer>
  );
}
