import { Type } from 'typebox';
import { Nullable } from '../../../../platform/http/schemas.ts';

const Share = Type.Object({
  share: Nullable(Type.Number()),
  ci_low: Nullable(Type.Number()),
  ci_high: Nullable(Type.Number()),
});

/** How the responses of one target keep the rules of one benchmark. */
export const AdherenceReport = Type.Object(
  {
    target_label: Type.String(),
    benchmark: Type.String(),
    answers: Type.Integer({ description: 'Responses that were graded: each item once in each epoch.' }),
    breaking: { ...Share, description: 'Responses that break any rule; intervals cluster by item.' },
    rules: Type.Array(Type.Object({ rule: Type.String(), kept: Share }), {
      description: 'How often each rule is kept, the least first; at most 100 different ones.',
    }),
  },
  { title: 'AdherenceReport' },
);
