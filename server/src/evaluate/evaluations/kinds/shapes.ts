import { Type } from 'typebox';
import { AdherenceReport } from '../schemas/kinds/adherence-schemas.ts';
import { Judging } from '../schemas/kinds/judging-schemas.ts';
import { CapacityReport, LoadReport } from '../schemas/kinds/load-schemas.ts';
import { RetrievalReport } from '../schemas/kinds/retrieval-schemas.ts';
import { StructuredReport } from '../schemas/kinds/structured-schemas.ts';
import { TaskReport } from '../schemas/kinds/task-schemas.ts';
import { adherenceDescription } from './adherence/describe.ts';
import { answersDescription } from './answers/describe.ts';
import { capacityDescription } from './capacity/describe.ts';
import type { KindDescription } from './description.ts';
import { factsDescription } from './facts/describe.ts';
import { importedDescription } from './imported/describe.ts';
import { criterionDescription, judgingDescription } from './judging/describe.ts';
import { loadDescription } from './load/describe.ts';
import { preferenceDescription } from './preference/describe.ts';
import { retrievalDescription, retrievalScoreDescription } from './retrieval/describe.ts';
import { structuredDescription } from './structured/describe.ts';
import { tasksDescription } from './tasks/describe.ts';

// What the plan and the results contain of each kind: its description, the shape of its planned benchmarks, and its
// field of the results. Everything else of a kind is in its folder.

/** Every kind, by the `kind` of its planned benchmarks. */
export const DESCRIPTIONS_BY_KIND = {
  answers: answersDescription,
  tasks: tasksDescription,
  structured: structuredDescription,
  adherence: adherenceDescription,
  retrieval: retrievalDescription,
  'retrieval-score': retrievalScoreDescription,
  judging: judgingDescription,
  'judging-criterion': criterionDescription,
  preference: preferenceDescription,
  load: loadDescription,
  capacity: capacityDescription,
  facts: factsDescription,
  imported: importedDescription,
} as const;

/** The planned benchmark of a description. */
type PlannedBy<D> = D extends KindDescription<infer B> ? B : never;

/** A benchmark of a plan; `kind` tells which. */
export type PlannedBenchmark = PlannedBy<(typeof DESCRIPTIONS_BY_KIND)[keyof typeof DESCRIPTIONS_BY_KIND]>;

export type KindName = PlannedBenchmark['kind'];

export type PlannedOf<K extends KindName> = Extract<PlannedBenchmark, { kind: K }>;

/** The descriptions of all kinds as a list. */
export const KIND_DESCRIPTIONS = Object.values(
  DESCRIPTIONS_BY_KIND,
) as readonly KindDescription<PlannedBenchmark>[];

/** The description of a benchmark's kind. */
export function kindDescription({ kind }: Pick<PlannedBenchmark, 'kind'>): KindDescription<PlannedBenchmark> {
  // The table contains for each kind the description of its own benchmarks.
  return DESCRIPTIONS_BY_KIND[kind] as KindDescription<PlannedBenchmark>;
}

/** The fields of the results in which kinds report what they measured apart from scores. */
export const KIND_RESULTS = {
  tasks: Type.Optional(Type.Array(TaskReport)),
  structured: Type.Optional(
    Type.Array(StructuredReport, { description: 'Outcomes of responses that should be JSON of a schema.' }),
  ),
  adherence: Type.Optional(Type.Array(AdherenceReport)),
  retrieval: Type.Optional(Type.Array(RetrievalReport)),
  load: Type.Optional(Type.Array(LoadReport)),
  capacity: Type.Optional(
    Type.Array(CapacityReport, {
      description: 'The capacity search of each candidate and scenario.',
    }),
  ),
  judging: Type.Optional(Judging),
};
