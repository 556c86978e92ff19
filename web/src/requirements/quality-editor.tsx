import { useQuery } from '@tanstack/react-query';
import type { Benchmark } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Choice, Field } from '../ui/field.tsx';
import { SmokeTestNote } from '../ui/smoke-test-note.tsx';
import type { MinimumDraft } from './scenario-draft.ts';

interface QualityEditorProps {
  workspaceId: string;
  minimums: readonly MinimumDraft[];
  onChange: (minimums: MinimumDraft[]) => void;
}

const EMPTY_MINIMUM: MinimumDraft = { benchmark: '', subset: '', metric: '', percent: '' };
/** Custom evaluations are in no list of benchmarks. */
const CUSTOM = 'custom';

/** The least scores that are demanded: of which benchmark, of which part of it, and how much. */
export function QualityEditor({ workspaceId, minimums, onChange }: QualityEditorProps) {
  const all = useQuery(queries.benchmarks).data ?? [];
  const scored = all.filter(({ metric }) => metric !== null);
  return (
    <fieldset className="wide plain">
      <legend>Quality</legend>
      {minimums.map((minimum, index) => (
        <MinimumRow
          // biome-ignore lint/suspicious/noArrayIndexKey: rows may be alike while they are written; order is identity
          key={index}
          number={index + 1}
          workspaceId={workspaceId}
          minimum={minimum}
          scored={scored}
          onChange={(next) => onChange(minimums.map((one, i) => (i === index ? next : one)))}
          onRemove={() => onChange(minimums.filter((_, i) => i !== index))}
        />
      ))}
      <div className="buttons">
        <button type="button" onClick={() => onChange([...minimums, EMPTY_MINIMUM])}>
          Add minimum score
        </button>
      </div>
    </fieldset>
  );
}

interface MinimumRowProps {
  number: number;
  workspaceId: string;
  minimum: MinimumDraft;
  scored: readonly Benchmark[];
  onChange: (minimum: MinimumDraft) => void;
  onRemove: () => void;
}

function MinimumRow({ number, workspaceId, minimum, scored, onChange, onRemove }: MinimumRowProps) {
  const { benchmark: type, subset, metric, percent } = minimum;
  const benchmark = scored.find((one) => one.type === type);
  const isKnown = type === '' || type === CUSTOM || benchmark !== undefined;
  return (
    <section className="question" aria-label={`Minimum score ${number}`}>
      <div className="fields">
        <Choice
          label={`Benchmark ${number}`}
          required
          value={type}
          onPick={(picked) => onChange({ ...EMPTY_MINIMUM, percent, benchmark: picked })}
        >
          <option value="">Select a benchmark</option>
          {!isKnown && <option value={type}>{type}</option>}
          {scored.map((one) => (
            <option key={one.type} value={one.type} title={one.measures}>
              {one.title}
            </option>
          ))}
          <option value={CUSTOM}>Custom questions, graded by criteria</option>
        </Choice>
        {benchmark && (
          <Part
            label={`Part of benchmark ${number}`}
            workspaceId={workspaceId}
            benchmark={benchmark}
            value={subset}
            onPick={(picked) => onChange({ ...minimum, subset: picked })}
          />
        )}
        {type === CUSTOM && (
          <Field
            label={`Criterion ${number}`}
            hint="A criterion’s name. Leave empty for all criteria together."
            maxLength={200}
            value={metric}
            onChange={(event) => onChange({ ...minimum, metric: event.currentTarget.value })}
          />
        )}
        <Field
          label={`Minimum score ${number}, %`}
          type="number"
          step="any"
          min={0.001}
          max={100}
          required
          placeholder="80"
          value={percent}
          onChange={(event) => onChange({ ...minimum, percent: event.currentTarget.value })}
        />
        <button
          type="button"
          className="subtle"
          aria-label={`Remove minimum score ${number}`}
          onClick={onRemove}
        >
          Remove
        </button>
      </div>
      {benchmark && <p className="quiet">{benchmark.measures}</p>}
      <SmokeTestNote benchmark={benchmark} subset={subset} />
    </section>
  );
}

interface PartProps {
  label: string;
  workspaceId: string;
  benchmark: Benchmark;
  value: string;
  onPick: (subset: string) => void;
}

/** A part of a benchmark, or the source that holds a dataset, by its title: results name it so. */
function Part({ label, workspaceId, benchmark, value, onPick }: PartProps) {
  const { subsets, subset_is_source, conditions, condition_in_subset } = benchmark;
  const sources = useQuery({ ...queries.sources(workspaceId), enabled: subset_is_source }).data ?? [];
  const offered = subset_is_source
    ? sources.flatMap(({ title, id }) =>
        !condition_in_subset
          ? [{ key: id, name: title, says: title }]
          : conditions.map(({ name, label: says }) => ({
              key: `${id}/${name}`,
              name: `${title}/${name}`,
              says: `${title}, ${says}`,
            })),
      )
    : subsets.map(({ name, description }) => ({ key: name, name, says: `${name}: ${description}` }));
  if (!subset_is_source && offered.length === 0) return null;
  const isKnown = value === '' || offered.some(({ name }) => name === value);
  return (
    <Choice label={label} required={subset_is_source} value={value} onPick={onPick}>
      <option value="">{subset_is_source ? 'Select a source' : 'All parts'}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {offered.map(({ key, name, says }) => (
        <option key={key} value={name}>
          {says}
        </option>
      ))}
    </Choice>
  );
}
