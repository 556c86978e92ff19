/** With --from or --to it compares models, otherwise it migrates the database; each is loaded only when called. */
export async function runMigrate(args: string[]): Promise<number> {
  const isAboutModels = args.some((arg) => /^--(from|to)(=|$)/.test(arg));
  if (isAboutModels) return (await import('./models.ts')).runMigrateModels(args);
  return (await import('./database.ts')).runMigrateDatabase(args);
}
