import { existsSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { AppError } from './errors.ts'

const LARGEST = 16_777_216

/**
 * The log file of a data folder. It holds no secrets: no query strings, headers, inputs or bodies. A call of a key has
 * its record in the store, so a request is written here only when it was refused or failed, or at level `debug`.
 */
export interface Log {
  request(entry: { status: number } & Record<string, unknown>): void
  info(message: string): void
  error(error: unknown, requestId?: string): void
  close(): void
}

/** Opens `winnow.log`, written asynchronously; one larger than 16 MB is put aside as `winnow.log.1` first. */
export function openLog(dataDir: string, level: string): Log {
  const file = join(dataDir, 'winnow.log')
  if (existsSync(file) && statSync(file).size > LARGEST) renameSync(file, `${file}.1`)
  const destination = pino.destination({ dest: file, sync: false, minLength: 8_192, mode: 0o600 })
  const log = pino({ base: null, level, timestamp: pino.stdTimeFunctions.isoTime }, destination)
  const timer = setInterval(() => destination.flush(), 1_000).unref()
  return {
    request: entry => (entry.status < 400 ? log.debug(entry, 'request') : log.info(entry, 'request')),
    info: message => log.info(message),
    error(error, requestId) {
      const cause = error instanceof AppError ? (error.facts.cause ?? error) : error
      log.error({ requestId, err: cause }, 'failed')
    },
    close() {
      clearInterval(timer)
      destination.flushSync()
      destination.end()
    },
  }
}
