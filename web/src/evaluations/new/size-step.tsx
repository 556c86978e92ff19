import { benchmarkName, type NeededMeasurement } from '@touchstone/report';
import { count } from '@touchstone/report/figures';
import type { Source } from '../../api/api.ts';
import { Choice, Field } from '../../ui/field.tsx';
import { Fold } from '../../ui/section.tsx';
import { DeliveryField } from './delivery-field.tsx';
import { COST_FIELDS, type EvaluationDraft, type NamedParts, WEIGHT_FIELDS } from './draft/draft.ts';
import { choiceKey, questionsBySize } from './draft/needs.ts';
import { QuestionFields } from './question-fields.tsx';

interface SizeStepProps {
  workspaceId: string;
  draft: EvaluationDraft;
  needed: readonly NeededMeasurement[];
  sources: readonly Source[];
  /** What may be chosen, for the labels. */
  named: readonly NamedParts[];
  onChange: (draft: EvaluationDraft) => void;
}

const WEIGHT_NAMES = {
  quality: 'Quality',
  latency: 'Latency',
  cost: 'Cost',
  lock_in: 'Low lock-in',
} as const;
const USUAL_WEIGHTS = { quality: '0.4', latency: '0.2', cost: '0.3', lock_in: '0.1' } as const;

const COST_NAMES = {
  target_utilisation: ['Planned utilisation of a replica, as a share', '0.7'],
  spare_replicas: ['Spare replicas', '1'],
  gpus_per_replica: ['GPUs per replica', '1'],
  cached_share: ['Input tokens read from the provider’s cache, as a share', '0'],
  people_usd_per_month: ['Staff and on-call for hosted models, USD per month', '0'],
  peak_to_mean: ['Peak rate divided by mean rate', 'from the traffic profile'],
} as const;

/** How many questions, at which price, and by which method. */
export function SizeStep({ workspaceId, draft, needed, sources, named, onChange }: SizeStepProps) {
  const method = (key: keyof EvaluationDraft['method']) => ({
    type: 'number',
    value: draft.method[key],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...draft, method: { ...draft.method, [key]: event.currentTarget.value } }),
  });
  const asked = questionsBySize(draft, needed);
  return (
    <>
      <fieldset className="wide plain">
        <legend>Size and cost</legend>
        <OwnSizes {...{ draft, asked, sources, onChange }} />
        <div className="fields">
          {asked.isShared && (
            <Field
              label={
                asked.own.length + asked.needed.length === 0
                  ? 'Questions per benchmark'
                  : 'Questions per other benchmark'
              }
              min={1}
              placeholder="100"
              {...method('size')}
            />
          )}
          <Field
            label="Margin, points"
            step="any"
            min={0}
            max={100}
            placeholder="5"
            hint="Smaller differences count as a tie."
            {...method('margin')}
          />
          <Field
            label="Cost limit, USD"
            step="any"
            min={0}
            placeholder="no limit"
            hint="The run stops at this cost. You cannot change it later."
            {...method('most_usd')}
          />
        </div>
        <DeliveryField {...{ workspaceId, draft, needed, named, onChange }} />
      </fieldset>
      <QuestionFields draft={draft} named={named} onChange={onChange} />
      <Fold title="Weights for the verdict">
        <p className="quiet">Relative weights. If you fill one field, empty fields count as 0.</p>
        <div className="fields">
          {WEIGHT_FIELDS.map((name) => (
            <Field
              key={name}
              label={WEIGHT_NAMES[name]}
              type="number"
              step="any"
              min={0}
              max={1000}
              placeholder={USUAL_WEIGHTS[name]}
              value={draft.weights[name]}
              onChange={(event) =>
                onChange({ ...draft, weights: { ...draft.weights, [name]: event.currentTarget.value } })
              }
            />
          ))}
        </div>
      </Fold>
      <Fold title="Method">
        <div className="fields">
          <Field
            label="Confidence, %"
            step="any"
            min={1}
            max={99.99}
            placeholder="95"
            {...method('confidence')}
          />
          <Field label="Repetitions per question" min={1} max={100} placeholder="1" {...method('epochs')} />
          <Field
            label="Seed"
            placeholder="0"
            hint="The same seed selects the same questions."
            {...method('seed')}
          />
          <Choice
            label="Correction for multiple comparisons"
            value={draft.correction}
            onPick={(word) =>
              onChange({
                ...draft,
                correction: word === 'holm' || word === 'bh' || word === 'none' ? word : '',
              })
            }
          >
            <option value="">Default (Holm)</option>
            <option value="holm">Holm: limits the chance of any false winner</option>
            <option value="bh">Benjamini–Hochberg: limits the share of false winners</option>
            <option value="none">No correction</option>
          </Choice>
          <Field
            label="Parallel calls at the start"
            min={1}
            max={1000}
            placeholder="16"
            {...method('calls')}
          />
          <Field
            label="Maximum parallel calls"
            min={1}
            max={1000}
            placeholder="adapts to the server"
            {...method('most_calls')}
          />
          <Field
            label="Timeout per call, seconds"
            step="any"
            min={0.1}
            max={3600}
            placeholder="120"
            {...method('wait')}
          />
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={draft.isFresh}
            onChange={() => onChange({ ...draft, isFresh: !draft.isFresh })}
          />
          <span>
            Ignore stored responses{' '}
            <span className="quiet">
              By default, responses of this workspace to the same request are reused at no cost.
            </span>
          </span>
        </label>
      </Fold>
      <Fold title="Cost assumptions">
        <div className="fields">
          {COST_FIELDS.map((name) => (
            <Field
              key={name}
              label={COST_NAMES[name][0]}
              type="number"
              step="any"
              min={0}
              placeholder={COST_NAMES[name][1]}
              value={draft.costs[name]}
              onChange={(event) =>
                onChange({ ...draft, costs: { ...draft.costs, [name]: event.currentTarget.value } })
              }
            />
          ))}
        </div>
      </Fold>
    </>
  );
}

interface OwnSizesProps extends SizeStepProps {
  asked: ReturnType<typeof questionsBySize>;
}

/** The benchmarks that a number for all does not change, and the way to one number where they chose their own. */
function OwnSizes({
  draft,
  asked,
  sources,
  onChange,
}: Omit<OwnSizesProps, 'workspaceId' | 'needed' | 'named'>) {
  const { own, needed } = asked;
  if (own.length + needed.length === 0) return null;
  const nameOf = (type: string, subset: string | undefined) => {
    const part = sources.find(({ id }) => id === subset)?.title ?? subset;
    return benchmarkName(part ? `${type}/${part}` : type);
  };
  const said = [
    ...own.map(({ type, subset, size }) => `${nameOf(type, subset)} ${count(Number(size))}`),
    ...needed.map((one) => {
      const size = Number(draft.requests[choiceKey(one)] || one.num_samples);
      return `${nameOf(one.benchmark_type, one.subset)} ${count(size)}`;
    }),
  ];
  const most = Math.max(0, ...own.map(({ size }) => Number(size)));
  const shareOne = () =>
    onChange({
      ...draft,
      questions: draft.questions.map((row) => (own.includes(row) ? { ...row, size: '' } : row)),
      method: { ...draft.method, size: draft.method.size || String(most) },
    });
  return (
    <>
      <p className="quiet">Set separately in step 2: {said.join(', ')}.</p>
      {own.length > 0 && (
        <p>
          <button type="button" onClick={shareOne}>
            Use one number for {own.map(({ type, subset }) => nameOf(type, subset)).join(' and ')}
          </button>
        </p>
      )}
    </>
  );
}
