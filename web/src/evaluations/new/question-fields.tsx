import { Choice, Field } from '../../ui/field.tsx';
import { DEFAULT_MARGIN, type EvaluationDraft, type NamedParts, NO_WORSE_FIELDS } from './draft/draft.ts';
import { equivalenceDraft } from './draft/start-draft.ts';
import { baselineLabel, candidateLabels } from './draft/targets.ts';

const MARGINS: Readonly<Record<(typeof NO_WORSE_FIELDS)[number], readonly [label: string, hint: string]>> = {
  score: ['Score: margin, points', 'For benchmarks and custom questions.'],
  success: ['Solved tasks: margin, points', 'For task benchmarks.'],
  latency_ratio: ['Latency: margin, %', 'For p50, p95 and p99 under load.'],
  cost_ratio: ['Cost of a solved task: margin, %', 'For task benchmarks.'],
};

interface QuestionFieldsProps {
  draft: EvaluationDraft;
  named: readonly NamedParts[];
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
      ...(question === 'no_worse' && isEmpty && { noWorse: { ...draft.noWorse, score: DEFAULT_MARGIN } }),
    });
  return (
    <fieldset className="wide plain">
      <legend>Question to answer</legend>
      <div className="fields">
        <Choice
          label="Goal"
          value={draft.question}
          onPick={(word) => ask(word === 'no_worse' ? 'no_worse' : '')}
        >
          <option value="">Find the best candidate</option>
          <option value="no_worse">Show that candidates are no worse than a baseline</option>
        </Choice>
        {isNoWorse && (
          <Choice
            label="Baseline candidate"
            value={baselineLabel(draft, named)}
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
              placeholder="not tested"
              value={draft.noWorse[name]}
              onChange={(event) =>
                onChange({ ...draft, noWorse: { ...draft.noWorse, [name]: event.currentTarget.value } })
              }
            />
          ))}
      </div>
      <div className="buttons">
        <button type="button" onClick={() => onChange(equivalenceDraft(draft))}>
          Compare endpoints
        </button>
        <span className="quiet">
          fills in benchmarks that show whether endpoints of one model respond alike.
        </span>
      </div>
      {isNoWorse && (
        <p className="quiet">
          Margins are fixed before the run. Results for other margins are marked as exploratory.
        </p>
      )}
    </fieldset>
  );
}
