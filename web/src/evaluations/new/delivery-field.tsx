import { useQuery } from '@tanstack/react-query';
import type { NeededMeasurement } from '@touchstone/report';
import { usd } from '@touchstone/report/figures';
import { queries } from '../../api/queries.ts';
import { Choice } from '../../ui/field.tsx';
import { type EvaluationDraft, isNothing, type Named, timedOf } from './draft.ts';
import { estimateQuery, refusedAt, useSettledBody } from './estimate-query.ts';
import { batchPriceOf } from './estimate-words.ts';

interface DeliveryFieldProps {
  workspaceId: string;
  draft: EvaluationDraft;
  needed: readonly NeededMeasurement[];
  named: readonly Named[];
  onChange: (draft: EvaluationDraft) => void;
}

/** By single calls or in batches, with both prices, and why batches cannot be chosen. Not there where nobody sells them. */
export function DeliveryField({ workspaceId, draft, needed, named, onChange }: DeliveryFieldProps) {
  const { data: providers = [] } = useQuery(queries.providers);
  const { body } = useSettledBody(draft, needed, named);
  const asked = body && { ...body, methodology: { ...body.methodology, delivery: 'batch' as const } };
  const isSold = providers.some(({ batches }) => batches !== undefined) || draft.delivery === 'batch';
  // The service says whether it could be asked so, and the form needs no rules of its own.
  const { data: batch, error } = useQuery({
    ...estimateQuery(workspaceId, asked),
    enabled: asked !== undefined && isSold && !isNothing(draft, needed),
  });
  if (!isSold) return null;
  const refused = refusedAt('/methodology/delivery', error);
  const timed = timedOf(draft, needed);
  return (
    <>
      <div className="fields">
        <Choice
          label="Questions are asked"
          value={draft.delivery}
          onPick={(word) => onChange({ ...draft, delivery: word === 'batch' ? 'batch' : '' })}
        >
          <option value="">by single calls</option>
          <option value="batch" disabled={refused !== undefined && draft.delivery === ''}>
            in batches{batch && `, ${batchPriceOf(batch)}`}
          </option>
        </Choice>
      </div>
      {batch && (
        <p className="quiet">
          {usd(batch.cost_usd)} in batches, {usd(batch.cost_usd_if_direct)} by single calls. Batches take up
          to 24 hours, most less than one; latency, throughput and availability are not measured.
        </p>
      )}
      {refused !== undefined && (
        <p className={draft.delivery === 'batch' ? 'warning' : 'quiet'} role="status">
          Batches cannot be chosen: {refused}
        </p>
      )}
      {refused !== undefined && timed.length > 0 && (
        <p>
          <button type="button" onClick={() => onChange({ ...draft, left: [...draft.left, ...timed] })}>
            Leave out what only single calls measure
          </button>{' '}
          <span className="quiet">The requirements on it stay unknown.</span>
        </p>
      )}
    </>
  );
}
