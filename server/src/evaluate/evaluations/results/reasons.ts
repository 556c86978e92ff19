import { MIN_ITEMS_TO_DECIDE } from '../../../measure/statistics/statistics.ts';

/** Why two targets are not distinguished, for comparisons and *no worse* alike: phrases without a full stop. */
export const UNDECIDED_REASONS = {
  too_few_clusters: `they were compared on fewer than ${MIN_ITEMS_TO_DECIDE} clusters of items`,
  coverage_differs: 'their coverage differs by more than 2 points',
  other_model: 'most responses of one of them came from a different model than requested',
  missing_answers: 'the missing responses could change it',
  no_interval: 'there is no interval',
} as const;
