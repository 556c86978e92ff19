import type { Operation } from '../support/schema-walk.ts';

/** Values of the parameters of a path. */
export type Place = Readonly<Record<string, string>>;

const MOST_WORDS = 48;
const MOST_PLACES = 60;
const MOST_WORD_LENGTH = 300;

/** Names whose values would lead the service out of this machine. */
const NOT_LEARNED = new Set(['url', 'address', 'source']);

/**
 * What a session has learned from answers: where things are and were, which words stand under which name, ETags and
 * cursors. Later requests are made of these, so that operations deep in the tree are reached.
 */
export function createKnown(operations: readonly Operation[]) {
  const alive = new Map<string, Place[]>();
  const gone = new Map<string, Place[]>();
  const words = new Map<string, unknown[]>();
  const etags = new Map<string, string>();
  const cursors = new Map<string, string[]>();
  const itemOf = itemParameters(operations);

  const listIn = (map: Map<string, Place[]>, name: string) => {
    const list = map.get(name) ?? [];
    map.set(name, list);
    return list;
  };

  function word(name: string, value: unknown): void {
    if (NOT_LEARNED.has(name) || (typeof value === 'string' && value.length > MOST_WORD_LENGTH)) return;
    const list = words.get(name) ?? [];
    words.set(name, list);
    if (list.includes(value)) return;
    if (list.length >= MOST_WORDS) list.shift();
    list.push(value);
  }

  function learnWords(name: string, value: unknown, budget = { left: 400 }): void {
    if (budget.left-- <= 0) return;
    if (Array.isArray(value)) for (const each of value) learnWords(name, each, budget);
    else if (value !== null && typeof value === 'object')
      for (const [key, inner] of Object.entries(value)) learnWords(key, inner, budget);
    else if (value !== null) word(name, value);
  }

  return {
    word,
    learnWords,
    pick: (name: string, at: number): unknown => {
      const list = words.get(WORDS_OF[name] ?? name);
      return list === undefined || list.length === 0 ? undefined : list[at % list.length];
    },
    alive: (parameter: string): readonly Place[] => alive.get(parameter) ?? [],
    gone: (parameter: string): readonly Place[] => gone.get(parameter) ?? [],
    etag: (path: string): string | undefined => etags.get(path),
    /** One that a list answered: mostly this list, now and then another. */
    cursor(path: string, at: number): string | undefined {
      const own = cursors.get(path) ?? [];
      const others = [...cursors.values()].flat();
      return at % 4 === 0 || own.length === 0 ? others[at % others.length] : own[at % own.length];
    },

    /** Notes that a thing is at this place, which it names: its last parameter is the thing's id. */
    add(parameter: string, named: Place): void {
      // Ids in an address are taken in either case.
      const place = Object.fromEntries(Object.entries(named).map(([name, id]) => [name, id.toLowerCase()]));
      const list = listIn(alive, parameter);
      const id = place[parameter];
      if (list.some((each) => each[parameter] === id)) return;
      if (list.length >= MOST_PLACES) list.splice(1 + (list.length >> 1), 1);
      list.push(place);
      if (parameter === 'stack_id' || parameter === 'scenario_id') word('target_id', id);
      word(parameter, id);
    },

    /** Moves a thing, and all that is in it, to what is gone. */
    remove(parameter: string, place: Place): void {
      const id = place[parameter]?.toLowerCase();
      for (const [name, list] of alive) {
        const left = list.filter((each) => each[parameter] !== id);
        listIn(gone, name).push(...list.filter((each) => each[parameter] === id));
        alive.set(name, left);
      }
    },

    /** No request goes there any more. */
    forget(parameter: string, place: Place): void {
      const id = place[parameter];
      alive.set(
        parameter,
        listIn(alive, parameter).filter((each) => each[parameter] !== id),
      );
    },

    /** Learns from an answer of JSON. `own`: what it lists was made by this session. */
    learn(
      operation: Operation,
      place: Place,
      path: string,
      answer: { body: unknown; etag?: string | undefined },
      own: boolean,
    ): void {
      if (answer.etag !== undefined) etags.set(path, answer.etag);
      const { id, data, next_cursor } = (answer.body ?? {}) as Record<string, unknown>;
      const item = itemOf.get(operation.path);
      if (item !== undefined) {
        const ids =
          operation.method === 'POST' ? [id] : own && Array.isArray(data) ? data.map((each) => each?.id) : [];
        for (const each of ids) if (typeof each === 'string') this.add(item, { ...place, [item]: each });
      }
      if (typeof next_cursor === 'string') {
        const own = cursors.get(operation.path) ?? [];
        cursors.set(operation.path, [next_cursor, ...own].slice(0, 8));
      }
      learnWords('', answer.body);
    },
  };
}

export type Known = ReturnType<typeof createKnown>;

/** Fields whose words stand under another name in answers. */
const WORDS_OF: Record<string, string> = {
  source_ids: 'source_id',
  dataset: 'source_id',
  workspaces: 'workspace_id',
  orchestration: 'name',
};

/** For each collection, the parameter that names one of it: `/workspaces` → `workspace_id`. */
function itemParameters(operations: readonly Operation[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const { path } of operations) {
    const parts = [...path.matchAll(/\/\{(\w+)\}/g)];
    for (const { index, 1: name } of parts) if (name?.endsWith('_id')) found.set(path.slice(0, index), name);
  }
  return found;
}
