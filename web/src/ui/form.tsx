import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { Problem } from './problem.tsx';
import { useRefused } from './unsaved.ts';

interface FormProps {
  label: string;
  submit: string;
  /** What the filled fields change. */
  change: UseMutationResult<unknown, Error, FilledFields>;
  /** Whether the fields stay as they are after a success. */
  keep?: boolean;
  children: ReactNode;
}

/** A form that hands its filled fields to a change of the service's data, and is emptied when that succeeds. */
export function Form({ label, submit, change, keep = false, children }: FormProps) {
  useRefused(change.error);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (change.isPending) return;
    change.mutate(readFilled(new FormData(form)), { onSuccess: () => !keep && form.reset() });
  };
  return (
    <form className="form" aria-label={label} onSubmit={send}>
      <div className="fields">{children}</div>
      <Problem error={change.error} />
      <div className="buttons">
        <button type="submit" className="primary" disabled={change.isPending}>
          {change.isPending ? 'Sending…' : submit}
        </button>
      </div>
    </form>
  );
}

/** The fields of a form that were filled, by name. */
export interface FilledFields {
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  /** Words between commas. */
  words(name: string): string[];
}

function readFilled(data: FormData): FilledFields {
  const text = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  return {
    text,
    number(name) {
      const value = text(name);
      return value === undefined ? undefined : Number(value);
    },
    words: (name) =>
      (text(name) ?? '')
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
  };
}

/** An object without the members that were not filled. */
export function filledFields<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
