/** Grading one response took too long. */
export class GradingTimedOut extends Error {
  override readonly name = 'GradingTimedOut';
  constructor(
    afterMs: number,
    advice = 'Make the code faster and rescore, or raise timeout_ms and evaluate again.',
    of = ' of processor time',
  ) {
    super(`Grading this response took more than ${afterMs / 1000} s${of}. ${advice}`);
  }
}
