import { useQuery } from '@tanstack/react-query';
import type { Provider } from '../api/api.ts';
import { queries } from '../api/queries.ts';
import { Fact } from '../ui/fact.tsx';
import { Section } from '../ui/section.tsx';

/** The model providers that this service may call, with their limits. */
export function ProviderSettings() {
  const providers = useQuery(queries.providers);
  return (
    <>
      <p>
        To add a provider, set its API key in the environment or add an entry to the file in{' '}
        <code>TOUCHSTONE_CONFIG</code>, then restart the service.
      </p>
      <Section title="Providers" loaded={providers} empty="No providers yet.">
        {(items) => items.map((provider) => <ProviderView key={provider.name} provider={provider} />)}
      </Section>
    </>
  );
}

function ProviderView({ provider }: { provider: Provider }) {
  const { name, kind, description, base_url, models, accepts_other_models } = provider;
  return (
    <article className="panel">
      <h3>{name}</h3>
      <p>{description}</p>
      <dl className="facts">
        <Fact name="Kind">{kind}</Fact>
        {base_url !== null && <Fact name="Address">{base_url}</Fact>}
        <Fact name="Parallel calls">
          {provider.max_concurrency === null ? 'adapts to the provider' : String(provider.max_concurrency)}
        </Fact>
        <Fact name="Calls per minute">
          {provider.requests_per_minute === null ? 'no limit' : String(provider.requests_per_minute)}
        </Fact>
        <Fact name="Models">{models.length === 0 ? 'any' : models.map(({ id }) => id).join(', ')}</Fact>
        {models.length > 0 && (
          <Fact name="Other models">{accepts_other_models ? 'allowed' : 'rejected'}</Fact>
        )}
      </dl>
    </article>
  );
}
