/** Something the person at the keyboard must do first. The message carries the remedy and is shown without a stack. */
export class PrerequisiteError extends Error {
  /** @override */
  name = 'PrerequisiteError';
}
