/** Why an event of a stream ends the call: the server's own error, or why it cannot be parsed. */
export class FailedStreamEvent extends Error {
  override readonly name = 'BadEvent';
  readonly event: string;

  constructor(event: string, message: string) {
    super(message);
    this.event = event;
  }
}
