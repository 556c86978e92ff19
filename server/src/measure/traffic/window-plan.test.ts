import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planLoad } from './plan-windows.ts';
import { MAX_REQUESTS_TO_SEND, requestsToSend, scheduleWindow } from './window-plan.ts';

const SIZES = {
  inputTokens: { dist: 'constant', value: 10 },
  outputTokens: { dist: 'constant', value: 10 },
} as const;

test('no window of an open loop sends more than its bound, also where more arrive by chance', () => {
  let most = 0;
  for (const profile of ['steady', 'bursty', 'spiky', 'ramp', 'diurnal']) {
    for (const peakRps of [1, 700, 2500, 5000]) {
      for (let seed = 0; seed < 6; seed++) {
        const planned = planLoad({ profile, peakRps, requests: 5000, seed, ...SIZES });
        assert.ok(planned);
        const sent = requestsToSend(planned.slice);
        const { arrivals, steady } = scheduleWindow(planned.slice);
        assert.ok(sent <= MAX_REQUESTS_TO_SEND, `${profile} at ${peakRps}: ${sent}`);
        // What counts still ends after the last request, and begins before it.
        const last = arrivals.at(-1) ?? 0;
        assert.ok(steady.fromMs < last && last <= steady.toMs, `${profile} at ${peakRps}`);
        most = Math.max(most, sent);
      }
    }
  }
  assert.equal(most, MAX_REQUESTS_TO_SEND);
});
