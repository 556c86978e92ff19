import { useQuery } from '@tanstack/react-query';
import { answer, type Schemas } from '@touchstone/client';
import { count, plural } from '@touchstone/report/figures';
import { api, type Evaluation } from '../../api/api.ts';
import { Fact } from '../../ui/fact.tsx';
import { formatTime } from '../../ui/format.ts';
import { Problem } from '../../ui/problem.tsx';
import { Scroll } from '../../ui/scroll.tsx';
import { Fold } from '../../ui/section.tsx';
import { Status } from '../../ui/status.tsx';

type Batch = Schemas['RequestBatch'];

/** No event says that a provider has answered one more of a batch. */
const LOOK_EVERY_MS = 10_000;

const STATES: Readonly<Record<string, readonly [tone: string, says: string]>> = {
  planned: ['queued', 'not sent yet'],
  exhausted: ['queued', 'provider account has no credit'],
  sending: ['running', 'being sent'],
  submitted: ['running', 'at the provider'],
  cancelling: ['running', 'being cancelled'],
  ended: ['ready', 'ended'],
};

/** How far the batches of an evaluation are at their providers; nothing where it is asked by single calls. */
export function Batches({
  evaluation: { workspace_id, id, status, methodology },
}: {
  evaluation: Evaluation;
}) {
  const isBatch = methodology.delivery === 'batch';
  const batches = useQuery({
    queryKey: ['workspace', workspace_id, 'evaluations', id, 'batches'],
    queryFn: () =>
      answer(
        api.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}/batches', {
          params: { path: { workspace_id, evaluation_id: id } },
        }),
      ),
    enabled: isBatch,
    refetchInterval: ['queued', 'running'].includes(status) ? LOOK_EVERY_MS : false,
  });
  if (!isBatch) return null;
  const all = batches.data?.data ?? [];
  const open = all.filter(({ state }) => state !== 'ended');
  const next = open.flatMap(({ next_look_at }) => next_look_at ?? []).sort()[0];
  const again = all.filter(({ attempt }) => attempt > 1);
  return (
    <section aria-label="Delivery in batches">
      <h2>Batches</h2>
      <Problem error={batches.error} />
      {batches.data && all.length === 0 && (
        <p className="quiet">
          {['queued', 'running'].includes(status)
            ? 'No batches yet.'
            : 'No batches were needed: all responses were already stored.'}
        </p>
      )}
      {all.length > 0 && (
        <>
          <dl className="facts">
            <Fact name="Batches ended">{`${all.length - open.length} of ${all.length}`}</Fact>
            <Fact name="Requests in batches">{count(sum(all, 'requests'))}</Fact>
            {open.length > 0 && (
              <Fact name="Done at providers">{`${count(sum(open, 'done'))} of ${count(sum(open, 'requests'))}`}</Fact>
            )}
            {next !== undefined && <Fact name="Next check">{formatTime(next)}</Fact>}
            {again.length > 0 && <Fact name="Sent again">{plural(sum(again, 'requests'), 'request')}</Fact>}
          </dl>
          {open.length > 0 && (
            <p className="quiet">
              Providers return a batch within 24 hours, usually within one. You can close this page.
            </p>
          )}
          <Fold title={plural(all.length, 'batch', 'batches')} open={all.length <= MAX_OPEN}>
            <Scroll label="All batches">
              <table>
                <thead>
                  <tr>
                    {['Candidate', 'State', 'Done', 'Attempt', 'Submitted', 'Provider batch ID'].map(
                      (name) => (
                        <th key={name} scope="col">
                          {name}
                        </th>
                      ),
                    )}
                  </tr>
                </thead>
                <tbody>
                  {all.map((batch) => (
                    <Row key={batch.id} batch={batch} />
                  ))}
                </tbody>
              </table>
            </Scroll>
          </Fold>
        </>
      )}
    </section>
  );
}

const MAX_OPEN = 20;

function Row({ batch }: { batch: Batch }) {
  const { target_label, state, requests, done, attempt, submitted_at, ended_at, provider_batch_id, problem } =
    batch;
  const [tone, says] = STATES[state] ?? ['plain', state];
  return (
    <tr>
      <th scope="row">{target_label}</th>
      <td>
        <Status status={tone} says={says} detail={ended_at && formatTime(ended_at)} />
        {problem !== null && <p className="warning">{problem}</p>}
      </td>
      <td>
        {state === 'submitted' && (
          <progress value={done} max={requests} aria-label={`Done for ${target_label}`} />
        )}{' '}
        <span className="clip">
          {count(done)} of {count(requests)}
        </span>
      </td>
      <td>{attempt}</td>
      <td>{submitted_at === null ? '–' : formatTime(submitted_at)}</td>
      <td>
        <code>{provider_batch_id ?? '–'}</code>
      </td>
    </tr>
  );
}

const sum = (batches: readonly Batch[], what: 'requests' | 'done') =>
  batches.reduce((all, batch) => all + batch[what], 0);
