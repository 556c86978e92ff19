/** A benchmark the design names and this version cannot run yet. It is listed, and refused with its reason. */
export interface PlannedBenchmark {
  type: string;
  title: string;
  measures: string;
  licence: string;
  reason: string;
}

const NEEDS_DATA = 'Fetching and verifying public benchmark data is not built yet.';
const NOT_BUILT = 'Not built yet.';
const OPERATIONAL = 'Operational measurements are not built yet.';

const open = (type: string, title: string, measures: string, licence: string): PlannedBenchmark => ({
  type,
  title,
  measures,
  licence,
  reason: NEEDS_DATA,
});

const own = (type: string, title: string, measures: string, reason = NOT_BUILT): PlannedBenchmark => ({
  type,
  title,
  measures,
  licence: 'generated; no licence needed',
  reason,
});

const measured = (type: string, title: string, measures: string): PlannedBenchmark => ({
  type,
  title,
  measures,
  licence: 'measured; no licence needed',
  reason: OPERATIONAL,
});

export const PLANNED: readonly PlannedBenchmark[] = [
  open('gsm8k', 'GSM8K', 'Grade-school word problems with a number as the answer.', 'MIT'),
  open('mmlu', 'MMLU', 'Multiple-choice knowledge in 57 subjects.', 'MIT'),
  open('mmlu_pro', 'MMLU-Pro', 'Harder multiple-choice knowledge with up to ten choices.', 'MIT'),
  open(
    'arc_challenge',
    'ARC-Challenge',
    'Grade-school science questions that simple methods miss.',
    'CC BY-SA 4.0',
  ),
  open('hellaswag', 'HellaSwag', 'Choosing the plausible continuation of a situation.', 'MIT'),
  open(
    'truthfulqa_mc1_gen',
    'TruthfulQA, single choice by chat',
    'Not repeating common misconceptions.',
    'Apache-2.0',
  ),
  open('ifeval', 'IFEval', 'Following instructions that a program can verify.', 'Apache-2.0'),
  open('squad', 'SQuAD', 'Answering from a given passage.', 'CC BY-SA 4.0'),
  open('drop', 'DROP', 'Reading a passage and computing over it.', 'CC BY-SA 4.0'),
  own('grounded_qa', 'Grounded question answering', 'Answering from the workspace’s own sources.'),
  own('refusal_of_unknown', 'Refusal of the unknown', 'Saying so when no source holds the answer.'),
  measured('latency', 'Latency', 'Time to first token, between tokens and end to end, one call at a time.'),
  measured('load', 'Load', 'Behaviour at the scenario’s peak and traffic profile.'),
  measured('availability', 'Availability', 'The share of calls that are answered.'),
  measured('cost', 'Cost', 'What a month of the scenario’s traffic costs.'),
  measured('compliance', 'Compliance', 'Whether regions and certifications are met.'),
  measured('lock_in', 'Lock-in', 'How hard it is to leave a provider.'),
];
