/** The database cannot be opened; the message gives the reason and the remedy. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}
