/** Grading one response took too long. */
export class GradingTimedOut extends Error {
  override readonly name = 'GradingTimedOut';
  constructor(
    afterMs: number,
    advice = 'Raise timeout_ms or make the code faster, and rescore.',
    of = ' of processor time',
  ) {
    super(`Grading this response took more than ${afterMs / 1000} s${of}. ${advice}`);
  }
}
