import { join } from 'node:path'
import pino from 'pino'
import { AppError } from '../base/errors.ts'
import { openLogFile } from './log-file.ts'

/**
 * The log file of a data folder. It holds no secrets: no query strings, headers, inputs or bodies. A call of a key has
 * its record in the store, so a request is written here only when it was refused or failed, or at level `debug`.
 */
export interface Log {
  request(entry: { status: number } & Record<string, unknown>): void
  info(message: string): void
  warn(message: string): void
  error(error: unknown, requestId?: string): void
  /** What nothing caught. Whatever was thrown, this does not throw. */
  fault(error: unknown): void
  /** Writes what waits; what comes later is dropped. */
  close(): Promise<void>
}

/** Opens `winnow.log` of a data folder. */
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
