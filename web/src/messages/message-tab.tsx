import { answer } from '@touchstone/client';
import { api, type Message } from '../api.ts';
import { useHints } from '../events.tsx';
import { Choice, Field, TextField } from '../ui/field.tsx';
import { type Filled, Form, present } from '../ui/form.tsx';
import { when } from '../ui/format.ts';
import { Section } from '../ui/section.tsx';
import { useAction } from '../use-action.ts';
import { useLoaded } from '../use-loaded.ts';

const ROLES = ['user', 'assistant', 'system', 'tool'] as const;
type Role = (typeof ROLES)[number];

/** The conversation of a workspace. No agent answers yet; what is said is kept. */
export function MessageTab({ workspaceId }: { workspaceId: string }) {
  const path = { workspace_id: workspaceId };
  const messages = useLoaded(`messages ${workspaceId}`, async () => {
    const query = { limit: 200, order: 'desc' as const };
    const { data } = await answer(
      api.GET('/workspaces/{workspace_id}/messages', { params: { path, query } }),
    );
    return data.reverse();
  });
  useHints(['message.completed', 'message.deleted', 'conversation.deleted'], messages.reload);
  const send = useAction(async (form: Filled) => {
    const body = {
      role: ROLES.find((role) => role === form.text('role')) ?? ('user' satisfies Role),
      content: form.text('content') ?? '',
      ...present({ agent_name: form.text('agent_name') }),
    };
    await answer(api.POST('/workspaces/{workspace_id}/messages', { params: { path }, body }));
    messages.reload();
  });
  return (
    <>
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
    </>
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
