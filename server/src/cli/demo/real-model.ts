import { answer, type Schemas } from '@touchstone/client';
import type { Stage } from './steps.ts';

/**
 * The first listed model of the operator's own providers as a further target, if there is one. Says what it
 * takes and what it leaves out; asks nothing yet.
 */
export async function findRealModel(stage: Stage): Promise<Schemas['Target'] | null> {
  const { client, example, out } = stage;
  const { data } = await answer(client.GET('/providers'));
  const own = data.filter(({ kind, name }) => kind !== 'baseline' && !Object.hasOwn(example.mocks, name));
  if (own.length === 0) {
    out.text(
      'No real provider is configured; with TOUCHSTONE_CONFIG naming one that lists a model, it would join.',
    );
    return null;
  }
  const listing = own.find(({ models }) => models.length > 0);
  const model = listing?.models[0];
  if (!listing || !model) {
    const names = own.map(({ name }) => name).join(', ');
    out.text(
      `Configured, but left out: ${names} lists no model. Name one in "models" or "prices" of TOUCHSTONE_CONFIG and it joins.`,
    );
    return null;
  }
  const label = `${listing.name}/${model.id} (real)`;
  out.text(
    `${label} joins: your provider ${listing.name} is really asked, and charges for it. The estimate below says how much it may be.`,
  );
  return { target_type: 'model', model_provider: listing.name, model_id: model.id, label };
}
