import { useMutation } from '@tanstack/react-query';
import { answer, begun } from '@touchstone/client';
import { ms, plural } from '@touchstone/report/figures';
import { api, type Sample, type Stack } from '../api/api.ts';
import { Problem } from '../ui/problem.tsx';

/** How often it is asked whether the call has ended, and for how long. Milliseconds. */
const POLL_MS = 400;
const PATIENCE_MS = 120_000;

/**
 * Sends one question to the candidate's model and shows what came back. The service has no call of its own for this, so
 * it is an evaluation of one sum, which is deleted once its answer was read.
 */
export function TestCall({ workspaceId, stack }: { workspaceId: string; stack: Stack }) {
  const call = useMutation({ mutationFn: () => askOnce(workspaceId, stack) });
  const isDraft = !stack.model.provider || !stack.model.model_id;
  return (
    <section aria-label="Test call">
      <h2>Test call</h2>
      <p>
        {isDraft
          ? 'Add a provider and a model to send a test call.'
          : 'Sends one arithmetic question to the model. You pay for one call.'}
      </p>
      <button type="button" disabled={isDraft || call.isPending} onClick={() => call.mutate()}>
        {call.isPending ? 'Waiting for the response…' : 'Send test call'}
      </button>
      <Problem error={call.error} />
      <div role="status">{call.data && <Answer sample={call.data} />}</div>
    </section>
  );
}

function Answer({ sample }: { sample: Sample }) {
  const { answer: text, reason, message, latency_ms, output_tokens } = sample;
  if (text === null) {
    return (
      <p className="problem">
        The call failed ({reason}). {message}
      </p>
    );
  }
  return (
    <>
      <p>
        Response{latency_ms !== null && ` in ${ms(latency_ms)}`}
        {output_tokens !== null && ` with ${plural(output_tokens, 'token')}`}:
      </p>
      <p className="passage">
        <code>{text === '' ? '(empty)' : text}</code>
      </p>
    </>
  );
}

async function askOnce(workspace_id: string, stack: Stack): Promise<Sample> {
  const made = await begun(
    api.POST('/workspaces/{workspace_id}/evaluations', {
      params: { path: { workspace_id } },
      body: {
        name: `Test call of ${stack.name}`.slice(0, 200),
        targets: [{ target_type: 'stack', target_id: stack.id }],
        benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 1 }],
        methodology: { cache: false, request_timeout_ms: PATIENCE_MS / 2 },
      },
    }),
  );
  const params = { path: { workspace_id, evaluation_id: made.id } };
  try {
    const ended = await endOf(params);
    const { data } = await answer(
      api.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}/samples', { params }),
    );
    const [sample] = data;
    if (!sample)
      throw new Error(ended.error_message ?? `The call has no result: its status is ${ended.status}.`);
    return sample;
  } finally {
    await answer(api.DELETE('/workspaces/{workspace_id}/evaluations/{evaluation_id}', { params }));
  }
}

async function endOf(params: { path: { workspace_id: string; evaluation_id: string } }) {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const now = await answer(api.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}', { params }));
    if ((now.status !== 'queued' && now.status !== 'running') || Date.now() > until) return now;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
