import { type ModelSlot, openLimiter } from './model-slot.ts';
import { type Run, type StopReason, stopReasonOfSlots } from './run.ts';

/** A model that a dataset names to simulate the user or judge. */
export interface NamedModel {
  provider: string;
  model_id: string;
}

/** The models that a dataset names, with the connections and limiters of the run. */
export type HelperModels = ReturnType<typeof createHelperModels>;

export function createHelperModels(run: Run) {
  const slots = new Map<string, ModelSlot>();

  function open({ provider, model_id }: NamedModel): ModelSlot {
    const connection = run.deps.models.resolve(provider, model_id);
    const { connectionKey } = connection;
    const shared = [...run.targets, ...run.judges, ...slots.values()].find(
      (one) => one.connection.connectionKey === connectionKey,
    );
    const limiter = shared?.limiter ?? openLimiter(connection, run.deps.models, run.plan, run.lanes);
    const target = { label: `${provider}/${model_id}`, provider, modelId: model_id };
    return { target, connection, limiter, stopped: null, refusals: 0 };
  }

  return {
    slotOf(model: NamedModel): ModelSlot {
      const key = JSON.stringify([model.provider, model.model_id]);
      const known = slots.get(key);
      if (known) return known;
      const slot = open(model);
      slots.set(key, slot);
      return slot;
    },
    /** Why one of them was stopped; null if none was. */
    whyStopped: (): StopReason => stopReasonOfSlots([...slots.values()]),
  };
}
