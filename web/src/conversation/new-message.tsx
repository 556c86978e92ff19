import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import type { KeyboardEvent } from 'react';
import { api } from '../api/api.ts';
import { Choice, Field, TextField } from '../ui/field.tsx';
import { type FilledFields, Form, filledFields } from '../ui/form.tsx';
import { Fold } from '../ui/section.tsx';
import { CHOOSABLE_ROLES, ROLE_NAMES } from './roles.ts';

/** Says something: as a person, unless another role is chosen. */
export function NewMessage({ workspaceId, begun }: { workspaceId: string; begun: string | undefined }) {
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: (form: FilledFields) => {
      const role = CHOOSABLE_ROLES.find((each) => each === form.text('role')) ?? 'user';
      const body = {
        role,
        respond: role === 'user' && form.text('respond') !== undefined,
        content: form.text('content') ?? '',
        ...filledFields({ agent_name: form.text('agent_name') }),
      };
      const params = { path: { workspace_id: workspaceId } };
      return answer(api.POST('/workspaces/{workspace_id}/messages', { params, body }));
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ['workspace', workspaceId, 'messages'] }),
  });
  return (
    <Form label="New message" submit="Send" change={send}>
      <TextField
        label="Message (Markdown)"
        name="content"
        required
        rows={3}
        maxLength={100_000}
        defaultValue={begun}
        autoFocus={begun !== undefined}
        onKeyDown={sendByKey}
      />
      <Fold title="Message options">
        <div className="fields">
          <label>
            <input type="checkbox" name="respond" defaultChecked /> Let an agent answer
          </label>
          <Choice label="Role" name="role">
            {CHOOSABLE_ROLES.map((role) => (
              <option key={role} value={role}>
                {ROLE_NAMES[role]}
              </option>
            ))}
          </Choice>
          <Field label="Agent name" name="agent_name" maxLength={200} />
        </div>
      </Fold>
    </Form>
  );
}

/** Ctrl or ⌘ with Enter sends; Enter alone begins a line. */
function sendByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
