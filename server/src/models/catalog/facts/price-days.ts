import type { ModelPriceFact } from './schemas.ts';

type Days = Pick<ModelPriceFact, 'from' | 'until'>;

/** The first day of a price; days compare as texts, and a price without one has no bound there. */
export const firstDay = ({ from }: Days): string => from ?? '';

/** The first day after a price. */
export const endDay = ({ until }: Days): string => until ?? '~';

/** Whether a price holds on each day of another. */
export function coversDays(price: Days, other: Days): boolean {
  return firstDay(price) <= firstDay(other) && endDay(other) <= endDay(price);
}

/** A price on the days on which another does not hold: none, or one before and one after it. */
export function onOtherDays(price: ModelPriceFact, { from, until }: Days): ModelPriceFact[] {
  const before =
    from !== undefined && firstDay(price) < from
      ? [{ ...price, until: endDay(price) < from ? endDay(price) : from }]
      : [];
  const after =
    until !== undefined && endDay(price) > until
      ? [{ ...price, from: firstDay(price) > until ? firstDay(price) : until }]
      : [];
  return [...before, ...after];
}
