import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answer } from '@touchstone/client';
import type { MeasurementGap, NeededMeasurement } from '@touchstone/report';
import { count, plural } from '@touchstone/report/figures';
import { useState } from 'react';
import { api, type Benchmark, type Source } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { Choice, Field } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Fold } from '../../ui/section.tsx';
import { SmokeTestNote } from '../../ui/smoke-test-note.tsx';
import { CustomEditor } from './custom-editor.tsx';
import { EMPTY_CUSTOM, type EvaluationDraft, type QuestionsDraft } from './draft/draft.ts';
import { canUseGenerators, parseGenerators, sendsSessions } from './draft/measurements.ts';
import { asksForMinimums, choiceKey } from './draft/needs.ts';
import { PassagesFields } from './passages-fields.tsx';

interface QuestionsStepProps {
  workspaceId: string;
  draft: EvaluationDraft;
  needed: readonly NeededMeasurement[];
  gaps: readonly MeasurementGap[];
  sources: readonly Source[];
  onChange: (draft: EvaluationDraft) => void;
}

/** What the candidates are asked, and what is measured because a requirement needs it. */
export function QuestionsStep({ workspaceId, draft, needed, gaps, sources, onChange }: QuestionsStepProps) {
  const benchmarks = useQuery(queries.benchmarks);
  const all = benchmarks.data ?? [];
  const change = (index: number, row: QuestionsDraft) =>
    onChange({ ...draft, questions: draft.questions.map((one, i) => (i === index ? row : one)) });
  const add = (type: string) =>
    onChange({ ...draft, questions: [...draft.questions, { type, subset: '', size: '' }] });
  // Another part of a benchmark may be asked beside the one that a minimum needs.
  const taken = new Set(needed.map(choiceKey));
  const unavailable = all.filter(({ available }) => !available);
  return (
    <>
      <Problem error={benchmarks.error} />
      <fieldset className="wide">
        <legend>Questions</legend>
        {draft.questions.length === 0 && draft.custom === null && (
          <p className="quiet">
            {asksForMinimums(draft, needed)
              ? 'No benchmark is added. The requirements need the questions below.'
              : 'No benchmark is added, so quality will not be measured.'}
          </p>
        )}
        {draft.questions.map((row, index) => (
          <QuestionsRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the same benchmark may be chosen twice; order is identity
            key={index}
            row={row}
            benchmark={all.find(({ type }) => type === row.type)}
            sources={sources}
            onChange={(next) => change(index, next)}
            onRemove={() => onChange({ ...draft, questions: draft.questions.filter((_, i) => i !== index) })}
          />
        ))}
        <AddBenchmark
          benchmarks={all.filter(({ type, available }) => available && !taken.has(type))}
          onAdd={add}
        />
        {unavailable.length > 0 && (
          <Fold title="Benchmarks that are not available">
            <ul>
              {unavailable.map(({ type, title, reason }) => (
                <li key={type}>
                  {title}: {reason}
                </li>
              ))}
            </ul>
          </Fold>
        )}
      </fieldset>
      {gaps.length > 0 && (
        <ul className="warnings" aria-label="Not measurable">
          {gaps.map(({ scenario_id, says }) => (
            <li key={scenario_id}>
              {says}{' '}
              <Link
                to="/workspaces/$workspaceId/requirements/$scenarioId"
                params={{ workspaceId, scenarioId: scenario_id }}
                search={{ edit: true }}
              >
                Edit requirements
              </Link>
            </li>
          ))}
        </ul>
      )}
      {needed.length > 0 && (
        <fieldset className="wide">
          <legend>Required measurements</legend>
          {needed.map((one) => (
            <MeasurementRow
              key={choiceKey(one)}
              needed={one}
              benchmark={all.find(({ type }) => type === one.benchmark_type)}
              {...{ draft, sources, onChange }}
            />
          ))}
        </fieldset>
      )}
      {draft.custom === null ? (
        <p>
          <button type="button" onClick={() => onChange({ ...draft, custom: EMPTY_CUSTOM })}>
            Add custom questions
          </button>
        </p>
      ) : (
        <CustomEditor
          custom={draft.custom}
          sources={sources}
          onChange={(custom) => onChange({ ...draft, custom })}
        />
      )}
    </>
  );
}

const isOwn = ({ type, subset_is_source }: Benchmark) =>
  subset_is_source || type === 'grounded_qa' || type === 'refusal_of_unknown';

const GROUPS: readonly { name: string; holds: (one: Benchmark) => boolean }[] = [
  { name: 'Your own data', holds: isOwn },
  {
    name: 'Smoke tests with harder parts',
    holds: (one) => !isOwn(one) && one.smoke_test,
  },
  { name: 'Public', holds: (one) => one.files.length > 0 },
  { name: 'Measurements', holds: (one) => one.metric === null && one.files.length === 0 },
];

interface AddBenchmarkProps {
  benchmarks: readonly Benchmark[];
  onAdd: (type: string) => void;
}

/** A benchmark is added by the button: a list that is changed by the keyboard passes what is not meant. */
function AddBenchmark({ benchmarks, onAdd }: AddBenchmarkProps) {
  const [type, setType] = useState('');
  const add = () => {
    onAdd(type);
    setType('');
  };
  return (
    <div className="buttons beside-field">
      <Choice label="Benchmark to add" value={type} onPick={setType}>
        <option value="">Select a benchmark</option>
        {GROUPS.map(({ name, holds }) => (
          <optgroup key={name} label={name}>
            {benchmarks.filter(holds).map((one) => (
              <option key={one.type} value={one.type} title={one.measures}>
                {one.title}
              </option>
            ))}
          </optgroup>
        ))}
      </Choice>
      <button type="button" disabled={type === ''} onClick={add}>
        {' '}
        Add benchmark{' '}
      </button>
    </div>
  );
}

/** What a line of a source looks like. */
const LINES: Readonly<Record<string, string>> = {
  tasks: '{"messages": […], "tools": […], "state": {…}, "graders": […]}',
  rag: '{"question": "…", "answer": "…", "relevant": [{"quote": "…"}]}',
  structured_output: '{"input": "…", "schema": {…}, "expected": {…}}',
};

interface QuestionsRowProps {
  row: QuestionsDraft;
  benchmark: Benchmark | undefined;
  sources: readonly Source[];
  onChange: (row: QuestionsDraft) => void;
  onRemove: () => void;
}

function QuestionsRow({ row, benchmark, sources, onChange, onRemove }: QuestionsRowProps) {
  const title = benchmark?.title ?? row.type;
  const options = benchmark?.subset_is_source
    ? sources.flatMap(({ id, title: named }) => [
        { value: id, text: named },
        ...(benchmark.condition_in_subset ? benchmark.conditions : []).map(({ name, label }) => ({
          value: `${id}/${name}`,
          text: `${named}, ${label}`,
        })),
      ])
    : (benchmark?.subsets ?? []).map(({ name, description, smoke_test }) => ({
        value: name,
        text: `${name}: ${description}${smoke_test ? ' (smoke test)' : ''}`,
      }));
  const isMissing = benchmark?.offline === false && benchmark.files.length > 0;
  return (
    <section className="question" aria-label={title}>
      <div className="question-head">
        <strong>{title}</strong>
        <button type="button" className="subtle" aria-label={`Remove ${title}`} onClick={onRemove}>
          Remove
        </button>
      </div>
      {benchmark && (
        <p className="quiet">
          {benchmark.measures} <em>Does not measure:</em> {benchmark.does_not_measure}
        </p>
      )}
      <SmokeTestNote benchmark={benchmark} subset={row.subset} />
      <div className="fields">
        {options.length > 0 && (
          <Choice
            label={benchmark?.subset_is_source ? 'Question source' : 'Part'}
            value={row.subset}
            onPick={(subset) => onChange({ ...row, subset })}
          >
            <option value="">{benchmark?.subset_is_source ? 'Select a source' : 'Default'}</option>
            {options.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Choice>
        )}
        {benchmark?.size !== 'no requests are sent' && (
          <Field
            label={benchmark?.metric ? 'Questions' : 'Requests'}
            type="number"
            min={1}
            placeholder="as in step 3"
            value={row.size}
            onChange={(event) => onChange({ ...row, size: event.currentTarget.value })}
          />
        )}
      </div>
      {row.type === 'rag' && (
        <PassagesFields passages={row.passages} onChange={(passages) => onChange({ ...row, passages })} />
      )}
      {benchmark?.subset_is_source && (
        <p className="quiet">
          A source with one JSON object per line: {LINES[row.type] ?? '{"input": "…", "expected": "…"}'}. Add
          it under Sources.
        </p>
      )}
      {row.arrivals?.trace && (
        <RecordedTimes
          sources={sources}
          source={row.arrivals.trace.source ?? ''}
          onPick={(source) =>
            onChange({ ...row, arrivals: { ...row.arrivals, trace: { ...row.arrivals?.trace, source } } })
          }
        />
      )}
      {row.type === 'load' && row.arrivals?.sessions === undefined && (
        <GeneratorsField
          most={benchmark?.generators}
          value={String(row.arrivals?.generators ?? '')}
          onType={(typed) => onChange({ ...row, arrivals: withGenerators(row.arrivals, typed) })}
        />
      )}
      {(row.arrivals?.sessions ?? row.arrivals?.prefix_cache) !== undefined && !row.arrivals?.trace && (
        <p className="quiet">Uses the request arrivals of the earlier evaluation.</p>
      )}
      {isMissing && benchmark && <FetchData benchmark={benchmark} />}
    </section>
  );
}

function FetchData({ benchmark: { type, title, files } }: { benchmark: Benchmark }) {
  const client = useQueryClient();
  const fetching = useMutation({
    mutationFn: () =>
      answer(api.POST('/benchmarks/{benchmark_type}/fetch', { params: { path: { benchmark_type: type } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: queries.benchmarks.queryKey }),
  });
  const hosts = [...new Set(files.map(({ address }) => new URL(address).host))].join(', ');
  return (
    <>
      <p className="warning">
        The questions must be downloaded from {hosts}.{' '}
        <button
          type="button"
          disabled={fetching.isPending}
          aria-label={`Download the data of ${title}`}
          onClick={() => fetching.mutate()}
        >
          {fetching.isPending ? 'Downloading…' : 'Download data'}
        </button>
      </p>
      <Problem error={fetching.error} />
    </>
  );
}

interface MeasurementRowProps {
  needed: NeededMeasurement;
  /** Undefined until benchmarks are read. */
  benchmark: Benchmark | undefined;
  sources: readonly Source[];
  draft: EvaluationDraft;
  onChange: (draft: EvaluationDraft) => void;
}

/** Load in conversations, in the place of single requests. */
function Conversations({
  needed,
  draft,
  onChange,
}: Pick<MeasurementRowProps, 'needed' | 'draft' | 'onChange'>) {
  const { sessions } = draft;
  const set = (field: object) => onChange({ ...draft, sessions: { ...sessions, ...field } });
  return (
    <div className="fields">
      <Field
        label="Turns per session"
        type="number"
        min={2}
        max={50}
        placeholder={needed.inSessions ? '4' : 'single requests'}
        hint="Sends sessions in place of single requests. Each turn repeats the earlier ones."
        value={sessions.turns}
        onChange={(event) => set({ turns: event.currentTarget.value })}
      />
      {sendsSessions(draft, needed) && (
        <Field
          label="Pause between turns, s"
          type="number"
          min={0}
          step="any"
          placeholder="10"
          hint="The average."
          value={sessions.think}
          onChange={(event) => set({ think: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

/** No load takes more of them. */
const MAX_GENERATORS = 16;

interface GeneratorsFieldProps {
  /** How many processes can take part now; undefined where only one can. */
  most: number | undefined;
  value: string;
  onType: (typed: string) => void;
}

/** How many processes send a load together; not there where one is all that there is. */
function GeneratorsField({ most = 1, value, onType }: GeneratorsFieldProps) {
  if (most < 2 && value === '') return null;
  return (
    <Field
      label="Load generators"
      type="number"
      min={1}
      max={Math.max(1, Math.min(most, MAX_GENERATORS))}
      placeholder="1"
      hint={`${plural(most, 'process', 'processes')} can send load now. Use several above a few hundred requests per second.`}
      value={value}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}

/** The other arrivals stay as they are; none at all is no field. */
function withGenerators(arrivals: QuestionsDraft['arrivals'], typed: string): QuestionsDraft['arrivals'] {
  const { generators: _, ...others } = arrivals ?? {};
  const kept = { ...others, ...parseGenerators(typed) };
  return Object.keys(kept).length === 0 ? undefined : kept;
}

function RecordedTimes({
  sources,
  source,
  onPick,
}: {
  sources: readonly Source[];
  source: string;
  onPick: (source: string) => void;
}) {
  return (
    <Choice
      label="Recorded request times"
      hint="A load trace of an import, or a source with one time in milliseconds per line."
      value={source}
      onPick={onPick}
    >
      <option value="">Select a source</option>
      {sources.map(({ id, title }) => (
        <option key={id} value={id}>
          {title}
        </option>
      ))}
    </Choice>
  );
}

const NAMES: Record<string, string> = {
  load: 'Load at the peak rate',
  'load/capacity': 'Capacity search',
  availability: 'Availability',
  cost: 'Cost',
  compliance: 'Compliance',
  lock_in: 'Lock-in',
};

function MeasurementRow({ needed, benchmark, sources, draft, onChange }: MeasurementRowProps) {
  const key = choiceKey(needed);
  const { benchmark_type: type, subset } = needed;
  const part = sources.find(({ id }) => id === subset)?.title ?? subset;
  const name = NAMES[key] ?? [benchmark?.title ?? type, ...(part === undefined ? [] : [part])].join(', ');
  const sent = needed.asks ? 'questions' : 'requests';
  const isLeft = draft.left.includes(key);
  const toggle = () =>
    onChange({ ...draft, left: isLeft ? draft.left.filter((one) => one !== key) : [...draft.left, key] });
  const typed = draft.requests[key] ?? '';
  const isTooFew = needed.least !== undefined && typed !== '' && Number(typed) < needed.least;
  return (
    <div className="question">
      <label className="check">
        <input type="checkbox" checked={!isLeft} onChange={toggle} />
        <span>
          {name}{' '}
          <span className="quiet">
            {isLeft ? 'Not measured; stays unknown:' : 'For'} {needed.because}
            {needed.num_samples === undefined && ', from the catalogue without calls'}.
          </span>
        </span>
      </label>
      {!isLeft && needed.num_samples !== undefined && (
        <Field
          label={`${needed.asks ? 'Questions' : 'Requests'} for ${name}`}
          type="number"
          min={1}
          placeholder={count(needed.num_samples)}
          value={typed}
          hint={
            needed.least === undefined
              ? 'Per candidate.'
              : `Per candidate. The strictest limit needs at least ${plural(needed.least, needed.asks ? 'question' : 'request')}.`
          }
          onChange={(event) =>
            onChange({ ...draft, requests: { ...draft.requests, [key]: event.currentTarget.value } })
          }
        />
      )}
      {key === 'load' && !needed.needsTrace && !isLeft && <Conversations {...{ needed, draft, onChange }} />}
      {canUseGenerators(draft, needed) && !isLeft && (
        <GeneratorsField
          most={benchmark?.generators}
          value={draft.generators[key] ?? ''}
          onType={(typed) => onChange({ ...draft, generators: { ...draft.generators, [key]: typed } })}
        />
      )}
      {type === 'rag' && !isLeft && (
        <PassagesFields
          passages={draft.passages[key]}
          onChange={(passages) => onChange({ ...draft, passages: { ...draft.passages, [key]: passages } })}
        />
      )}
      {needed.needsTrace && !isLeft && (
        <RecordedTimes
          sources={sources}
          source={draft.trace}
          onPick={(trace) => onChange({ ...draft, trace })}
        />
      )}
      {isTooFew && !isLeft && (
        <p className="warning" role="status">
          {typed} {sent} are too few to show that the limit holds.
        </p>
      )}
    </div>
  );
}
