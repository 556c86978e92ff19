import { useQuery } from '@tanstack/react-query';
import type { NeededMeasurement } from '@touchstone/report';
import { usd } from '@touchstone/report/figures';
import { queries } from '../../api/queries.ts';
import { Choice } from '../../ui/field.tsx';
import type { EvaluationDraft, NamedParts } from './draft/draft.ts';
import { asksNothing, timedMeasurements } from './draft/needs.ts';
import { estimateQuery, refusalAtField, useSettledBody } from './estimate-query.ts';
import { batchPriceText } from './estimate-words.ts';

interface DeliveryFieldProps {
  workspaceId: string;
  draft: EvaluationDraft;
  needed: readonly NeededMeasurement[];
  named: readonly NamedParts[];
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
    enabled: asked !== undefined && isSold && !asksNothing(draft, needed),
  });
  if (!isSold) return null;
  const refused = refusalAtField('/methodology/delivery', error);
  const timed = timedMeasurements(draft, needed);
  return (
    <>
      <div className="fields">
        <Choice
          label="Delivery"
          value={draft.delivery}
          onPick={(word) => onChange({ ...draft, delivery: word === 'batch' ? 'batch' : '' })}
        >
          <option value="">Single calls</option>
          <option value="batch" disabled={refused !== undefined && draft.delivery === ''}>
            Batches{batch && `, ${batchPriceText(batch)}`}
          </option>
        </Choice>
      </div>
      {batch && (
        <p className="quiet">
          {usd(batch.cost_usd)} in batches, {usd(batch.cost_usd_if_direct)} by single calls. Most batches end
          within an hour, the slowest after 24. Latency, throughput and availability are not measured.
        </p>
      )}
      {refused !== undefined && (
        <p className={draft.delivery === 'batch' ? 'warning' : 'quiet'} role="status">
          Batches are not available: {refused}
        </p>
      )}
      {refused !== undefined && timed.length > 0 && (
        <p>
          <button type="button" onClick={() => onChange({ ...draft, left: [...draft.left, ...timed] })}>
            Skip measurements that need single calls
          </button>{' '}
          <span className="quiet">Their requirements stay unknown.</span>
        </p>
      )}
    </>
  );
}
