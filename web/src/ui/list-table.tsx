import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Scroll } from './scroll.tsx';

/** From this many rows on a list can be searched. */
const SEARCHED_FROM = 8;

/** A column of a list. The first one names the row. */
export interface Column<T> {
  name: string;
  show: (row: T) => ReactNode;
  /** What rows are sorted by; a column without it is not sorted. */
  by?: (row: T) => string | number | null;
  isNumber?: boolean;
  /** Sentences, which on narrow screens have a line of their own. */
  isText?: boolean;
  /** Left out on narrow screens, where the page of the row has it. */
  isExtra?: boolean;
}

interface ListTableProps<T extends { id: string }> {
  label: string;
  rows: readonly T[];
  columns: readonly Column<T>[];
  /** What the search looks in. */
  text: (row: T) => string;
}

/** A list as a dense table: sorted by its headings, and searched once it is long. */
export function ListTable<T extends { id: string }>({ label, rows, columns, text }: ListTableProps<T>) {
  const [words, setWords] = useState('');
  const [sort, setSort] = useState<{ name: string; isUp: boolean }>();
  const sought = words.trim().toLowerCase();
  const found = rows.filter((row) => text(row).toLowerCase().includes(sought));
  const by = columns.find(({ name }) => name === sort?.name)?.by;
  const shown = by ? found.toSorted((a, b) => compareValues(by(a), by(b)) * (sort?.isUp ? 1 : -1)) : found;
  return (
    <>
      {rows.length >= SEARCHED_FROM && (
        <p className="list-search">
          <input
            type="search"
            aria-label={`Filter ${label.toLowerCase()}`}
            placeholder="Filter"
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
          <span className="count" role="status">
            {found.length < rows.length && `${found.length} of ${rows.length}`}
          </span>
        </p>
      )}
      <Scroll label={label}>
        <table className="list-table">
          <thead>
            <tr>
              {columns.map((column) => (
                <Heading
                  key={column.name}
                  column={column}
                  isUp={sort?.name === column.name ? sort.isUp : null}
                  onSort={(isUp) => setSort({ name: column.name, isUp })}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.id}>
                {columns.map((column, i) =>
                  i === 0 ? (
                    <th key={column.name} scope="row">
                      {column.show(row)}
                    </th>
                  ) : (
                    <td key={column.name} className={styleOf(column)}>
                      {column.show(row)}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}

interface HeadingProps<T> {
  column: Column<T>;
  /** Whether rows are sorted by it, and in which order. */
  isUp: boolean | null;
  onSort: (isUp: boolean) => void;
}

function Heading<T>({ column, isUp, onSort }: HeadingProps<T>) {
  const { name, by } = column;
  const Arrow = isUp ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      className={styleOf(column)}
      aria-sort={isUp === null ? undefined : isUp ? 'ascending' : 'descending'}
    >
      {by === undefined ? (
        name
      ) : (
        <button type="button" className="sort" onClick={() => onSort(isUp !== true)}>
          {name} {isUp !== null && <Arrow size={12} aria-hidden />}
        </button>
      )}
    </th>
  );
}

function styleOf<T>({ isNumber, isText, isExtra }: Column<T>): string | undefined {
  return [isNumber && 'number', isText && 'text', isExtra && 'extra'].filter(Boolean).join(' ') || undefined;
}

/** What is not known stands last in ascending order. */
function compareValues(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
}
