import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import type { Found, RedactedKind } from './kinds.ts';

/** The recommended rules, without the one that obeys comments in the text: a text must not switch off its own check. */
const RULES = [
  {
    id: '@secretlint/secretlint-rule-preset-recommend',
    rule: creator,
    rules: [{ id: '@secretlint/secretlint-rule-filter-comments', disabled: true }],
  },
];

/** Secrets by the rules of secretlint, in all texts at once: a call costs more than what it reads. */
export async function findSecrets(text: string): Promise<Found[]> {
  const { messages } = await lintSource({
    source: { filePath: 'text.txt', ext: '.txt', contentType: 'text', content: text },
    options: { config: { rules: RULES } },
  });
  return messages.map(({ ruleId, range: [start, end] }) => ({ kind: kindOf(ruleId), start, end }));
}

function kindOf(ruleId: string): RedactedKind {
  const rule = ruleId.split('secretlint-rule-').at(-1) ?? '';
  if (rule === 'privatekey') return 'private_key';
  if (rule === 'basicauth' || rule === 'database-connection-string') return 'url_password';
  return /^(github|gitlab|npm|slack|huggingface|docker|hashicorp-vault|vercel)$/.test(rule)
    ? 'access_token'
    : 'api_key';
}
