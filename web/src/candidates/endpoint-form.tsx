import { Choice, Field, TextField } from '../ui/field.tsx';
import { ENDPOINT_TEMPLATES, type EndpointDraft, jsonProblem } from './endpoint-draft.ts';

interface EndpointFormProps {
  draft: EndpointDraft;
  onChange: (draft: EndpointDraft) => void;
}

/** How the application of a candidate is asked: its address, what is sent, and where the answer is. */
export function EndpointForm({ draft, onChange }: EndpointFormProps) {
  const json = (key: 'request' | 'response' | 'more') => ({
    value: draft[key],
    spellCheck: false,
    className: 'code',
    onChange: ({ currentTarget: area }: { currentTarget: HTMLTextAreaElement }) => {
      area.setCustomValidity(jsonProblem(area.value));
      onChange({ ...draft, [key]: area.value });
    },
  });
  return (
    <>
      <div className="fields">
        <Field
          label="Address"
          type="url"
          wide
          placeholder="https://assistant.example.com/answer"
          hint="Leave empty to call the model directly. The operator must allow the host in TARGET_ALLOW_HOSTS."
          value={draft.url}
          onChange={({ currentTarget }) => onChange({ ...draft, url: currentTarget.value })}
        />
        <Choice
          label="Template"
          hint="Replaces the three fields below."
          value=""
          onPick={(shape) =>
            ENDPOINT_TEMPLATES[shape] && onChange({ ...draft, ...ENDPOINT_TEMPLATES[shape] })
          }
        >
          <option value="">Select a template</option>
          {Object.keys(ENDPOINT_TEMPLATES).map((shape) => (
            <option key={shape}>{shape}</option>
          ))}
        </Choice>
      </div>
      <div className="fields">
        <TextField label="Request, as JSON" placeholder='{"question": "{{input}}"}' {...json('request')} />
        <TextField
          label="Response mapping, as JSON"
          placeholder='{"answer": "$.answer"}'
          {...json('response')}
        />
        <TextField
          label="Method, headers, streaming and sessions, as JSON"
          placeholder='{"headers": {"authorization": "Bearer {{secret.NAME}}"}}'
          {...json('more')}
        />
      </div>
    </>
  );
}
