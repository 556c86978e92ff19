import { Choice, Field } from '../../ui/field.tsx';
import {
  baselineOf,
  candidateLabels,
  type EvaluationDraft,
  equivalenceDraft,
  type Named,
  NO_WORSE_FIELDS,
  USUAL_MARGIN,
} from './draft.ts';

const MARGINS: Readonly<Record<(typeof NO_WORSE_FIELDS)[number], readonly [label: string, hint: string]>> = {
  score: ['Score lower by less than, points', 'Of benchmarks and questions of your own.'],
  success: ['Fewer tasks solved by less than, points', 'Of benchmarks with tasks.'],
  latency_ratio: ['Latency higher by less than, %', 'p50, p95 and p99 under load.'],
  cost_ratio: ['Cost of a solved task higher by less than, %', 'Of benchmarks with tasks.'],
};

interface QuestionFieldsProps {
  draft: EvaluationDraft;
  named: readonly Named[];
  onChange: (draft: EvaluationDraft) => void;
}

/** Which is better, or which are no worse than a baseline, and by which margins. */
export function QuestionFields({ draft, named, onChange }: QuestionFieldsProps) {
  const isNoWorse = draft.question === 'no_worse';
  const isEmpty = NO_WORSE_FIELDS.every((name) => draft.noWorse[name] === '');
  const ask = (question: EvaluationDraft['question']) =>
    onChange({
      ...draft,
      question,
      ...(question === 'no_worse' && isEmpty && { noWorse: { ...draft.noWorse, score: USUAL_MARGIN } }),
    });
  return (
    <fieldset className="wide plain">
      <legend>The question</legend>
      <div className="fields">
        <Choice
          label="Asked is"
          value={draft.question}
          onPick={(word) => ask(word === 'no_worse' ? 'no_worse' : '')}
        >
          <option value="">which is better</option>
          <option value="no_worse">which are no worse</option>
        </Choice>
        {isNoWorse && (
          <Choice
            label="No worse than"
            value={baselineOf(draft, named)}
            onPick={(baseline) => onChange({ ...draft, baseline })}
          >
            {candidateLabels(draft, named).map((label) => (
              <option key={label} value={label}>
                {label}
              </option>
            ))}
          </Choice>
        )}
        {isNoWorse &&
          NO_WORSE_FIELDS.map((name) => (
            <Field
              key={name}
              label={MARGINS[name][0]}
              hint={MARGINS[name][1]}
              type="number"
              step="any"
              min={0}
              placeholder="not asked"
              value={draft.noWorse[name]}
              onChange={(event) =>
                onChange({ ...draft, noWorse: { ...draft.noWorse, [name]: event.currentTarget.value } })
              }
            />
          ))}
      </div>
      <div className="buttons">
        <button type="button" onClick={() => onChange(equivalenceDraft(draft))}>
          Endpoints of one model
        </button>
        <span className="quiet">
          fills in what shows whether several providers, routes or quantisations of one model answer alike.
        </span>
      </div>
      {isNoWorse && (
        <p className="quiet">
          The margins are stated before the run and kept with it; what is asked of the answers by other ones
          later is marked as exploratory.
        </p>
      )}
    </fieldset>
  );
}
