import { useMutation } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { ms, plural } from '@touchstone/report/figures';
import { useState } from 'react';
import { api, type Body, type Stack } from '../api/api.ts';
import { Field, TextField } from '../ui/field.tsx';
import { PlainTable } from '../ui/plain-table.tsx';
import { Problem } from '../ui/problem.tsx';
import type { Endpoint } from './endpoint-draft.ts';

type Trial = Body<'/workspaces/{workspace_id}/stacks/try', 'post'>;
type Result = Awaited<ReturnType<typeof send>>;

interface TryEndpointProps {
  workspaceId: string;
  /** What is asked: a saved candidate, or what is typed now. Throws where that cannot be read. */
  asked: () => { stack_id: string } | { endpoint: Endpoint; model: Stack['model'] };
}

/** Sends one item to the application, and shows what was sent, what came, and what each path found there. */
export function TryEndpoint({ workspaceId, asked }: TryEndpointProps) {
  const [input, setInput] = useState('What is 6 times 7?');
  const [fields, setFields] = useState('');
  const call = useMutation({
    mutationFn: () => send(workspaceId, { ...asked(), input, fields: fieldsOf(fields) }),
  });
  return (
    <section aria-label="Test request">
      <h2>Test request</h2>
      <p>Sends one item to the application. You pay for one call; nothing is stored.</p>
      <div className="fields">
        <TextField
          label="User message"
          rows={2}
          value={input}
          onChange={({ currentTarget }) => setInput(currentTarget.value)}
        />
        <Field
          label="Item fields"
          wide
          placeholder="tenant=7; language=en"
          hint="Values for {{fields.NAME}}: name=value, separated by semicolons."
          value={fields}
          onChange={({ currentTarget }) => setFields(currentTarget.value)}
        />
      </div>
      <button type="button" disabled={call.isPending || input.trim() === ''} onClick={() => call.mutate()}>
        {call.isPending ? 'Waiting for the response…' : 'Send request'}
      </button>
      <Problem error={call.error} />
      <div role="status">{call.data && <Shown result={call.data} />}</div>
    </section>
  );
}

function Shown({ result }: { result: Result }) {
  const { request, status, body, found, error, latency_ms, first_token_ms, usage, cost_usd } = result;
  const said = [
    ms(latency_ms),
    ...(first_token_ms === null ? [] : [`first token after ${Math.round(first_token_ms)} ms`]),
    ...(usage.output_tokens === null ? [] : [plural(usage.output_tokens, 'output token')]),
    ...(cost_usd === null ? ['cost unknown'] : [`$${cost_usd}`]),
  ];
  return (
    <>
      {error === null ? (
        <>
          <p>Response ({said.join(', ')}):</p>
          <p className="passage">
            <code>{result.answer === '' ? '(empty)' : result.answer}</code>
          </p>
        </>
      ) : (
        <p className="problem">{error}</p>
      )}
      {found.length > 0 && (
        <PlainTable
          head={['Path', 'Value']}
          rows={found.map(({ pointer, path, value, missing }) => [
            `${pointer} ${path}`,
            missing === undefined ? asLine(value) : `Not found: ${missing}`,
          ])}
        />
      )}
      <details>
        <summary>Request sent</summary>
        <pre className="passage">{`${request.method} ${request.url}\n${headersOf(request.headers)}\n${asLine(request.body)}`}</pre>
      </details>
      <details>
        <summary>Response body{status === null ? '' : ` (status ${status})`}</summary>
        <pre className="passage">{body ?? 'No body.'}</pre>
      </details>
    </>
  );
}

const asLine = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
const headersOf = (headers: Record<string, string>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');

function fieldsOf(text: string): Record<string, string> {
  const pairs = text.split(';').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), value.join('=').trim()];
    }),
  );
}

function send(workspace_id: string, body: Trial) {
  const params = { path: { workspace_id } };
  return answer(api.POST('/workspaces/{workspace_id}/stacks/try', { params, body }));
}
