export function ensureConsole(root: string, node: string): Promise<void>;
export function sourceHash(root: string): string;
