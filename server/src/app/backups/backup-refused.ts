/** A backup that must not be used; the message says why. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
