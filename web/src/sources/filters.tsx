import { useNavigate } from '@tanstack/react-router';
import type { Source } from '../api/api.ts';
import { Choice } from '../ui/field.tsx';
import { type RoomSearch, SOURCE_STATUS_NAMES, SOURCE_TYPE_NAMES } from './room-search.ts';

const FILTERS = [
  { name: 'type', label: 'Type', of: ({ type }: Source) => type, words: SOURCE_TYPE_NAMES },
  { name: 'status', label: 'Status', of: ({ status }: Source) => status, words: SOURCE_STATUS_NAMES },
  { name: 'kind', label: 'Kind', of: ({ classification }: Source) => classification, words: {} },
] as const;

/** What is listed, and where is searched: what there is of each property, with how many sources have it. */
export function Filters({ all, search }: { all: Source[]; search: RoomSearch }) {
  const navigate = useNavigate();
  return (
    <fieldset className="source-filters" aria-label="Filter sources">
      {FILTERS.map(({ name, label, of, words }) => {
        const counts = countBy(all, of);
        const chosen = search[name];
        if (chosen !== undefined && !counts.has(chosen)) counts.set(chosen, 0);
        return (
          <Choice
            key={name}
            label={label}
            value={chosen ?? ''}
            onPick={(value) =>
              void navigate({
                to: '.',
                search: (before) => ({ ...before, [name]: value === '' ? undefined : value }),
                replace: true,
                resetScroll: false,
              })
            }
          >
            <option value="">All</option>
            {[...counts].map(([value, count]) => (
              <option key={value} value={value}>
                {(words as Record<string, string>)[value] ?? value} ({count})
              </option>
            ))}
          </Choice>
        );
      })}
    </fieldset>
  );
}

function countBy(sources: Source[], of: (source: Source) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const source of sources) counts.set(of(source), (counts.get(of(source)) ?? 0) + 1);
  return new Map([...counts].toSorted(([, a], [, b]) => b - a));
}
