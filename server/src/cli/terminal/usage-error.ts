/** The command was called wrongly; the message says what is accepted. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
