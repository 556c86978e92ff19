import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import type { Found, RedactedKind } from './kinds.ts';

/**
 * The recommended rules, except the one that obeys comments in the text, because a text must not switch off its own
 * check.
 */
const RULES = [
  {
    id: '@secretlint/secretlint-rule-preset-recommend',
    rule: creator,
    rules: [{ id: '@secretlint/secretlint-rule-filter-comments', disabled: true }],
  },
];

const WINDOW = 96 * 1024;
/** Longer than the longest secret of a rule, so that no window border cuts a secret. */
const OVERLAP = 16 * 1024;

/**
 * Finds secrets by the rules of secretlint in all texts at once, because a call costs more than its text. It works in
 * windows, because its time grows with the square of its findings. A secret in two windows is found twice.
 */
export async function findSecrets(text: string): Promise<Found[]> {
  const found: Found[] = [];
  // The profiler keeps an entry for each rule and window as long as the thread lives: 100 MB after 1 GB.
  secretLintProfiler.setEnabled(false);
  for (let at = 0; at === 0 || at + OVERLAP < text.length; at += WINDOW - OVERLAP) {
    const { messages } = await lintSource({
      source: {
        filePath: 'text.txt',
        ext: '.txt',
        contentType: 'text',
        content: text.slice(at, at + WINDOW),
      },
      options: { config: { rules: RULES } },
    });
    for (const { ruleId, range } of messages)
      found.push({ kind: kindOf(ruleId), start: at + range[0], end: at + range[1] });
  }
  return found;
}

function kindOf(ruleId: string): RedactedKind {
  const rule = ruleId.split('secretlint-rule-').at(-1) ?? '';
  if (rule === 'privatekey') return 'private_key';
  if (rule === 'basicauth' || rule === 'database-connection-string') return 'url_password';
  return /^(github|gitlab|npm|slack|huggingface|docker|hashicorp-vault|vercel)$/.test(rule)
    ? 'access_token'
    : 'api_key';
}
