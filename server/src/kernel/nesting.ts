/** Whether objects and lists are nested more than `levels` deep. */
export function isNestedDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((one) => isNestedDeeperThan(one, levels - 1));
}
