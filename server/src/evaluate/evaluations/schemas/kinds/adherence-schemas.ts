import { Type } from 'typebox';
import { Nullable } from '../../../../platform/http/schemas.ts';

const Share = Type.Object({
  share: Nullable(Type.Number()),
  ci_low: Nullable(Type.Number()),
  ci_high: Nullable(Type.Number()),
});

/** How well the responses of one target keep the rules of one benchmark. */
export const AdherenceReport = Type.Object(
  {
    target_label: Type.String(),
    benchmark: Type.String(),
    answers: Type.Integer({ description: 'Number of graded responses: one for each item and epoch.' }),
    breaking: { ...Share, description: 'Responses that break any rule, with an interval clustered by item.' },
    rules: Type.Array(Type.Object({ rule: Type.String(), kept: Share }), {
      description: 'The share of responses that keep each rule, lowest first; at most 100 rules.',
    }),
  },
  { title: 'AdherenceReport' },
);
