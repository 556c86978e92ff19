import { useQuery } from '@tanstack/react-query';
import { usd } from '@touchstone/report/figures';
import type { Source } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { Combo } from '../../ui/combo.tsx';
import { Choice, Field, TextField } from '../../ui/field.tsx';
import { GraderFields } from '../../ui/grader-fields.tsx';
import { judgeParameters } from './draft/custom.ts';
import type { CriterionDraft, CustomDraft } from './draft/draft.ts';

interface CustomEditorProps {
  custom: CustomDraft;
  sources: readonly Source[];
  onChange: (custom: CustomDraft | null) => void;
}

const NEW_CRITERION: CriterionDraft = {
  name: '',
  by: 'judge',
  description: '',
  scale: 'one_to_five',
  grader: '',
  expected: '',
  weight: '',
};

/** A question of one's own: what is sent, for which inputs, by which criteria answers are graded, and by whom. */
export function CustomEditor({ custom, sources, onChange }: CustomEditorProps) {
  const set = (more: Partial<CustomDraft>) => onChange({ ...custom, ...more });
  const typed = (key: 'prompt' | 'system' | 'inputs' | 'instructions') => ({
    value: custom[key],
    onChange: (event: { currentTarget: { value: string } }) => set({ [key]: event.currentTarget.value }),
  });
  const needsJudge = custom.criteria.some(({ by }) => by === 'judge') || custom.pairwise;
  return (
    <fieldset className="wide">
      <legend>Custom questions</legend>
      <TextField
        label="Prompt; {{name}} inserts the field of an input"
        rows={3}
        required
        {...typed('prompt')}
      />
      <TextField label="System prompt" rows={2} {...typed('system')} />
      <Choice label="Inputs" value={custom.dataset} onPick={(dataset) => set({ dataset })}>
        <option value="">The lines below</option>
        {sources.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Choice>
      {custom.dataset === '' && (
        <TextField label="Inputs, one JSON object per line" rows={4} {...typed('inputs')} />
      )}
      <h3>Criteria</h3>
      {custom.criteria.map((criterion, index) => (
        <Criterion
          // biome-ignore lint/suspicious/noArrayIndexKey: order is identity
          key={index}
          criterion={criterion}
          onChange={(next) => set({ criteria: custom.criteria.map((one, i) => (i === index ? next : one)) })}
          onRemove={
            custom.criteria.length > 1
              ? () => set({ criteria: custom.criteria.filter((_, i) => i !== index) })
              : undefined
          }
        />
      ))}
      <button type="button" onClick={() => set({ criteria: [...custom.criteria, NEW_CRITERION] })}>
        Add criterion
      </button>
      <label className="check">
        <input
          type="checkbox"
          checked={custom.pairwise}
          onChange={() => set({ pairwise: !custom.pairwise })}
        />
        <span>
          Judges also compare the responses in pairs{' '}
          <span className="quiet">Every pair of candidates, in both orders.</span>
        </span>
      </label>
      {needsJudge && <Judges custom={custom} set={set} />}
      {needsJudge && <TextField label="Instructions for all judges" rows={2} {...typed('instructions')} />}
      <button type="button" className="subtle" onClick={() => onChange(null)}>
        Remove custom questions
      </button>
    </fieldset>
  );
}

interface CriterionProps {
  criterion: CriterionDraft;
  onChange: (criterion: CriterionDraft) => void;
  onRemove: (() => void) | undefined;
}

function Criterion({ criterion, onChange, onRemove }: CriterionProps) {
  const graders = useQuery(queries.graders).data ?? [];
  const set = (more: Partial<CriterionDraft>) => onChange({ ...criterion, ...more });
  return (
    <div className="question fields">
      <Field
        label="Criterion"
        required
        maxLength={100}
        value={criterion.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Choice
        label="Graded by"
        value={criterion.by}
        onPick={(by) => set({ by: by === 'grader' ? 'grader' : 'judge' })}
      >
        <option value="judge">Judge: a model reads the response</option>
        <option value="grader">Grader: a program checks the response</option>
      </Choice>
      {criterion.by === 'judge' ? (
        <>
          <Choice
            label="Scale"
            value={criterion.scale}
            onPick={(scale) => set({ scale: scale === 'pass_fail' ? 'pass_fail' : 'one_to_five' })}
          >
            <option value="one_to_five">One to five</option>
            <option value="pass_fail">Pass or fail</option>
          </Choice>
          <Field
            label="Instructions for the judge"
            required
            wide
            value={criterion.description}
            onChange={(event) => set({ description: event.currentTarget.value })}
          />
        </>
      ) : (
        <>
          <GraderFields
            graders={graders}
            grader={criterion.grader}
            options={criterion.options ?? {}}
            onChange={(grader, options) => set({ grader, options })}
          />
          <Field
            label="Expected value"
            placeholder="{{expected}}"
            value={criterion.expected}
            onChange={(event) => set({ expected: event.currentTarget.value })}
          />
        </>
      )}
      <Field
        label="Weight"
        type="number"
        step="any"
        min={0}
        placeholder="1"
        value={criterion.weight}
        onChange={(event) => set({ weight: event.currentTarget.value })}
      />
      {onRemove && (
        <button type="button" className="subtle" onClick={onRemove}>
          Remove criterion
        </button>
      )}
    </div>
  );
}

/** What this form keeps of an earlier evaluation and has no field for. */
function Kept({ what, fields }: { what: string; fields: object }) {
  const said = Object.entries(fields).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  if (said.length === 0) return null;
  return (
    <p className="quiet wide">
      Keeps the {what} of the earlier evaluation: {said.join(', ')}.
    </p>
  );
}

function Judges({ custom, set }: { custom: CustomDraft; set: (more: Partial<CustomDraft>) => void }) {
  const configured = useQuery(queries.providers).data ?? [];
  const modelsOf = (provider: string) =>
    (configured.find(({ name }) => name === provider)?.models ?? []).map(({ id, price }) => ({
      value: id,
      ...(price && {
        detail: `${usd(price.input_usd_per_million)} in, ${usd(price.output_usd_per_million)} out per million tokens`,
      }),
    }));
  const change = (index: number, judge: CustomDraft['judges'][number]) =>
    set({ judges: custom.judges.map((one, i) => (i === index ? judge : one)) });
  const judges = custom.judges.length === 0 ? [{ provider: '', model: '' }] : custom.judges;
  return (
    <>
      <h3>Judges</h3>
      {judges.map((judge, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: order is identity
        <div key={index} className="fields">
          <Combo
            label="Judge provider"
            value={judge.provider}
            options={configured.map(({ name, description }) => ({ value: name, detail: description }))}
            onChange={(provider) =>
              custom.judges.length === 0
                ? set({ judges: [{ ...judge, provider }] })
                : change(index, { ...judge, provider })
            }
          />
          <Combo
            label="Judge model"
            value={judge.model}
            options={modelsOf(judge.provider)}
            onChange={(model) =>
              custom.judges.length === 0
                ? set({ judges: [{ ...judge, model }] })
                : change(index, { ...judge, model })
            }
          />
          <Kept what="parameters" fields={judgeParameters(judge)} />
          {custom.judges.length > 1 && (
            <button
              type="button"
              className="subtle"
              onClick={() => set({ judges: custom.judges.filter((_, i) => i !== index) })}
            >
              Remove judge
            </button>
          )}
        </div>
      ))}
      <button type="button" onClick={() => set({ judges: [...judges, { provider: '', model: '' }] })}>
        Add judge
      </button>
    </>
  );
}
