import type { Facts } from './fact-schemas.ts';
import frameworks from './facts/frameworks.json' with { type: 'json' };
import gpuInstances from './facts/gpu-instances.json' with { type: 'json' };
import gpus from './facts/gpus.json' with { type: 'json' };
import models from './facts/models.json' with { type: 'json' };
import providers from './facts/providers.json' with { type: 'json' };
import regions from './facts/regions.json' with { type: 'json' };

/** The facts that come with the program, as the files in `facts/` have them; a test holds them to the schema. */
export const BUILT_IN_FACTS = {
  models,
  gpu_instances: gpuInstances,
  gpus,
  providers,
  regions,
  frameworks,
} as unknown as Facts;
