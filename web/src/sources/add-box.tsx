import { plural } from '@touchstone/report/figures';
import { type KeyboardEvent, type SubmitEvent, useId, useRef, useState } from 'react';
import { Choice, Field } from '../ui/field.tsx';
import type { Addition } from './additions.ts';
import { isTableText } from './inspect-table.ts';
import { type Address, type AddressType, parseAddresses } from './recognise.ts';
import { SOURCE_TYPE_NAMES } from './room-search.ts';

interface AddBoxProps {
  add: (addition: Addition) => void;
  onFiles: (files: File[]) => void;
}

/** One box for an address, several of them, or a text; files are chosen here or dropped anywhere in the room. */
export function AddBox({ add, onFiles }: AddBoxProps) {
  const id = useId();
  const files = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [title, setTitle] = useState('');
  const [as, setAs] = useState<AddressType>();
  const addresses = parseAddresses(text);
  const [one, ...others] = addresses ?? [];
  const isFilled = text.trim() !== '';

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const named = title.trim() === '' ? {} : { title: title.trim() };
    if (addresses && others.length > 0) for (const address of addresses) add({ address });
    else if (one) add({ address: { ...one, type: as ?? one.type }, ...named });
    else add({ text, ...named });
    setText('');
    setTitle('');
    setAs(undefined);
  };

  return (
    <form className="add-box" aria-label="Add a source" onSubmit={submit}>
      <label htmlFor={id}>Add addresses, text or files</label>
      <textarea
        id={id}
        rows={1}
        required
        value={text}
        placeholder="https://…, or paste text, or drop files"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => submitByKey(event, addresses !== undefined)}
      />
      <p className="quiet" role="status">
        {isFilled && describeRecognised(text, addresses)}
      </p>
      {isFilled && others.length === 0 && (
        <div className="fields">
          {one && (
            <Choice label="Read as" value={as ?? one.type} onPick={(type) => setAs(type as AddressType)}>
              {(['url', 'github', 'youtube'] as const).map((type) => (
                <option key={type} value={type}>
                  {SOURCE_TYPE_NAMES[type]}
                </option>
              ))}
            </Choice>
          )}
          <Field
            label="Title (optional)"
            maxLength={200}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
        </div>
      )}
      <div className="buttons">
        <button type="submit" className="primary" disabled={!isFilled}>
          {' '}
          Add source{' '}
        </button>
        <button type="button" onClick={() => files.current?.click()}>
          Choose files…
        </button>
        <input
          ref={files}
          type="file"
          multiple
          hidden
          aria-label="Files"
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
      </div>
    </form>
  );
}

/** Enter adds an address; in a text it begins a line, and Ctrl or ⌘ with Enter adds. */
function submitByKey(event: KeyboardEvent<HTMLTextAreaElement>, isAddress: boolean): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  if (!isAddress && !event.ctrlKey && !event.metaKey) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

/** What the box understood. */
function describeRecognised(text: string, addresses: Address[] | undefined): string {
  if (!addresses) {
    const form = isTableText(text) ? 'A table; its columns are shown before it is added' : 'Text';
    return `${form}, ${plural(text.trim().length, 'character')}.`;
  }
  if (addresses.length > 1) return `${addresses.length} addresses, one per line.`;
  return ADDRESS_TYPE_WORDS[addresses[0]?.type ?? 'url'];
}

const ADDRESS_TYPE_WORDS: Readonly<Record<AddressType, string>> = {
  url: 'A web page, PDF or text file.',
  github: 'A GitHub repository. Its text files are read at one commit.',
  youtube: 'A YouTube video. Its captions are read.',
};
