export const SERVICE_FLAGS: readonly string[];
export const SERVICE_ENV: Readonly<Record<string, string>>;
