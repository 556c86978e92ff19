import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import { api, type Message } from '../api/api.ts';
import { Choice, Field, TextField } from '../ui/field.tsx';
import { type Filled, Form, present } from '../ui/form.tsx';
import { when } from '../ui/format.ts';
import { Page } from '../ui/page.tsx';
import { Section } from '../ui/section.tsx';
import { useAction } from '../use-action.ts';

const ROLES = ['user', 'assistant', 'system', 'tool'] as const;
type Role = (typeof ROLES)[number];

const route = getRouteApi('/workspaces/$workspaceId');

/** The conversation of a workspace. No agent answers yet; what is said is kept. */
export function ConversationPage() {
  const { workspaceId } = route.useParams();
  const path = { workspace_id: workspaceId };
  const messages = useQuery({
    queryKey: ['workspace', workspaceId, 'messages'],
    queryFn: async () => {
      const query = { limit: 200, order: 'desc' as const };
      const { data } = await answer(
        api.GET('/workspaces/{workspace_id}/messages', { params: { path, query } }),
      );
      return data.reverse();
    },
  });
  const send = useAction(async (form: Filled) => {
    const body = {
      role: ROLES.find((role) => role === form.text('role')) ?? ('user' satisfies Role),
      content: form.text('content') ?? '',
      ...present({ agent_name: form.text('agent_name') }),
    };
    await answer(api.POST('/workspaces/{workspace_id}/messages', { params: { path }, body }));
    messages.refetch();
  });
  return (
    <Page title="Conversation">
      <Section title="Messages" loaded={messages} empty="Nothing was said yet.">
        {(items) => (
          <ol className="messages">
            {items.map((message) => (
              <Bubble key={message.id} message={message} />
            ))}
          </ol>
        )}
      </Section>
      <section aria-label="New message">
        <h2>New message</h2>
        <Form label="New message" submit="Keep" action={send}>
          <Choice label="Role" name="role">
            {ROLES.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </Choice>
          <Field label="Name of the agent" name="agent_name" maxLength={200} />
          <TextField label="Message" name="content" required rows={4} />
        </Form>
        <p className="quiet">Agents cannot answer yet; messages are kept and listed.</p>
      </section>
    </Page>
  );
}

function Bubble({ message }: { message: Message }) {
  return (
    <li className={message.role}>
      <p className="quiet">
        {message.agent_name ?? message.role} · {when(message.created_at)}
      </p>
      <p className="passage">{message.content}</p>
    </li>
  );
}
