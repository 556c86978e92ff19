import type { ModelFact, ModelPriceFact } from '../facts/schemas.ts';

/** The source of a list, which each of its facts will name. */
export interface Origin {
  readonly source: string;
  readonly as_of: string;
}

/** The facts of a published list about one model. */
export interface OfferedModel {
  readonly provider: string;
  readonly model_id: string;
  readonly kind: 'chat' | 'embedding';
  /** With dates if the list has them; otherwise one price without dates. Empty if it has none. */
  readonly prices: readonly ModelPriceFact[];
  readonly context_tokens?: number;
  readonly released_at?: NonNullable<ModelFact['released_at']>;
  /** Null: the list says that no end is announced. Absent: it does not say. */
  readonly shutdown_at?: NonNullable<ModelFact['shutdown_at']> | null;
  readonly replacement?: NonNullable<ModelFact['replacement']>;
}

/** A list of prices, or of a provider's models, in a known format. */
export interface OfferedPrices {
  readonly format: 'models.dev' | 'genai-prices' | 'LiteLLM' | 'provider’s own';
  readonly source: string;
  readonly models: readonly OfferedModel[];
  /** Entries that could not be read, one sentence each. */
  readonly skipped: readonly string[];
  /** What the format can state of a price; a price keeps everything else. */
  readonly states: {
    readonly rates: readonly (keyof ModelPriceFact)[];
    readonly serviceTiers: readonly string[];
  };
}

export type Fields = Readonly<Record<string, unknown>>;

export function asFields(value: unknown): Fields {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {};
}

/** A price of 0 or more; undefined for anything else. */
export function readPrice(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** The fields that have a value. */
export function definedFields<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
