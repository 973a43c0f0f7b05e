import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { LEVEL_NUMBERS, type LogLevel, levelOf } from '../base/fields/log-levels.ts'

/** One line of the log. */
interface LogLine {
  at: string
  level: LogLevel
  message: string
  /** All other fields of the line. */
  facts: Record<string, unknown>
}

/** Bytes at the end of the file that are read. */
const TAIL = 1_048_576

/** Returns the last lines of the log at this level or above, the newest first. */
export async function readLog(dataDir: string, level: LogLevel, limit: number): Promise<LogLine[]> {
  const text = await tailOf(join(dataDir, 'winnow.log'))
  return text
    .split('\n')
    .flatMap(lineOf)
    .filter(line => LEVEL_NUMBERS[line.level] >= LEVEL_NUMBERS[level])
    .slice(-limit)
    .reverse()
}

/** Without O_NONBLOCK, opening a pipe waits for a writer. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/** Returns the end of a file; an empty text if there is none, or if it is a folder, pipe or device. */
async function tailOf(path: string): Promise<string> {
  const file = await open(path, FLAGS).catch(() => null)
  if (!file) return ''
  try {
    const stats = await file.stat()
    const size = stats.isFile() ? stats.size : 0
    const start = Math.max(0, size - TAIL)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start)
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The first line of the tail may be incomplete and therefore not JSON. */
function lineOf(text: string): LogLine[] {
  try {
    const { time, level, msg, ...facts } = JSON.parse(text)
    return [{ at: time, level: levelOf(level), message: msg, facts }]
  } catch {
    return []
  }
}
