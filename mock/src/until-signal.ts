/** Resolves at SIGTERM or SIGINT. */
export async function untilSignal(): Promise<void> {
  const signalled = Promise.withResolvers<void>();
  const onSignal = () => signalled.resolve();
  process.once('SIGTERM', onSignal);
  process.once('SIGINT', onSignal);
  await signalled.promise;
  process.off('SIGTERM', onSignal);
  process.off('SIGINT', onSignal);
}
