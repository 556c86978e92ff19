import { answer } from '@touchstone/client';
import { api } from '../api/api.ts';
import { Field } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { useAction } from '../use-action.ts';

/** Trades an API key for a session cookie; the key itself is not kept. */
export function SignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const action = useAction(async (form: { text(name: string): string | undefined }) => {
    await answer(api.POST('/session', { body: { key: form.text('key') ?? '' } }));
    onSignedIn();
  });
  return (
    <section className="narrow">
      <h1>Sign in</h1>
      <p>
        This service asks for an API key. Make one where it runs:{' '}
        <code>npm run touchstone -- keys create --name me --role admin</code>
      </p>
      <Form label="Sign in" submit="Sign in" action={action}>
        <Field label="API key" name="key" type="password" required placeholder="ts_…" autoFocus />
      </Form>
    </section>
  );
}
