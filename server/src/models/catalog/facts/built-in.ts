import frameworks from './frameworks.json' with { type: 'json' };
import gpuInstances from './gpu-instances.json' with { type: 'json' };
import gpus from './gpus.json' with { type: 'json' };
import models from './models.json' with { type: 'json' };
import providers from './providers.json' with { type: 'json' };
import regions from './regions.json' with { type: 'json' };
import type { Facts } from './schemas.ts';

/** The facts that come with the program, as the files in `facts/` have them; a test holds them to the schema. */
export const BUILT_IN_FACTS = {
  models,
  gpu_instances: gpuInstances,
  gpus,
  providers,
  regions,
  frameworks,
} as unknown as Facts;
