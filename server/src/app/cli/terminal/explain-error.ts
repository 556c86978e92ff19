import { AppError } from '../../../kernel/errors.ts';
import { ConfigError } from '../../../platform/config.ts';
import { DatabaseRefused } from '../../../platform/db/database-refused.ts';
import { BackupRefused } from '../../backups/backup-refused.ts';
import { UsageError } from './arguments.ts';

/** The message printed instead of a stack trace. */
export interface ErrorExplanation {
  message: string;
  exitCode: 1 | 2;
}

interface SystemError {
  code?: string;
  syscall?: string;
  address?: string;
  port?: number;
  path?: string;
  severity?: string;
  message: string;
}

/** The remedy for failures that the operator can fix; null for a defect, whose stack trace is needed. */
export function explainError(error: unknown): ErrorExplanation | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof UsageError) return { message: error.message, exitCode: 2 };
  if (error instanceof ConfigError || error instanceof DatabaseRefused || error instanceof BackupRefused) {
    return { message: error.message, exitCode: 1 };
  }
  if (error instanceof AppError) {
    const places = error.errors.map(({ pointer, detail }) => `\n  ${pointer}: ${detail}`);
    return { message: error.message + places.join(''), exitCode: 1 };
  }
  const message = explainListening(error) ?? explainStorage(error);
  return message === null ? null : { message, exitCode: 1 };
}

/** Why the service cannot listen on the address of HOST and PORT. */
function explainListening({ code, syscall, address, port }: SystemError): string | null {
  if (syscall === 'getaddrinfo') return 'HOST (--host) is not a name or address of this machine.';
  if (syscall !== 'listen') return null;
  const where = `${address}:${port}`;
  switch (code) {
    case 'EADDRINUSE':
      return (
        `Another program already listens on ${where}. Stop it, or choose another port with PORT or --port ` +
        '(0 chooses a free one).'
      );
    case 'EACCES':
      return `This user may not listen on ${where}. Choose a port from 1024 up with PORT or --port.`;
    case 'EADDRNOTAVAIL':
      return `${address} is not an address of this machine. Choose another with HOST or --host.`;
    default:
      return `The service cannot listen on ${where}: ${code}.`;
  }
}

/** Why the data directory or the database server cannot be used. */
function explainStorage({ code, syscall, path, severity, message }: SystemError): string | null {
  if (code === 'ERR_SQLITE_ERROR') {
    return `The database in the data directory cannot be used: ${message}. Is the directory (DATA_DIR, --data-dir) writable?`;
  }
  if (severity !== undefined) return `PostgreSQL rejected DATABASE_URL: ${message}.`;
  if (syscall === undefined || path === undefined) return null;
  return `${path} cannot be used (${code}, ${syscall}). Choose another data directory with DATA_DIR or --data-dir.`;
}
