import { useMutation } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { api } from '../api/api.ts';
import { Field } from '../ui/field.tsx';
import { type FilledFields, Form } from '../ui/form.tsx';

/** Trades an API key for a session cookie; the key itself is not kept. */
export function SignIn({ wasSignedIn, onSignedIn }: { wasSignedIn: boolean; onSignedIn: () => void }) {
  const signIn = useMutation({
    mutationFn: (form: FilledFields) =>
      answer(api.POST('/session', { body: { key: form.text('key') ?? '' } })),
    onSuccess: onSignedIn,
  });
  return (
    <section className="narrow">
      <h1>Sign in</h1>
      {wasSignedIn && (
        <p className="warning" role="alert">
          You are signed out: your key was revoked, or the service now requires a key. Sign in to continue.
        </p>
      )}
      <p>
        This service requires an API key. Create one on its machine:{' '}
        <code>touchstone keys create --name me --role admin</code>, or in a clone{' '}
        <code>npm run touchstone -- keys create --name me --role admin</code>.
      </p>
      <Form label="Sign in" submit="Sign in" change={signIn}>
        <Field label="API key" name="key" type="password" required placeholder="ts_…" autoFocus />
      </Form>
    </section>
  );
}
