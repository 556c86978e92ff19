import { Choice, Field, TextField } from '../ui/field.tsx';
import { type EndpointDraft, jsonProblem, SHAPES } from './endpoint-draft.ts';

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
          hint="Empty: the model is asked. Its host is one that the operator admits (TARGET_ALLOW_HOSTS)."
          value={draft.url}
          onChange={({ currentTarget }) => onChange({ ...draft, url: currentTarget.value })}
        />
        <Choice
          label="Begin with a shape"
          hint="Replaces the three texts below."
          value=""
          onPick={(shape) => SHAPES[shape] && onChange({ ...draft, ...SHAPES[shape] })}
        >
          <option value="">choose one</option>
          {Object.keys(SHAPES).map((shape) => (
            <option key={shape}>{shape}</option>
          ))}
        </Choice>
      </div>
      <div className="fields">
        <TextField label="Request, as JSON" placeholder='{"question": "{{input}}"}' {...json('request')} />
        <TextField
          label="Where the answer is, as JSON"
          placeholder='{"answer": "$.answer"}'
          {...json('response')}
        />
        <TextField
          label="Method, headers, stream and session, as JSON"
          placeholder='{"headers": {"authorization": "Bearer {{secret.NAME}}"}}'
          {...json('more')}
        />
      </div>
    </>
  );
}
