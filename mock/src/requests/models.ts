import { type Answerer, createAnswerer } from '../answers/answers.ts';
import { createPrefixes, type Prefixes } from '../delivery/prefix-cache.ts';
import { createSchedule, type Schedule } from '../delivery/queue.ts';
import { modelSeed } from '../random.ts';
import type { Behaviour, MockScript } from '../script/script.ts';

/** A prepared model of the script: whatever does not change between requests is computed once. */
export interface Model {
  readonly name: string;
  readonly seed: number;
  readonly behaviour: Behaviour;
  readonly answer: Answerer;
  readonly schedule: Schedule;
  /** Null if it has no cache. */
  readonly prefixes: Prefixes | null;
}

export interface Models {
  /**
   * The model with a name; `unknown` if the script does not have it, or `too_many` if there is no memory for another
   * name.
   */
  get(name: string): Model | 'unknown' | 'too_many';
  /** The names in the script; `mock` if it has none. */
  readonly names: readonly string[];
}

// The maximum number of names, because they come from requests and each is stored.
const MAX_MODELS = 1000;

export function createModels(script: MockScript): Models {
  const ready = new Map<string, Model>();
  function add(name: string, behaviour: Behaviour): Model {
    const model = {
      name,
      behaviour,
      seed: modelSeed(script.seed, name),
      answer: createAnswerer(behaviour.answers),
      schedule: createSchedule(behaviour.servers, behaviour.standstills),
      prefixes: behaviour.prefix_cache && createPrefixes(behaviour.prefix_cache),
    };
    ready.set(name, model);
    return model;
  }
  for (const [name, behaviour] of script.models) add(name, behaviour);
  const most = Math.max(MAX_MODELS, ready.size);
  return {
    names: script.models.size > 0 ? [...script.models.keys()] : ['mock'],
    get(name) {
      const model = ready.get(name);
      if (model !== undefined) return model;
      if (script.only_listed_models) return 'unknown';
      return ready.size >= most ? 'too_many' : add(name, script.defaults);
    },
  };
}
