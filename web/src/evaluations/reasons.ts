/** Figures about how a run went; they say nothing about which target is better. */
export function isAboutTheRun({ reason }: { reason: string }): boolean {
  return reason === 'describes_the_run';
}
