/** Arguments of an instruction in the published format: plain values by name. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A verifiable instruction: its required arguments, and whether a response follows it. */
export interface Check {
  needs: Readonly<Record<string, 'text' | 'number' | 'texts' | 'relation'>>;
  follows(reply: string, args: Arguments): boolean;
}

export const text = (args: Arguments, name: string): string => String(args[name]);
export const number = (args: Arguments, name: string): number => Number(args[name]);
export const texts = (args: Arguments, name: string): string[] => (args[name] as string[]).map(String);

/** The published data has two relations: `less than` and `at least`. */
export function related(count: number, args: Arguments, relation: string, limit: string): boolean {
  return args[relation] === 'less than' ? count < number(args, limit) : count >= number(args, limit);
}

const ACCEPTS = {
  text: (value: unknown) => typeof value === 'string' && value !== '',
  number: (value: unknown) => typeof value === 'number' && Number.isFinite(value),
  texts: (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string'),
  relation: (value: unknown) => value === 'less than' || value === 'at least',
} as const;

/** The missing argument or one of another type, as a sentence; null if the check is possible. Nothing is filled in. */
export function argumentProblem(id: string, { needs }: Check, args: Arguments): string | null {
  for (const [name, kind] of Object.entries(needs))
    if (!ACCEPTS[kind](args[name])) return `${id} needs ${name} (${kind})`;
  return null;
}
