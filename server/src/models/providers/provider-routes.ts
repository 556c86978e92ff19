import { Type } from 'typebox';
import type { App } from '../../platform/http/app-type.ts';
import { acceptedRevisions, setEtag } from '../../platform/http/etag.ts';
import type { Models } from '../models.ts';
import { Provider, Providers as ProviderList, toProvider } from '../provider-schemas.ts';
import { addedKinds } from './provider-account.ts';
import {
  NewProvider,
  ProviderCheck,
  ProviderName,
  ProviderPatch,
  ProviderToCheck,
  RewrappedProviders,
} from './provider-input.ts';
import type { Providers } from './providers.ts';

const params = Type.Object({ provider_name: ProviderName });

export function providerRoutes(
  app: App,
  { providers, models, basePath }: { providers: Providers; models: Models; basePath: string },
): void {
  const tags = ['providers'];

  app.get(
    '/providers',
    { schema: { tags, summary: 'List model providers', response: { 200: ProviderList } } },
    async () => ({
      data: models.list().map(toProvider),
      kinds: addedKinds(),
      key_storage: providers.keyStorage(),
    }),
  );

  app.post(
    '/providers',
    {
      schema: {
        tags,
        summary: 'Create a model provider',
        description: 'All workspaces can use it at once. Its key is encrypted and never returned.',
        body: NewProvider,
        response: { 201: Provider },
      },
    },
    async (request, reply) => {
      const { resource, revision } = await providers.create(request.actor, request.body);
      setEtag(reply, revision);
      reply.header('location', `${basePath}/providers/${resource.name}`);
      return reply.code(201).send(toProvider(resource));
    },
  );

  app.get(
    '/providers/:provider_name',
    { schema: { tags, summary: 'Get a model provider', params, response: { 200: Provider } } },
    async (request, reply) => {
      const { resource, revision } = await providers.get(request.actor, request.params.provider_name);
      setEtag(reply, revision);
      return toProvider(resource);
    },
  );

  app.patch(
    '/providers/:provider_name',
    {
      schema: {
        tags,
        summary: 'Update a model provider',
        description:
          'Only for providers that were added. A new scheme, host or port needs the key again, because the stored key is sent nowhere else.',
        params,
        body: ProviderPatch,
        response: { 200: Provider },
      },
    },
    async (request, reply) => {
      const { provider_name } = request.params;
      const patched = await providers.patch(
        request.actor,
        provider_name,
        request.body,
        acceptedRevisions(request),
      );
      setEtag(reply, patched.revision);
      return toProvider(patched.resource);
    },
  );

  app.delete(
    '/providers/:provider_name',
    {
      schema: {
        tags,
        summary: 'Delete a model provider',
        description:
          'Only for providers that were added. New runs are refused. Runs in progress finish with the stored key; cancel them, or revoke the key at the provider, if it must no longer be used.',
        params,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await providers.remove(request.actor, request.params.provider_name, acceptedRevisions(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/providers/:provider_name/check',
    {
      schema: {
        tags,
        summary: 'Check what a model provider can do',
        description:
          'Lists its models and, with `model_id`, sends up to 4 short requests, which may cost money.',
        params,
        body: ProviderToCheck,
        response: { 200: ProviderCheck },
      },
    },
    (request) =>
      providers.check(request.actor, request.params.provider_name, request.body.model_id, request.signal),
  );

  app.post(
    '/providers/rewrap',
    {
      schema: {
        operationId: 'rewrapProviders',
        tags,
        summary: 'Encrypt all stored keys by the first encryption key',
        description: 'After a new key was put first in `ENCRYPTION_KEYS`. Then the old one can be removed.',
        response: { 200: RewrappedProviders },
      },
    },
    (request) => providers.rewrap(request.actor),
  );
}
