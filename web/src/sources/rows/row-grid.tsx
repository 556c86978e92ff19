import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Scroll } from '../../ui/scroll.tsx';
import { cellText } from '../cell-text.ts';
import { type Fields, readCell } from './row-drafts.ts';

export interface GridRow {
  key: string;
  /** `Row 3`. */
  name: string;
  fields: Fields;
  /** What will become of it; absent for a row that stays. */
  state?: 'edited' | 'new' | 'removed';
}

interface RowGridProps {
  label: string;
  columns: readonly string[];
  rows: readonly GridRow[];
  selected: ReadonlySet<string>;
  onSelect: (key: string, isSelected: boolean) => void;
  /** Without it the rows are only read. */
  onEdit: ((row: GridRow, column: string, value: unknown) => void) | undefined;
  /** Whether the cell that is edited holds what cannot be read. */
  onProblem: (isThere: boolean) => void;
}

/** Where to go from a cell, in cells. */
interface Direction {
  down: number;
  right: number;
}

/** A cell by its place; column 0 holds the mark by which a row is selected. */
interface Place {
  row: number;
  column: number;
}

const STATES = { edited: 'edited', new: 'new', removed: 'will be removed' } as const;

/**
 * Rows as a grid. Arrows move, Enter or typing edits a cell, Enter keeps it and Escape does not, Space selects the row.
 * One cell at a time is reached by Tab.
 */
export function RowGrid({ label, columns, rows, selected, onSelect, onEdit, onProblem }: RowGridProps) {
  const table = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState<Place>({ row: 0, column: onEdit ? 0 : 1 });
  const [editing, setEditing] = useState<Place & { text: string }>();
  const wantsFocus = useRef(false);
  const last = { row: rows.length - 1, column: columns.length };
  const now = { row: Math.min(at.row, last.row), column: Math.min(at.column, last.column) };

  useEffect(() => {
    if (!wantsFocus.current || editing !== undefined) return;
    wantsFocus.current = false;
    table.current?.querySelector<HTMLElement>(`[data-at="${now.row},${now.column}"]`)?.focus();
  });

  // A row that is added is where one goes on to type.
  const added = rows.filter(({ state }) => state === 'new').length;
  const [known, setKnown] = useState(added);
  if (added !== known) {
    setKnown(added);
    if (added > known) setAt({ row: last.row, column: 1 });
  }
  useEffect(() => {
    if (added > 0) table.current?.querySelector<HTMLElement>('tbody tr:last-child [tabindex="0"]')?.focus();
  }, [added]);

  const move = (row: number, column: number) => {
    wantsFocus.current = true;
    setAt({
      row: Math.max(0, Math.min(last.row, row)),
      column: Math.max(onEdit ? 0 : 1, Math.min(last.column, column)),
    });
  };
  const edit = (place: Place, text = textAt(place)) => {
    if (onEdit && place.column > 0 && rows[place.row]?.state !== 'removed') setEditing({ ...place, text });
  };
  const textAt = ({ row, column }: Place) => cellText(rows[row]?.fields[columns[column - 1] ?? '']);

  const onKey = (event: KeyboardEvent) => {
    const { row, column } = now;
    const one = rows[row];
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    const steps: Readonly<Record<string, () => void>> = {
      ArrowUp: () => move(row - 1, column),
      ArrowDown: () => move(row + 1, column),
      ArrowLeft: () => move(row, column - 1),
      ArrowRight: () => move(row, column + 1),
      Home: () => move(event.ctrlKey ? 0 : row, 0),
      End: () => move(event.ctrlKey ? last.row : row, last.column),
      Enter: () => edit(now),
      F2: () => edit(now),
      ' ': () => one && onEdit && onSelect(one.key, !selected.has(one.key)),
    };
    const step = steps[event.key];
    if (step) step();
    else if (isPlain && event.key.length === 1 && column > 0) edit(now, event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const keep = (place: Place, value: unknown, goes: Direction | undefined) => {
    const one = rows[place.row];
    const column = columns[place.column - 1];
    setEditing(undefined);
    if (goes) move(place.row + goes.down, place.column + goes.right);
    if (one && column !== undefined) onEdit?.(one, column, value);
  };

  return (
    <Scroll label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are edited is a grid */}
      <table ref={table} role="grid" aria-label={label} className="row-grid" onKeyDown={onKey}>
        <thead>
          <tr>
            {onEdit && <th scope="col">Select</th>}
            <th scope="col">Row</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((one, row) => (
            <tr key={one.key} className={one.state} aria-selected={onEdit && selected.has(one.key)}>
              {onEdit && (
                <td>
                  <input
                    type="checkbox"
                    aria-label={`Select ${one.name}`}
                    data-at={`${row},0`}
                    tabIndex={now.row === row && now.column === 0 ? 0 : -1}
                    checked={selected.has(one.key)}
                    onFocus={() => setAt({ row, column: 0 })}
                    onChange={({ currentTarget }) => onSelect(one.key, currentTarget.checked)}
                  />
                </td>
              )}
              <th scope="row">
                {one.name}
                {one.state && <small className="quiet">{STATES[one.state]}</small>}
              </th>
              {columns.map((name, i) => {
                const place = { row, column: i + 1 };
                const isHere = now.row === row && now.column === i + 1;
                return (
                  <td
                    key={name}
                    data-at={`${row},${i + 1}`}
                    tabIndex={isHere ? 0 : -1}
                    onFocus={() => setAt(place)}
                    onDoubleClick={() => edit(place)}
                    // A finger has no double click.
                    onPointerUp={({ pointerType }) => pointerType === 'touch' && edit(place)}
                  >
                    {editing?.row === row && editing.column === place.column ? (
                      <CellEditor
                        label={`${name}, ${one.name}`}
                        text={editing.text}
                        before={one.fields[name]}
                        example={rows.find(({ fields }) => cellText(fields[name]) !== '')?.fields[name]}
                        onProblem={onProblem}
                        onKeep={(value, goes) => keep(place, value, goes)}
                        onCancel={() => {
                          setEditing(undefined);
                          move(row, place.column);
                        }}
                      />
                    ) : (
                      <span className={onEdit && 'clip-lines'}>{cellText(one.fields[name])}</span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

interface CellEditorProps {
  label: string;
  text: string;
  before: unknown;
  /** A value of the column. */
  example: unknown;
  onProblem: (isThere: boolean) => void;
  /** With where to go from the cell; undefined where the focus went elsewhere. */
  onKeep: (value: unknown, goes?: Direction) => void;
  onCancel: () => void;
}

function CellEditor({ label, text, before, example, onProblem, onKeep, onCancel }: CellEditorProps) {
  const [value, setValue] = useState(text);
  const [problem, setProblem] = useState<string>();
  const isLeft = useRef(false);
  const isWrong = problem !== undefined;
  useEffect(() => {
    onProblem(isWrong);
    return () => onProblem(false);
  }, [isWrong, onProblem]);
  const leave = (goes?: Direction) => {
    if (isLeft.current) return;
    const read = readCell(value, before, example);
    if ('problem' in read) return setProblem(read.problem);
    isLeft.current = true;
    onKeep(read.value, goes);
  };
  const onKey = (event: KeyboardEvent) => {
    event.stopPropagation();
    const goes = { Enter: { down: 1, right: 0 }, Tab: { down: 0, right: event.shiftKey ? -1 : 1 } }[
      event.key
    ];
    if (event.key === 'Escape') {
      isLeft.current = true;
      onCancel();
    } else if (goes && !(event.key === 'Enter' && event.shiftKey) && !event.nativeEvent.isComposing) {
      event.preventDefault();
      leave(goes);
    }
  };
  return (
    <>
      <textarea
        aria-label={label}
        rows={1}
        value={value}
        // biome-ignore lint/a11y/noAutofocus: the cell that is edited had the focus
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(value.length, value.length)}
        onChange={({ currentTarget }) => {
          setValue(currentTarget.value);
          setProblem(undefined);
        }}
        onKeyDown={onKey}
        onBlur={() => leave()}
      />
      {isWrong && (
        <small className="warning" role="alert">
          {problem}
        </small>
      )}
    </>
  );
}
