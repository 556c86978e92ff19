import { isObject } from '../../../../../kernel/json.ts';
import type { DatasetRow, Notices } from '../imported.ts';

const VARIABLE = /\{\{-?\s*([A-Za-z_][\w.]*)\s*-?\}\}/g;

/** Puts values in the place of `{{name}}`; null, and a sentence, where the template needs more than that. */
export function fillTemplate(
  template: string,
  vars: Record<string, unknown>,
  notices: Notices,
): string | null {
  let missing: string | null = null;
  const filled = template.replace(VARIABLE, (_, name: string) => {
    const value = name.split('.').reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), vars);
    if (value === undefined)
      missing ??= `The variable {{${name}}} has no value; tests without it are skipped.`;
    else if (typeof value === 'string' && value.startsWith('file://')) {
      missing ??= `The variable {{${name}}} is read from a file; tests with it are skipped.`;
    }
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
  if (missing === null && /\{[{%]/.test(template.replace(VARIABLE, ''))) {
    missing = 'Templates with filters or control flow are not supported; tests with them are skipped.';
  }
  if (missing !== null) notices.add(missing);
  return missing === null ? filled : null;
}

/** A prompt that is a JSON list of messages becomes messages, filled text by text; any other is one question. */
export function fillPrompt(
  prompt: string,
  vars: Record<string, unknown>,
  notices: Notices,
): DatasetRow['input'] | null {
  const messages = asMessages(prompt);
  if (messages === null) return fillTemplate(prompt, vars, notices);
  const filled = messages.map(({ role, content }) => ({
    role,
    content: fillTemplate(content, vars, notices),
  }));
  if (filled.some(({ content }) => content === null)) return null;
  if (filled.at(-1)?.role !== 'user') {
    notices.add('A prompt that does not end with a user message is skipped.');
    return null;
  }
  return filled as { role: string; content: string }[];
}

function asMessages(prompt: string): { role: string; content: string }[] | null {
  if (!prompt.trimStart().startsWith('[')) return null;
  try {
    const parsed: unknown = JSON.parse(prompt);
    return Array.isArray(parsed) && parsed.every(isMessage) ? parsed : null;
  } catch {
    return null;
  }
}

function isMessage(value: unknown): value is { role: string; content: string } {
  if (!isObject(value) || typeof value.content !== 'string') return false;
  return ['system', 'user', 'assistant'].includes(String(value.role));
}
