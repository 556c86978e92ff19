import type { Schemas } from '@touchstone/client';
import { Field } from '../ui/field.tsx';

export type WebhookDraft = Pick<Schemas['Webhook'], 'name' | 'url' | 'events'>;
type MessageType = WebhookDraft['events'][number];

export const MESSAGE_TYPES: Readonly<Record<MessageType, string>> = {
  'series.alarm': 'a series raises an alarm',
  'series.looked': 'a run of a series ends',
  'evaluation.completed': 'an evaluation completes',
  'evaluation.failed': 'an evaluation fails',
  'evaluation.cancelled': 'an evaluation is cancelled',
  'approval.created': 'an agent requests an approval',
};
const TYPE_NAMES = Object.keys(MESSAGE_TYPES) as MessageType[];

/** Where a webhook is, and what it is told of. */
export function WebhookFields({
  draft,
  onChange,
}: {
  draft: WebhookDraft;
  onChange: (draft: WebhookDraft) => void;
}) {
  const { name, url, events } = draft;
  const toggle = (type: MessageType) =>
    onChange({
      ...draft,
      events: TYPE_NAMES.filter((one) => (one === type) !== events.includes(one)),
    });
  return (
    <>
      <Field
        label="Name"
        required
        maxLength={200}
        placeholder="On call"
        value={name}
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
      />
      <Field
        label="URL"
        type="url"
        required
        maxLength={2048}
        placeholder="https://hooks.example.com/touchstone"
        wide
        value={url}
        onChange={(event) => onChange({ ...draft, url: event.currentTarget.value })}
      />
      <fieldset className="wide plain">
        <legend>Send when</legend>
        {TYPE_NAMES.map((type) => (
          <label key={type} className="check">
            <input type="checkbox" checked={events.includes(type)} onChange={() => toggle(type)} />{' '}
            {MESSAGE_TYPES[type]}
          </label>
        ))}
      </fieldset>
    </>
  );
}
