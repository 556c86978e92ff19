const TYPES = ['benchmark', 'custom', 'mixed'];

/** Follows from what is run; a given one is kept, with a warning where it says something else. */
export function evaluationType(
  given: string | undefined,
  { benchmarks, custom }: { benchmarks: boolean; custom: boolean },
  warnings: string[],
): string {
  const meant = !custom ? 'benchmark' : benchmarks ? 'mixed' : 'custom';
  if (given === undefined || given === meant) return meant;
  if (!TYPES.includes(given)) {
    const known = TYPES.join(', ');
    warnings.push(`evaluation_type "${given}" is not one of ${known}; it is kept and means nothing.`);
  } else warnings.push(`evaluation_type is "${given}", but what is run would be "${meant}".`);
  return given;
}
