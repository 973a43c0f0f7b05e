import { join } from 'node:path'
import pino from 'pino'
import { AppError } from '../base/errors.ts'
import { openLogFile } from './log-file.ts'

/**
 * The log file of a data folder. It holds no secrets: no query strings, headers, inputs or bodies. Calls with a key are recorded
 * in the store, so requests are logged only if they were refused or failed, or at level `debug`.
 */
interface Log {
  request(entry: { status: number } & Record<string, unknown>): void
  info(message: string): void
  warn(message: string): void
  error(error: unknown, requestId?: string): void
  /** Logs an uncaught error. Never throws, whatever was thrown. */
  fault(error: unknown): void
  /** Writes waiting lines. Later lines are dropped. */
  close(): Promise<void>
}

/** Opens `winnow.log` in a data folder. */
export function openLog(dataDir: string, level: string): Log {
  const file = openLogFile(join(dataDir, 'winnow.log'))
  const log = pino({ base: null, level, timestamp: pino.stdTimeFunctions.isoTime }, file)
  return {
    request: entry => (entry.status < 400 ? log.debug(entry, 'request') : log.info(entry, 'request')),
    info: message => log.info(message),
    warn: message => log.warn(message),
    error(error, requestId) {
      const cause = error instanceof AppError ? (error.facts.cause ?? error) : error
      log.error({ requestId, err: cause }, 'failed')
    },
    fault(error) {
      try {
        log.error({ err: error }, 'uncaught error')
      } catch {
        log.error('uncaught error; what was thrown cannot be written')
      }
    },
    close: file.close,
  }
}
