import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import { startService } from '../../../test/support/service.ts';

interface Listed {
  type: string;
  gives_share: string;
  costly: boolean;
  asks_model: boolean;
  options: { name: string; default: unknown; required: boolean; values: string[] | null }[];
}

onEachDatabase('GET /graders', (place) => {
  test('says of each grader what it accepts, and what its scores are', async () => {
    const service = await startService(await place());
    try {
      const { status, body } = await service.call('GET', '/graders');
      assert.equal(status, 200);
      const named = (name: string) => body.data.find(({ type }: Listed) => type === name) as Listed;
      const option = (name: string, of: string) => named(name).options.find((one) => one.name === of);
      assert.equal(option('contains', 'ignore_case')?.default, true);
      assert.deepEqual(option('set', 'score')?.values, ['all', 'f1']);
      assert.equal(option('label', 'labels')?.required, true);
      assert.equal(option('numeric', 'format_counts')?.default, false);
      const those = (has: (one: Listed) => boolean) => body.data.filter(has).map(({ type }: Listed) => type);
      assert.deepEqual(
        those((one) => one.gives_share === 'always'),
        ['f1', 'rouge_l', 'rouge_n', 'bleu', 'gleu', 'edit_similarity'],
      );
      assert.deepEqual(
        those((one) => one.costly),
        ['regex', 'rouge_l', 'rouge_n', 'bleu', 'gleu', 'edit_similarity', 'json_schema', 'edit_distance'],
      );
      assert.deepEqual(
        those((one) => one.asks_model),
        ['embedding_similarity', 'judge'],
      );
    } finally {
      await service.stop();
    }
  });
});
