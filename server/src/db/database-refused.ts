/** The database cannot be used as things are; the message says why and what to do. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
}
