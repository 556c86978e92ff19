import type { Message } from '../api/api.ts';

/** Who speaks, in people's words. */
export const ROLE_NAMES: Readonly<Record<Message['role'], string>> = {
  user: 'Person',
  assistant: 'Assistant',
  system: 'Instruction',
  tool: 'Tool',
};

export const ROLES = Object.keys(ROLE_NAMES) as Message['role'][];
