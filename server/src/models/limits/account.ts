/**
 * The limits that processes share for one provider account, as a pure function of the account's row, one process's
 * request, and the database's time. `leased-limiter.ts` calls it, and `account-store.ts` stores the row.
 *
 * - **Slots**: the slots held by all leases never exceed the ceiling. A holder may start calls up to its `target`, its
 * fair share of the free slots; calls in flight above that are kept until they end. If more processes want slots than
 * there are, the one served longest ago comes first.
 * - **Tokens of the minute** (permissions to start a call) are leased in blocks. A used token counts until 60 s after
 * its use was reported, so no window of 60 s exceeds the limit; a report that is half a second late costs that much of
 * the rate.
 * - **A 429** cuts the limit for all to ×0.8 of the most slots held since it last changed, once per cool-down. Then it
 * grows by 5 % (at least 1) per clean round, as in `limiter.ts`, up to the ceiling.
 * - **A measurement** that needs the account for itself prevents all other holders from starting calls; the longest
 * waiting measurement comes first.
 * - A holder loses its slots if it is silent until its lease has ended and for another `LEASE_LOSS_MARGIN` of a lease,
 * or if its process is known to have ended and renewed nothing for `AFTER_END_MS`; its tokens count as used.
 */
export interface AccountState {
  /** The slot limit after cuts by 429s; null if it is not below the ceiling. */
  limit: number | null;
  coolUntil: number;
  /** First-attempt successes since the limit changed, and the maximum number of slots in use. */
  clean: number;
  peak: number;
  /** Used tokens by the second after the last use: `[time, tokens]`. */
  uses: [number, number][];
  holders: Record<string, Holder>;
}

interface Holder {
  until: number;
  slots: number;
  wants: number;
  /** When it last got slots after having none; 0 for never. */
  servedAt: number;
  /** Tokens given and used since the holder appeared. */
  given: number;
  used: number;
  wantsTokens: boolean;
  tokenAt: number;
  /** Since when it has requested the account for itself; null if it has not. */
  quietSince: number | null;
  quiet: boolean;
}

type NamedHolder = Holder & { id: string };

export interface AccountRules {
  /** Maximum calls in flight, over all processes. */
  ceiling: number;
  /** Maximum calls started in any 60 seconds; null for no limit. */
  perMinute: number | null;
  leaseMs: number;
  /** Whether a holder's process is known to have ended: its slots are soon free again. */
  isGone?: (holder: string) => boolean;
}

/** What one process has and requests. */
export interface LeaseRequest {
  holder: string;
  inFlight: number;
  /** Calls in flight and waiting. */
  wants: number;
  /** Tokens ever used before the row was read: `now` is later than each of these uses. */
  used: number;
  /** Tokens used since the row was read. */
  usedMeanwhile: number;
  /** Additional tokens wanted. */
  wantsTokens: number;
  wantsQuiet: boolean;
  /** First-try successes since the previous request. */
  clean: number;
  /** Whether there was a 429 since the previous request, with its Retry-After; null if there was none. */
  limitedMs: number | null;
  leaves: boolean;
}

/** What the process may use until its lease ends. */
export interface LeaseGrant {
  /** Maximum number of calls of this process in flight. */
  target: number;
  /** Tokens ever given: `used` may rise to it. */
  given: number;
  /** Whether the account is its alone: no other process has a call in flight. */
  isAlone: boolean;
  /** Whether others have calls in flight or wait. */
  isShared: boolean;
  /** Time until the next token is free, if it got fewer than it wants. */
  nextTokenMs: number | null;
}

export const EMPTY_ACCOUNT: AccountState = {
  limit: null,
  coolUntil: 0,
  clean: 0,
  peak: 0,
  uses: [],
  holders: {},
};

/**
 * A lease counts as lost this share of its length after its end, because clocks drift and the database's clock may be
 * set.
 */
export const LEASE_LOSS_MARGIN = 0.2;
/**
 * How long slots of an ended process stay in use after its last renewal. Its connections closed with it, but a busy
 * server notices a moment later (of 200 kills, one server that lagged counted 120 calls instead of 100).
 */
const RETURN_DELAY_AFTER_END_MS = 2000;
const MINUTE_MS = 60_000;
const BUCKET_MS = 1000;
const COOL_DOWN_MS = 15_000;
const LIMIT_CUT_FACTOR = 0.8;
const LIMIT_GROWTH_FACTOR = 1.05;
const SATURATION_SHARE = 0.8;
const MIN_ROUND = 4;

/** The row after one process's request at `now`, and what that process was granted. */
export function renewLease(
  before: AccountState,
  ask: LeaseRequest,
  rules: AccountRules,
  now: number,
): { state: AccountState; grant: LeaseGrant } {
  const state = structuredClone(before);
  dropLost(state, rules, now);
  const mine = state.holders[ask.holder] ?? newHolder(ask.used);
  const others = Object.entries(state.holders).flatMap(([id, one]) =>
    id === ask.holder ? [] : [{ id, ...one }],
  );
  state.holders[ask.holder] = mine;

  addUse(state, rules, Math.max(0, ask.used - mine.used), now);
  mine.used = Math.max(mine.used, ask.used);
  mine.wants = ask.wants;
  mine.until = now + rules.leaseMs;
  mine.quietSince = ask.wantsQuiet ? (mine.quietSince ?? now) : null;
  const limit = adapt(state, ask, rules, now);

  const measuring = whoMeasures(state.holders);
  for (const [id, holder] of Object.entries(state.holders)) holder.quiet = id === measuring;
  const heldByOthers = others.reduce((sum, { slots }) => sum + slots, 0);
  const barred = measuring !== null && measuring !== ask.holder;
  const share = barred || ask.leaves ? 0 : shareOf({ id: ask.holder, ...mine }, others, limit);
  const target = Math.min(share, Math.max(0, limit - heldByOthers));
  if (target > 0 && mine.slots === 0) mine.servedAt = now;
  mine.slots = Math.max(ask.inFlight, target);
  state.peak = Math.max(state.peak, mine.slots + heldByOthers);
  const nextTokenMs = shareTokens(
    state,
    mine,
    others,
    target > 0 ? ask : { ...ask, wantsTokens: 0 },
    rules,
    now,
  );
  if (ask.leaves && ask.inFlight === 0) delete state.holders[ask.holder];

  return {
    state,
    grant: {
      target,
      given: mine.given,
      isAlone: mine.quiet && heldByOthers === 0,
      isShared: others.some(({ slots, wants }) => slots + wants > 0),
      nextTokenMs,
    },
  };
}

/** Whether the row contains nothing that the next process needs. */
export function isEmptyAccount({ limit, uses, holders }: AccountState): boolean {
  return limit === null && uses.length === 0 && Object.keys(holders).length === 0;
}

/** When the last entry of the row expires by the database's clock: nobody has used the account since. */
export function accountExpiry({ coolUntil, uses, holders }: AccountState): number {
  const ends = Object.values(holders).map(({ until }) => until);
  return Math.max(coolUntil, ...uses.map(([at]) => at + MINUTE_MS), ...ends);
}

function newHolder(used: number): Holder {
  return {
    until: 0,
    slots: 0,
    wants: 0,
    servedAt: 0,
    given: used,
    used,
    wantsTokens: false,
    tokenAt: 0,
    quietSince: null,
    quiet: false,
  };
}

/** Removes expired leases and uses. A time later than possible means that the database's clock was set back. */
function dropLost(state: AccountState, rules: AccountRules, now: number): void {
  for (const [id, holder] of Object.entries(state.holders)) {
    holder.until = Math.min(holder.until, now + rules.leaseMs);
    const renewedAt = holder.until - rules.leaseMs;
    const lostAt = rules.isGone?.(id)
      ? renewedAt + RETURN_DELAY_AFTER_END_MS
      : holder.until + rules.leaseMs * LEASE_LOSS_MARGIN;
    if (now < lostAt) continue;
    delete state.holders[id];
    addUse(state, rules, holder.given - holder.used, Math.min(now, holder.until));
  }
  state.coolUntil = Math.min(state.coolUntil, now + 10 * MINUTE_MS);
  state.uses = state.uses
    .map(([at, tokens]): [number, number] => [Math.min(at, now + BUCKET_MS), tokens])
    .filter(([at]) => now < at + MINUTE_MS);
}

function addUse(state: AccountState, { perMinute }: AccountRules, tokens: number, at: number): void {
  if (perMinute === null || tokens === 0) return;
  const bucket = Math.ceil(at / BUCKET_MS) * BUCKET_MS;
  const same = state.uses.find(([time]) => time === bucket);
  if (same) same[1] += tokens;
  else state.uses.push([bucket, tokens]);
}

/** The number of slots after the process's report. */
function adapt(state: AccountState, ask: LeaseRequest, { ceiling }: AccountRules, now: number): number {
  const limit = Math.min(state.limit ?? ceiling, ceiling);
  const change = (next: number | null) => Object.assign(state, { limit: next, clean: 0, peak: 0 });
  if (ask.limitedMs !== null) {
    state.clean = 0;
    if (now < state.coolUntil) return limit;
    state.coolUntil = now + Math.max(COOL_DOWN_MS, ask.limitedMs);
    const held = Object.values(state.holders).reduce((sum, { slots }) => sum + slots, 0);
    change(Math.max(1, Math.floor(Math.min(limit, Math.max(state.peak, held)) * LIMIT_CUT_FACTOR)));
    return state.limit as number;
  }
  state.clean += ask.clean;
  if (state.clean < Math.max(limit, MIN_ROUND)) return limit;
  if (state.limit === null || now < state.coolUntil || state.peak < SATURATION_SHARE * limit) {
    Object.assign(state, { clean: 0, peak: 0 });
    return limit;
  }
  const grown = Math.max(limit + 1, Math.floor(limit * LIMIT_GROWTH_FACTOR));
  change(grown >= ceiling ? null : grown);
  return Math.min(grown, ceiling);
}

/** The process that has the account for itself: the one that already has it, or the one that has waited longest. */
function whoMeasures(holders: Record<string, Holder>): string | null {
  const wanting = Object.entries(holders).filter(([, { quietSince }]) => quietSince !== null);
  wanting.sort(
    ([a, one], [b, other]) =>
      Number(other.quiet) - Number(one.quiet) ||
      (one.quietSince as number) - (other.quietSince as number) ||
      (a < b ? -1 : 1),
  );
  return wanting[0]?.[0] ?? null;
}

/** Max-min fair: a process that wants less than an equal share gets what it wants, and the others share the rest. */
function shareOf(mine: NamedHolder, others: readonly NamedHolder[], slots: number): number {
  const rivals = others.filter(({ wants }) => wants > 0);
  if (mine.wants === 0) return 0;
  if (rivals.length >= slots) {
    const before = rivals.filter((one) => wasServedBefore(one, mine)).length;
    return before < slots ? 1 : 0;
  }
  const wants = [...rivals, mine].map((one) => one.wants).sort((a, b) => a - b);
  let left = slots;
  for (const [i, want] of wants.entries()) {
    const equal = Math.floor(left / (wants.length - i));
    if (mine.wants <= want || want > equal) return Math.min(mine.wants, Math.max(1, equal));
    left -= want;
  }
  return 1;
}

function wasServedBefore(one: NamedHolder, other: NamedHolder): boolean {
  return one.servedAt === other.servedAt ? one.id < other.id : one.servedAt < other.servedAt;
}

/** Gives or takes back tokens. Returns how long until the next one is free if there are fewer than wanted. */
function shareTokens(
  state: AccountState,
  mine: Holder,
  others: readonly Holder[],
  ask: LeaseRequest,
  { perMinute }: AccountRules,
  now: number,
): number | null {
  if (perMinute === null) {
    // So that a limit that is configured later starts without given tokens.
    mine.given = mine.used;
    return null;
  }
  const wanted = ask.usedMeanwhile + (ask.leaves ? 0 : ask.wantsTokens);
  mine.given = Math.min(mine.given, mine.used + wanted);
  const lacking = wanted - (mine.given - mine.used);
  const left = [mine, ...others].reduce(
    (sum, { given, used }) => sum - (given - used),
    perMinute - state.uses.reduce((sum, [, tokens]) => sum + tokens, 0),
  );
  const hungry = others.filter(({ wantsTokens, slots }) => wantsTokens && slots > 0);
  // A process without a slot gets no token: a token in one process and a slot in another would serve neither.
  // One token is reserved for each process that has waited longer; the waiting processes share the rest.
  const free = left - hungry.filter(({ tokenAt }) => tokenAt < mine.tokenAt).length;
  const given = Math.max(0, Math.min(lacking, Math.ceil(free / (hungry.length + 1))));
  mine.given += given;
  if (given > 0) mine.tokenAt = now;
  mine.wantsTokens = wanted > 0 && mine.given === mine.used;
  if (given >= lacking) return null;
  const oldest = Math.min(...state.uses.map(([at]) => at + MINUTE_MS - now));
  return Math.max(0, Number.isFinite(oldest) ? oldest : 0);
}
