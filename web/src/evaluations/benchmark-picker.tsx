import type { Benchmark, NewEvaluation, Source } from '../api/api.ts';
import { Choice } from '../ui/field.tsx';

type Chosen = NonNullable<NewEvaluation['benchmarks']>;

interface BenchmarkPickerProps {
  benchmarks: readonly Benchmark[];
  sources: readonly Source[];
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

/** Chooses the benchmarks; one that cannot be run is not offered. */
export function BenchmarkPicker({ benchmarks, sources, chosen, onChoose }: BenchmarkPickerProps) {
  const change = (index: number, choice: Chosen[number]) =>
    onChoose(chosen.map((each, i) => (i === index ? choice : each)));
  return (
    <fieldset className="wide">
      <legend>Benchmarks</legend>
      {chosen.map((choice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same benchmark may be chosen twice; order is identity
        <div key={index} className="fields">
          <Choice
            label="Benchmark"
            value={choice.benchmark_type}
            onPick={(benchmark_type) => change(index, { benchmark_type })}
          >
            {benchmarks
              .filter(({ available }) => available)
              .map(({ type, title }) => (
                <option key={type} value={type}>
                  {title}
                </option>
              ))}
          </Choice>
          <Subset
            benchmark={benchmarks.find(({ type }) => type === choice.benchmark_type)}
            sources={sources}
            subset={choice.subset ?? ''}
            onPick={(subset) =>
              change(index, { ...choice, ...(subset === '' ? { subset: null } : { subset }) })
            }
          />
          {chosen.length > 1 && (
            <button
              type="button"
              className="subtle"
              onClick={() => onChoose(chosen.filter((_, i) => i !== index))}
            >
              Remove
            </button>
          )}
        </div>
      ))}
      <button type="button" onClick={() => onChoose([...chosen, { benchmark_type: 'arithmetic' }])}>
        Add a benchmark
      </button>
    </fieldset>
  );
}

interface SubsetProps {
  benchmark: Benchmark | undefined;
  sources: readonly Source[];
  subset: string;
  onPick: (subset: string) => void;
}

function Subset({ benchmark, sources, subset, onPick }: SubsetProps) {
  if (!benchmark) return null;
  const options = benchmark.subset_is_source
    ? sources.map(({ id, title }) => ({ value: id, text: title }))
    : benchmark.subsets.map(({ name }) => ({ value: name, text: name }));
  if (options.length === 0 && !benchmark.subset_is_source) return null;
  return (
    <Choice
      label={benchmark.subset_is_source ? 'Source with the items' : 'Part'}
      value={subset}
      onPick={onPick}
    >
      <option value="">{benchmark.subset_is_source ? 'choose one' : 'the default'}</option>
      {options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Choice>
  );
}
