import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../../test/support/assert-close.ts';
import { effectiveItems, iccFromDesignEffect } from './design-effect.ts';

test('clusters of five: 60 items are worth 60, 33.3 or 12 independent ones', () => {
  const sizes = Array.from({ length: 12 }, () => 5);
  assert.equal(effectiveItems(sizes, 0), 60);
  assertClose(effectiveItems(sizes, 0.2), 60 / 1.8, 12);
  assert.equal(effectiveItems(sizes, 1), 12);
});

test('unequal clusters are worth less than their number', () => {
  assertClose(effectiveItems([1, 1, 8], 1), 100 / 66, 12);
});

test('a design effect leads back to its correlation', () => {
  const sizes = [3, 4, 5, 6, 2];
  const n = 20;
  for (const icc of [0, 0.1, 0.5, 1])
    assertClose(iccFromDesignEffect(n / effectiveItems(sizes, icc), sizes), icc, 12);
  assert.equal(iccFromDesignEffect(1, [1, 1, 1]), null);
});
