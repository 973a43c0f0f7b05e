import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url))

/** How a program ended. */
export interface ProgramResult {
  code: number | null
  /** Standard output and standard error. */
  output: string
}

/** Runs the program of an installed package with this Node, until it ends or 100 seconds have passed. */
export async function runPackage(
  file: string,
  args: readonly string[],
  cwd?: string,
): Promise<ProgramResult> {
  const child = spawn(process.execPath, [modules + file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 100_000,
    ...(cwd && { cwd }),
  })
  const code = new Promise<number | null>(resolve => child.once('exit', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await code, output: stdout + stderr }
}
