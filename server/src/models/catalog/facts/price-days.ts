import type { ModelPriceFact } from './schemas.ts';

type Days = Pick<ModelPriceFact, 'from' | 'until'>;

/** The first day of a price. Days compare as texts; a price without a day has no lower bound. */
export const firstDay = ({ from }: Days): string => from ?? '';

/** The first day after a price. */
export const endDay = ({ until }: Days): string => until ?? '~';

/** Whether a price covers each day of another. */
export function coversDays(price: Days, other: Days): boolean {
  return firstDay(price) <= firstDay(other) && endDay(other) <= endDay(price);
}

/** Whether both prices apply on some day. */
export function overlaps(price: Days, other: Days): boolean {
  return firstDay(price) < endDay(other) && firstDay(other) < endDay(price);
}

/** The parts of a price on the days that another does not cover: none, or one before and one after it. */
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
