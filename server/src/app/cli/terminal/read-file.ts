import { readFile } from 'node:fs/promises';
import { parse, YAMLParseError } from 'yaml';
import { decodeText } from '../../../knowledge/reading/text/decode-text.ts';
import { UsageError } from './arguments.ts';

/** The text of a local file in any encoding, for any command. Throws `UsageError` where there is none. */
export async function readText(file: string): Promise<string> {
  try {
    return decodeText(await readFile(file), '').text;
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

/** JSON is YAML, so either is read. Throws `UsageError` with the line. */
export function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 100 });
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new UsageError(`${file} is not YAML: ${error.message}`);
  }
}
