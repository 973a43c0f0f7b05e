import { statSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { levelOf } from '../base/fields/log-levels.ts'
import { type CommonOptions, flagsOf, wholeNumber, withFolder } from './common-options.ts'
import { dataDirOf } from './service.ts'

interface LogsOptions extends CommonOptions {
  lines: number
  follow?: boolean
}

/** `winnow logs`: prints the log file of the data folder, whether or not a service runs. */
export function addLogs(program: Command): void {
  withFolder(program.command('logs'))
    .description('print the newest lines of the log; with --json as they stand in the file')
    .option('-n, --lines <n>', 'how many lines', wholeNumber, 20)
    .option('-f, --follow', 'print new lines as they are written, until Ctrl-C')
    .action(async ({ lines, follow, ...options }: LogsOptions) => {
      if (lines < 0) throw new Error('Give a number of lines, 0 or more.')
      const file = join(dataDirOf(flagsOf(options)), 'winnow.log')
      const found = statSync(file, { throwIfNoEntry: false })
      const exists = found !== undefined
      if (found?.isFile() === false) throw new Error(`${file} is not a file, so there is no log to print.`)
      if (!follow && !exists) throw new Error(`There is no log yet: ${file} does not exist.`)
      const write = (line: string) => process.stdout.write(`${options.json ? line : formatLine(line)}\n`)
      const text = exists ? await readFile(file, 'utf8') : ''
      const end = text.lastIndexOf('\n') + 1
      for (const line of lines ? text.slice(0, end).split('\n').slice(0, -1).slice(-lines) : []) write(line)
      if (!follow) return
      const controller = new AbortController()
      process.stdout.once('error', () => controller.abort())
      for await (const line of newLines(file, Buffer.byteLength(text.slice(0, end)), controller.signal))
        write(line)
    })
}

const POLL_MS = 200

/** Yields the lines that are added to a file after `at` bytes. Starts again from the beginning if the file is replaced. */
async function* newLines(file: string, at: number, signal: AbortSignal) {
  let inode = inodeOf(file)
  let rest = Buffer.alloc(0)
  for (; !signal.aborted; await sleep(POLL_MS)) {
    const stats = statSync(file, { throwIfNoEntry: false })
    if (!stats) continue
    if (stats.ino !== inode || stats.size < at) [inode, at, rest] = [stats.ino, 0, Buffer.alloc(0)]
    const added = await readFrom(file, at, stats.size)
    at += added.length
    const bytes = Buffer.concat([rest, added])
    const end = bytes.lastIndexOf('\n') + 1
    rest = bytes.subarray(end)
    yield* bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1)
  }
}

const inodeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.ino

async function readFrom(file: string, from: number, to: number): Promise<Buffer> {
  if (to <= from) return Buffer.alloc(0)
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(to - from), 0, to - from, from)
  return buffer.subarray(0, bytesRead)
}

interface LogEntry {
  level: number
  time: string
  msg: string
  method?: string
  path?: string
  status?: number
  ms?: number
  requestId?: string
  err?: { message: string; stack?: string }
}

/** Formats a line of the log for people; a line that is not JSON stays as it is. */
function formatLine(line: string): string {
  try {
    const entry: LogEntry = JSON.parse(line)
    return `${entry.time.slice(0, 19).replace('T', ' ')}  ${levelOf(entry.level).padEnd(5)}  ${messageOf(entry)}`
  } catch {
    return line
  }
}

function messageOf({ msg, method, path, status, ms, requestId, err }: LogEntry): string {
  const summary = method ? `${method} ${path} ${status} in ${ms} ms` : msg
  return [summary, requestId, err && (err.stack ?? err.message)].filter(Boolean).join('  ')
}
