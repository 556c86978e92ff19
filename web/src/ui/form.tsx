import type { UseMutationResult } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import type { Action } from '../use-action.ts';
import { Problem } from './problem.tsx';

interface FormProps {
  label: string;
  submit: string;
  action: Action<[Filled]>;
  /** A second button, which Enter takes; its `value` arrives as the field `by`. */
  orElse?: { label: string; value: string };
  /** Whether the fields stay as they are after a success. */
  keep?: boolean;
  children: ReactNode;
}

/** A form that hands its filled fields to an action and is emptied when that succeeds. */
export function Form({ label, submit, action, orElse, keep = false, children }: FormProps) {
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    if ((await action.run(filled(new FormData(form, submitter)))) && !keep) form.reset();
  };
  return (
    <form className="form" aria-label={label} onSubmit={send}>
      <div className="fields">{children}</div>
      <Problem error={action.error} />
      <div className="buttons">
        {orElse && (
          <button type="submit" name="by" value={orElse.value} disabled={action.isBusy}>
            {orElse.label}
          </button>
        )}
        <button type="submit" className="primary" disabled={action.isBusy}>
          {action.isBusy ? 'One moment …' : submit}
        </button>
      </div>
    </form>
  );
}

/** The fields of a form that were filled, by name. */
export interface Filled {
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  /** Words between commas. */
  words(name: string): string[];
}

function filled(data: FormData): Filled {
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
export function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

/** A change of the service's data as what a form does. */
export function asAction<T>(change: UseMutationResult<T, Error, Filled>): Action<[Filled]> {
  return {
    run: (form) =>
      change.mutateAsync(form).then(
        () => true,
        () => false,
      ),
    isBusy: change.isPending,
    error: change.error,
  };
}
