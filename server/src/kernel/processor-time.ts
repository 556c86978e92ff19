import { readFileSync } from 'node:fs';

/** Processor time of a process in milliseconds; null if the system has no /proc or the process is gone. */
export function processorTime(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses can contain anything. The times in user and system mode (fields 14 and 15 of proc(5)) are
    // in hundredths of a second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}
