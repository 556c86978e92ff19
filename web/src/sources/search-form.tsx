import { useNavigate } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import type { Source } from '../api/api.ts';
import { Choice } from '../ui/field.tsx';
import { type RoomSearch, SEARCH_MODE_NAMES } from './room-search.ts';

/** Titles in a list to choose from; more are found by their filters. */
const MAX_TITLES = 300;

interface SearchFormProps {
  search: RoomSearch;
  all: Source[];
  open: Source | undefined;
  /** How many sources the filters leave. */
  filtered: number;
}

/** Asks the sources; what is asked, how and of which stands in the address. */
export function SearchForm({ search, all, open, filtered }: SearchFormProps) {
  const navigate = useNavigate();
  const change = (to: Partial<RoomSearch>) =>
    void navigate({ to: '.', search: (before) => ({ ...before, ...to }), resetScroll: false });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = new FormData(event.currentTarget).get('q');
    change({ q: typeof q === 'string' && q.trim() !== '' ? q.trim() : undefined });
  };
  return (
    <search>
      <form className="search-form" aria-label="Search sources" onSubmit={submit}>
        <input
          key={search.q}
          type="search"
          name="q"
          aria-label="Search sources"
          placeholder="Search sources"
          title="Words, “exact phrases”, -excluded, OR, prefix*"
          defaultValue={search.q}
          maxLength={2000}
          autoComplete="off"
        />
        <button type="submit">Search</button>
      </form>
      {search.q !== undefined && (
        <div className="search-options">
          <Choice
            label="Search mode"
            value={search.mode ?? ''}
            onPick={(mode) => change({ mode: mode === '' ? undefined : (mode as RoomSearch['mode']) })}
          >
            <option value="">Best available</option>
            {Object.entries(SEARCH_MODE_NAMES).map(([mode, name]) => (
              <option key={mode} value={mode}>
                {name}
              </option>
            ))}
          </Choice>
          <Where search={search} all={all} open={open} filtered={filtered} change={change} />
        </div>
      )}
    </search>
  );
}

interface WhereProps extends SearchFormProps {
  change: (to: Partial<RoomSearch>) => void;
}

/** All sources, those that the filters leave, or one of them. */
function Where({ search, all, open, filtered, change }: WhereProps) {
  const chosen = search.in;
  const titles = all.slice(0, MAX_TITLES);
  const further = [open, all.find(({ id }) => id === chosen)];
  for (const source of further) if (source && !titles.includes(source)) titles.unshift(source);
  const isOfSeveral = chosen !== undefined && !titles.some(({ id }) => id === chosen);
  return (
    <Choice
      label="In"
      value={chosen ?? ''}
      onPick={(value) => change({ in: value === '' ? undefined : value })}
    >
      <option value="">{filtered < all.length ? `The ${filtered} filtered sources` : 'All sources'}</option>
      {isOfSeveral && <option value={chosen}>{chosen.split(',').length} selected sources</option>}
      {titles.map(({ id, title }) => (
        <option key={id} value={id}>
          {title.slice(0, 80)}
        </option>
      ))}
    </Choice>
  );
}
