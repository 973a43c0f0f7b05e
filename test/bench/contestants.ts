import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { HEAP_FLAGS } from '../../bin/heap-flags.mjs'

/** A server to measure, in a process of its own. */
export interface Contestant {
  address: string
  pid: number
  key: string
  /** The path to which pages are uploaded. */
  path: string
  stop(): unknown
}

/** Code to measure, in a separate process that stays alive. It runs one round at a time. */
export interface Kept<Round, Told> {
  run(round: Round): Promise<Told>
  stop(): unknown
}

/** Starts a server file with these Node options. The server reports its address by a message. */
export async function start(
  file: string,
  argument: string,
  options: readonly string[] = [],
): Promise<Contestant> {
  const child = forkFile(file, [argument], options)
  const told = (await nextMessage(child, file)) as Contestant
  return { ...told, pid: child.pid!, stop: () => child.kill() }
}

/** Runs a file that does one thing and reports the outcome by a message. */
export async function runOnce(file: string, ...args: string[]): Promise<unknown> {
  const child = forkFile(file, args)
  const told = await nextMessage(child, file)
  child.kill()
  return told
}

/** Starts a file that reports when it is ready and then answers every round that it is sent. */
export async function startKept<Round extends object, Told>(
  file: string,
  ...args: string[]
): Promise<Kept<Round, Told>> {
  const child = forkFile(file, args)
  await nextMessage(child, file)
  return {
    run(round) {
      child.send(round)
      return nextMessage(child, file) as Promise<Told>
    },
    stop: () => child.kill(),
  }
}

/** Starts the service with the heap size that it gives itself. */
export const startWinnow = (folder: string): Promise<Contestant> =>
  start('./servers/winnow.ts', folder, HEAP_FLAGS)

const forkFile = (file: string, args: string[], execArgv: readonly string[] = []) =>
  fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    stdio: 'inherit',
    execArgv: [...process.execArgv, ...execArgv],
  })

function nextMessage(child: ChildProcess, file: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`${file} ended with ${code} before it answered.`))
    child.once('exit', ended)
    child.once('message', told => {
      child.off('exit', ended)
      resolve(told)
    })
  })
}

export const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
