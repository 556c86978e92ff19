import type { Schemas } from '@touchstone/client';

type Requirement = NonNullable<Schemas['Results']['requirements']>[number];

/** A figure of a requirement in its own unit; a dash where there is none. */
export function requirementFigure(kind: Requirement['kind'], value: number | null): string {
  if (value === null) return '–';
  if (kind === 'availability') return `${Number((100 * value).toPrecision(4))} %`;
  return String(Number(value.toPrecision(4)));
}
