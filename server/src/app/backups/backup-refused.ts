/** A backup that must not be used; the message says what is wrong with it. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
