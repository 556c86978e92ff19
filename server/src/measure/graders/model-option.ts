import type { GraderOptions, OptionSpec } from './options.ts';

/** The option that names the model of a grader. */
export const modelOption = (description: string, model: string): OptionSpec => ({
  type: 'string',
  description: `${description} as "provider/model".`,
  expects: `${model} as "provider/model"`,
  accepts: (value) => modelOf({ model: value }) !== null,
  required: true,
});

/** The model of a grader; null if it names none. The first slash ends the provider. */
export function modelOf({ model }: GraderOptions): { provider: string; modelId: string } | null {
  const [, provider, modelId] = /^([^/]+)\/(.+)$/.exec(typeof model === 'string' ? model : '') ?? [];
  return provider === undefined || modelId === undefined ? null : { provider, modelId };
}
