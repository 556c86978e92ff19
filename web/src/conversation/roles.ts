import type { Message } from '../api/api.ts';

/** Speakers of messages, in words for people. */
export const ROLE_NAMES: Readonly<Record<Message['role'], string>> = {
  user: 'Person',
  assistant: 'Assistant',
  system: 'Instruction',
  tool: 'Tool',
};

export const CHOOSABLE_ROLES = Object.keys(ROLE_NAMES) as Message['role'][];
