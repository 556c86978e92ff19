/** How the scores of two candidates stand to each other on a question. */
const RELATIONS = ['differ', 'a_higher', 'b_higher', 'same'] as const;
type Relation = (typeof RELATIONS)[number];

/** Which samples are shown, as the address says it: `?benchmark=…&a=…&b=…` are those on which two candidates differ. */
export interface SamplesSearch {
  benchmark?: string | undefined;
  a?: string | undefined;
  b?: string | undefined;
  relation?: Relation | undefined;
  target?: string | undefined;
  outcome?: string | undefined;
  reason?: string | undefined;
  cluster?: string | undefined;
  disagree?: true | undefined;
  from_ms?: number | undefined;
  to_ms?: number | undefined;
  text?: string | undefined;
  /** The unit that the table begins at. */
  at?: number | undefined;
  /** On a sample's page: whose answer the others are compared with, and how answers are shown. */
  against?: string | undefined;
  view?: 'text' | undefined;
}

/** What the query of an address may say of samples; anything else in it is left out. */
export function validateSamplesSearch(search: Record<string, unknown>): SamplesSearch {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
  const number = (name: string) => {
    const value = Number(search[name] ?? Number.NaN);
    return Number.isFinite(value) && value >= 0 ? value : undefined;
  };
  const { disagree, relation, view } = search;
  return definedFields({
    benchmark: text('benchmark'),
    a: text('a'),
    b: text('b'),
    relation: RELATIONS.find((one) => one === relation),
    target: text('target'),
    outcome: text('outcome'),
    reason: text('reason'),
    cluster: text('cluster'),
    disagree: disagree === true || disagree === 'true' ? (true as const) : undefined,
    from_ms: number('from_ms'),
    to_ms: number('to_ms'),
    text: text('text')?.slice(0, 200) || undefined,
    at: number('at'),
    against: text('against'),
    view: view === 'text' ? ('text' as const) : undefined,
  });
}

/** The search as a filter of the API. */
export function toSampleFilter(search: SamplesSearch) {
  const { from_ms, to_ms, at: _, against: __, view: ___, ...filter } = search;
  return definedFields({ ...filter, latency_from_ms: from_ms, latency_to_ms: to_ms });
}

export type SamplesFilter = ReturnType<typeof toSampleFilter>;

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** An object without the members that are undefined. */
function definedFields<T extends object>(fields: T): Defined<T> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Defined<T>;
}
