import frameworks from './frameworks.json' with { type: 'json' };
import gpuInstances from './gpu-instances.json' with { type: 'json' };
import gpus from './gpus.json' with { type: 'json' };
import models from './models.json' with { type: 'json' };
import providers from './providers.json' with { type: 'json' };
import regions from './regions.json' with { type: 'json' };
import type { Facts } from './schemas.ts';

/** The facts that come with the program, from the files in `facts/`; a test checks them against the schema. */
export const BUILT_IN_FACTS = {
  models,
  gpu_instances: gpuInstances,
  gpus,
  providers,
  regions,
  frameworks,
} as unknown as Facts;
