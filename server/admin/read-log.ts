import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogLevel } from '../base/fields/log-levels.ts'

/** Pino's numbers for the levels of the log. */
const LEVELS: Record<LogLevel, number> = { debug: 20, info: 30, warn: 40, error: 50 }

/** One line of the log. */
export interface LogLine {
  at: string
  level: LogLevel
  message: string
  /** What else the line says. */
  facts: Record<string, unknown>
}

/** The end of the file that is looked at. */
const TAIL = 1_048_576

/** The last lines of the log at this level or above, the newest first. */
export async function readLog(dataDir: string, level: LogLevel, limit: number): Promise<LogLine[]> {
  const text = await tailOf(join(dataDir, 'winnow.log'))
  return text
    .split('\n')
    .flatMap(lineOf)
    .filter(line => LEVELS[line.level] >= LEVELS[level])
    .slice(-limit)
    .reverse()
}

async function tailOf(path: string): Promise<string> {
  const file = await open(path).catch(() => null)
  if (!file) return ''
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - TAIL)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The first line of a tail may be a part of one; it is no JSON then. */
function lineOf(text: string): LogLine[] {
  try {
    const { time, level, msg, ...facts } = JSON.parse(text)
    return [{ at: time, level: levelOf(level), message: msg, facts }]
  } catch {
    return []
  }
}

const levelOf = (number: number): LogLevel =>
  (Object.keys(LEVELS) as LogLevel[]).findLast(level => LEVELS[level] <= number) ?? 'debug'
