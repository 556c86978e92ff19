/** Why a test, a prompt, a file or an assertion is not taken, without a full stop. */
export class NotTaken extends Error {
  override readonly name = 'NotTaken';
}

/** What `make` finds; [] and the reason said where it throws `NotTaken`. */
export async function orNothing<T>(make: () => Promise<T[]>, say: (why: string) => void): Promise<T[]> {
  try {
    return await make();
  } catch (error) {
    if (!(error instanceof NotTaken)) throw error;
    say(error.message);
    return [];
  }
}
