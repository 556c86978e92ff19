import type { Operation } from '../support/schema-walk.ts';
import type { Answer } from './fuzz-checks.ts';
import type { RawRequest } from './fuzz-raw.ts';
import type { Call } from './fuzz-requests.ts';

interface Finding {
  operation: string;
  problem: string;
  example: string;
  seed: number;
}

interface Reached {
  asked: number;
  done: number;
  refused: Map<string, number>;
}

/** What all sessions came to. */
export function createTally(operations: readonly Operation[]) {
  const taken: number[] = [];
  const classes = new Map<string, number>();
  const reached = new Map<string, Reached>(
    operations.map(({ id }) => [id, { asked: 0, done: 0, refused: new Map() }]),
  );
  const findings = new Map<string, Finding>();
  const repeated = new Map<string, number>();
  let slowest = { ms: 0, what: '' };

  const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  const signature = (operation: Operation | undefined, problem: string) =>
    `${operation?.id ?? 'raw'}: ${problem.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, 'ID').slice(0, 90)}`;

  return {
    signature,
    requests: (): number => taken.length,
    findings: (): readonly Finding[] => [...findings.values()],

    answered(answer: Answer, ms: number, call: Call): Answer {
      taken.push(ms);
      count(classes, `${Math.floor(answer.status / 100)}xx`);
      if (ms > slowest.ms) slowest = { ms, what: shownCall(call) };
      return answer;
    },

    counted({ id }: Operation, { status, body }: Answer): void {
      const row = reached.get(id);
      if (!row) return;
      row.asked++;
      if (status < 300) row.done++;
      else count(row.refused, `${status} ${(body as { code?: string } | undefined)?.code ?? ''}`);
    },

    raw(answer: string): void {
      count(classes, `raw ${/^HTTP\/1\.1 (\d)/.exec(answer)?.[1] ?? 'unanswered '}xx`.replace(' xx', ''));
    },

    /** Notes that it was seen; true the first time. */
    isNew(operation: Operation | undefined, problem: string): boolean {
      const key = signature(operation, problem);
      count(repeated, key);
      return repeated.get(key) === 1;
    },

    found(operation: Operation | undefined, problem: string, example: Call | RawRequest, seed: number): void {
      const key = signature(operation, problem);
      const shown = 'pieces' in example ? JSON.stringify(example) : shownCall(example);
      findings.set(key, { operation: operation?.id ?? 'raw', problem, example: shown, seed });
    },

    /** The tables, as lines. */
    report(seconds: number): string[] {
      const sorted = Float64Array.from(taken).sort();
      const at = (share: number) =>
        (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1);
      const never = [...reached].filter(([, { done }]) => done === 0);
      return [
        `${taken.length} requests in ${seconds.toFixed(0)} s: ${[...classes]
          .sort()
          .map(([name, n]) => `${name} ${n}`)
          .join(', ')}`,
        `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, slowest ${at(1)} ms (${slowest.what})`,
        `operations that saw a 2xx: ${reached.size - never.length} of ${reached.size}`,
        ...never.map(
          ([id, { refused }]) =>
            `  never: ${id} (${[...refused].map(([what, n]) => `${what} ${n}`).join(', ') || 'not asked'})`,
        ),
        `findings: ${findings.size}`,
        ...[...findings].map(
          ([key, { operation, problem, example, seed }]) =>
            `  ${operation}: ${problem}\n    ${repeated.get(key) ?? 1} times, first in session ${seed}: ${example}`,
        ),
      ];
    },
    /** Per operation: how often it was asked, and answered with 2xx. */
    reachedLines: (): string[] =>
      [...reached].map(
        ([id, { asked, done, refused }]) =>
          `  ${id}: ${done} of ${asked}; ${[...refused]
            .sort(([, a], [, b]) => b - a)
            .slice(0, 4)
            .map(([what, n]) => `${what} ${n}`)
            .join(', ')}`,
      ),
  };
}

export type Tally = ReturnType<typeof createTally>;

const MOST_SHOWN = 400;

function shownCall({ method, path, headers, body }: Call): string {
  const said = Object.entries(headers).map(([name, value]) => `${name}: ${value.slice(0, 80)}`);
  const text = body === undefined ? '' : ` ${JSON.stringify(String(body)).slice(0, MOST_SHOWN)}`;
  return `${method} ${path.slice(0, MOST_SHOWN)} [${said.join('; ')}]${text}`;
}
