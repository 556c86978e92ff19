/** Why a comparison came out as it did, in words; a code that is not known yet is shown as it is. */
const SENTENCES: Record<string, string> = {
  significant: 'The test finds a difference, and its interval agrees.',
  inside_margin: 'The difference is shown to be smaller than the margin.',
  interval_too_wide: 'The interval allows a difference that matters, in one direction or both.',
  test_and_interval_disagree: 'The test and its interval disagree.',
  too_few_items: 'Fewer than 15 items were compared.',
  too_few_clusters: 'They were compared on fewer than 15 clusters of items.',
  no_interval: 'No interval can be given for these items.',
  coverage_differs: 'Of one target clearly more units could be scored than of the other.',
};

export function sentence(reason: string): string {
  return SENTENCES[reason] ?? reason.replaceAll('_', ' ');
}

/** Figures about how a run went; they say nothing about which target is better. */
export function isAboutTheRun({ reason }: { reason: string }): boolean {
  return reason === 'describes_the_run';
}
