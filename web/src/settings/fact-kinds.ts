/** The kinds of facts in the catalogue, as its page names them in its address. */
export const FACT_KINDS = ['models', 'hardware', 'frameworks', 'providers'] as const;

export type FactKind = (typeof FACT_KINDS)[number];

export interface CatalogueSearch {
  kind?: FactKind;
  q?: string;
  /** The fact that an evaluation lacked, in words, and where it is to be added. */
  lacks?: string;
  at?: string;
}

export const isFactKind = (name: unknown): name is FactKind => FACT_KINDS.some((kind) => kind === name);
