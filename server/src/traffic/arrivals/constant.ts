/** One request every 1/rate: only to look for faults, since no traffic comes so. */
export function* constant({ rateRps }: { rateRps: number }): Generator<number> {
  for (let i = 0; ; i++) yield (i * 1000) / rateRps;
}
