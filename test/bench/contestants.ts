import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A server under measurement, in a process of its own. */
export interface Contestant {
  address: string
  key: string
  /** Where pages are uploaded. */
  path: string
  stop(): unknown
}

/** Starts a server file; it tells its address by a message. */
export function start(file: string, argument: string): Promise<Contestant> {
  const child: ChildProcess = fork(fileURLToPath(new URL(file, import.meta.url)), [argument], {
    stdio: 'inherit',
  })
  return new Promise((resolve, reject) => {
    child.once('message', told => resolve({ ...(told as Contestant), stop: () => child.kill() }))
    child.once('exit', code => reject(new Error(`${file} ended with ${code} before it was ready.`)))
  })
}

export const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
