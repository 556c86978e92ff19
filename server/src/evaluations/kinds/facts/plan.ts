import { drawingOf } from '../../../benchmarks/benchmarks.ts';
import { impossible } from '../../../kernel/errors.ts';
import type { OperationalInput, PlannedOperational } from '../load/plan-input.ts';

/** The benchmarks that follow from facts about a stack; nothing is asked for them. */
const FACTS = ['cost', 'compliance', 'lock_in'];

export function isFactsBenchmark(type: string): boolean {
  return FACTS.includes(type);
}

/** A benchmark that follows from facts. Throws 422 without a scenario to hold them against. */
export function planFacts(type: string, { choice, scenarios }: OperationalInput): PlannedOperational[] {
  if (choice.trace != null) throw impossible('/trace', `${type} sends nothing; leave trace out.`);
  if (choice.subset != null) throw impossible('/subset', `${type} has no subsets; leave subset out.`);
  if (scenarios.length === 0) {
    throw impossible(
      '/benchmark_type',
      `${type} is worked out for a scenario: add a target of target_type scenario, whose limits it is held against.`,
    );
  }
  const planned = { key: type, kind: 'facts', type, version: '1', items: 0, chanceLevel: null };
  return [{ planned, drawing: drawingOf([]) }];
}
