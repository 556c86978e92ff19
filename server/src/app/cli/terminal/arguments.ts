import { type ParseArgsConfig, parseArgs } from 'node:util';
import { SETTINGS, settingFlag } from '../../../platform/settings.ts';

/** The command was called incorrectly; the message says what is accepted. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Flags = NonNullable<ParseArgsConfig['options']>;

/** Every setting of the service as a flag, such as --data-dir for DATA_DIR. */
export const SETTING_FLAGS: Record<string, { type: 'string' }> = Object.fromEntries(
  Object.keys(SETTINGS).map((name) => [settingFlag(name), { type: 'string' as const }]),
);

/** The settings among parsed flags, as input for `loadConfig`. */
export function settingsFromFlags(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const settings = Object.entries(values).filter(([name]) => Object.hasOwn(SETTING_FLAGS, name));
  return Object.fromEntries(settings) as Record<string, string>;
}

/** The settings in the text of --help, one line each. */
export function describeSettings(names: readonly string[] = Object.keys(SETTINGS)): string {
  const lines = Object.entries(SETTINGS)
    .filter(([name]) => names.includes(name))
    .map(([name, { help, fallback }]) => {
      return `  ${`--${settingFlag(name)}`.padEnd(28)}${help}${fallback === '' ? '' : ` (${fallback})`}`;
    });
  return lines.join('\n');
}

/** Parses flags strictly. Throws `UsageError` that names the command's flags. */
function readArguments<const T extends Flags>(command: string, args: readonly string[], flags: T) {
  try {
    return parseArgs({ args: [...args], options: flags, strict: true, allowPositionals: true });
  } catch (error) {
    const [what] = (error as Error).message.split(/\. |\n/);
    const known = Object.keys(flags).map((name) => `--${name}`);
    throw new UsageError(`touchstone ${command}: ${what}. Its flags are: ${known.join(', ')}.`);
  }
}

const HELP_FLAG = { help: { type: 'boolean', short: 'h' } } as const;

/** The flags and words of a call to a command with these flags. */
export type Call<T extends Flags> = ReturnType<typeof readArguments<T>>;

/** Makes a command: it parses its arguments, prints `help` for --help, and resolves to the exit code. */
export function command<const T extends Flags>(
  name: string,
  flags: T,
  help: string,
  run: (call: Call<T>) => Promise<number>,
): (args: readonly string[]) => Promise<number> {
  return async (args) => {
    const call = readArguments(name, args, { ...flags, ...HELP_FLAG });
    if (!('help' in call.values)) return run(call as unknown as Call<T>);
    process.stdout.write(help);
    return 0;
  };
}

/** Throws `UsageError` for words that the command does not accept. */
export function refuseMoreWords(command: string, words: readonly string[]): void {
  if (words.length === 0) return;
  throw new UsageError(`touchstone ${command} does not accept "${words.join(' ')}"; see --help.`);
}
