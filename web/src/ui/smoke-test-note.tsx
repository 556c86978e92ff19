import { SMOKE_TEST_NOTE } from '@touchstone/report';

interface SmokeTestNoteProps {
  benchmark: { smoke_test: boolean; subsets: readonly { name: string; smoke_test: boolean }[] } | undefined;
  /** Empty = no part is chosen. */
  subset: string;
}

/** Where a benchmark is chosen: what its scores show if what is asked is a smoke test. */
export function SmokeTestNote({ benchmark, subset }: SmokeTestNoteProps) {
  const asked = subset === '' ? benchmark : benchmark?.subsets.find(({ name }) => name === subset);
  return asked?.smoke_test ? <p className="quiet">{SMOKE_TEST_NOTE}</p> : null;
}
