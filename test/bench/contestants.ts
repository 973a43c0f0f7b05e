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
export interface RoundProcess<Round, Result> {
  run(round: Round): Promise<Result>
  stop(): unknown
}

/** Starts a server file with these Node options. The server reports its address by a message. */
export async function start(
  file: string,
  argument: string,
  options: readonly string[] = [],
): Promise<Contestant> {
  const child = forkFile(file, [argument], options)
  const message = (await nextMessage(child, file)) as Contestant
  return { ...message, pid: child.pid!, stop: () => child.kill() }
}

/** Runs a file that does one thing and reports the outcome by a message. */
export async function runOnce(file: string, ...args: string[]): Promise<unknown> {
  const child = forkFile(file, args)
  const message = await nextMessage(child, file)
  child.kill()
  return message
}

/** Starts a file that reports when it is ready and then answers every round that it is sent. */
export async function startRoundProcess<Round extends object, Result>(
  file: string,
  ...args: string[]
): Promise<RoundProcess<Round, Result>> {
  const child = forkFile(file, args)
  await nextMessage(child, file)
  return {
    run(round) {
      child.send(round)
      return nextMessage(child, file) as Promise<Result>
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
    const onExit = (code: number | null) =>
      reject(new Error(`${file} ended with ${code} before it answered.`))
    child.once('exit', onExit)
    child.once('message', message => {
      child.off('exit', onExit)
      resolve(message)
    })
  })
}

export const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
