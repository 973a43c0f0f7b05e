import { type ChildProcess, type ChildProcessByStdio, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sharedCompiled } from './compiled.ts'

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** In a run of all tests, the compiled program as it is shipped, which starts in half the time. */
const winnow = sharedCompiled ? join(sharedCompiled, 'bin', 'winnow.mjs') : fileOf('../../bin/winnow.mjs')
const program = sharedCompiled ? join(sharedCompiled, 'server', 'cli.js') : fileOf('../../server/cli.ts')

/** The start of commands in hints, for a Winnow that was started as these tests start it. */
export const commandPrefix = `node ${winnow}`

/** The outcome of a command. `code` is null if a signal ended it. */
export interface CommandResult {
  code: number | null
  stdout: string
  stderr: string
}

/** A command line without node and program, and its complete environment. */
export interface Command {
  args: string[]
  env: Record<string, string>
}

type Environment = Record<string, string>

/** A folder that keeps compiled code between starts: next to the program, and deleted after the run. */
const compileCache = sharedCompiled && { NODE_COMPILE_CACHE: join(dirname(sharedCompiled), 'cache') }

/** The environment without the settings and the home folder of the person who runs the tests. */
export const environment = (overrides: Environment = {}) => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('WINNOW_'))),
  HOME: join(tmpdir(), 'winnow-no-home'),
  ...compileCache,
  ...overrides,
})

/** A different Node, or a different file of the program, from those of this test run. */
interface LaunchOptions {
  node?: string
  program?: string
}

const spawnWinnow = (
  args: string[],
  env: Environment,
  { node = process.execPath, program = winnow }: LaunchOptions = {},
  input = false,
) =>
  spawn(node, [program, ...args], {
    env: environment(env),
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  }) as ChildProcessByStdio<Writable | null, Readable, Readable>

const exitCodeOf = (child: ChildProcess) =>
  new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))

/** The process that runs one command after another, if it has been started, and whether it is busy. */
const host: { child: ChildProcess | undefined; isBusy: boolean } = { child: undefined, isBusy: false }

function startHost(): ChildProcess {
  const child = fork(fileOf('command-host.ts'), [pathToFileURL(program).href, winnow], {
    env: environment({}),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // It ends with this process, but does not keep it alive.
  child.unref()
  child.channel?.unref()
  child.once('exit', () => {
    host.child = undefined
  })
  return child
}

async function runInHost(command: Command): Promise<CommandResult> {
  host.child ??= startHost()
  const { child } = host
  host.isBusy = true
  child.channel?.ref()
  const listeners = new AbortController()
  try {
    child.send(command)
    const ended = once(child, 'exit', listeners).then(([code]) => {
      throw new Error(`winnow ${command.args.join(' ')} ended the process of its tests with ${code}.`)
    })
    const [result] = await Promise.race([once(child, 'message', listeners), ended])
    return result
  } finally {
    listeners.abort()
    child.channel?.unref()
    host.isBusy = false
  }
}

/** Runs a command of Winnow to its end, in a separate process. */
async function runAlone(
  args: string[],
  env: Environment,
  launchOptions?: LaunchOptions,
  input?: string | Uint8Array,
) {
  const child = spawnWinnow(args, env, launchOptions, input !== undefined)
  child.stdin?.end(input)
  const [code, stdout, stderr] = await Promise.all([
    exitCodeOf(child),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stdout, stderr }
}

/** Commands that run as long as the service, or that end their process themselves. */
const LONG_RUNNING = ['serve', 'open']

/**
 * Runs a command of Winnow to its end. Loading the service takes longer than most commands, so commands share a process. A
 * command that runs beside another, uses another Node or has input gets its own process.
 */
export async function run(
  args: string[],
  env: Environment = {},
  launchOptions?: LaunchOptions,
  input?: string | Uint8Array,
): Promise<CommandResult> {
  const isShared =
    !host.isBusy && launchOptions === undefined && input === undefined && !LONG_RUNNING.includes(args[0]!)
  return isShared ? runInHost({ args, env: environment(env) }) : runAlone(args, env, launchOptions, input)
}

/** Runs a command whose output is closed after its first bytes, as by `| head -c 1`. */
export async function runWithClosedOutput(
  args: string[],
  env: Environment = {},
): Promise<Omit<CommandResult, 'stdout'>> {
  const child = spawnWinnow(args, env)
  child.stdout.once('data', () => child.stdout.destroy())
  const [code, stderr] = await Promise.all([exitCodeOf(child), text(child.stderr)])
  return { code, stderr }
}

/** Runs a command that must succeed. Returns its output without the last line break. */
export async function output(args: string[], env: Environment = {}): Promise<string> {
  const { code, stdout, stderr } = await run(args, env)
  if (code !== 0) throw new Error(`winnow ${args.join(' ')} ended with ${code}: ${stderr}`)
  return stdout.trimEnd()
}

/** A service in a process of its own. */
export interface ServiceProcess {
  url: string
  pid: number
  /** The output so far. */
  stdout(): string
  stderr(): string
  /** Closes its output and sends SIGHUP, like a terminal that is closed. */
  hangUp(): void
  signal(name: NodeJS.Signals): void
  /** Resolves to its exit code, or to null if a signal ended it. */
  ended: Promise<number | null>
  /** Shuts it down gracefully. */
  stop(): Promise<number | null>
}

/** Services and workers that still run. They are killed when the tests exit. */
const services = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of services) child.kill('SIGKILL')
})

/** Starts `winnow serve` on a free port and waits until it is ready. */
export async function startServe(
  args: string[],
  env: Environment = {},
  launchOptions?: LaunchOptions,
): Promise<ServiceProcess> {
  const port = args.includes('--port') ? [] : ['--port', '0']
  const child = spawnWinnow(['serve', ...port, ...args], env, launchOptions)
  services.add(child)
  const ended = exitCodeOf(child).finally(() => services.delete(child))
  const printed = { stdout: '', stderr: '' }
  child.stderr.on('data', chunk => {
    printed.stderr += chunk
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', chunk => {
      printed.stdout += chunk
      const ready = /^Winnow is ready at (http:\S+)$/m.exec(printed.stdout)
      if (ready) resolve(ready[1]!)
    })
    void ended.then(code => reject(new Error(`serve ended with ${code}: ${printed.stderr}`)))
  })
  const signal = (name: NodeJS.Signals) => void child.kill(name)
  return {
    url,
    pid: child.pid!,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    hangUp() {
      child.stdout.destroy()
      child.stderr.destroy()
      signal('SIGHUP')
    },
    signal,
    ended,
    stop() {
      signal('SIGTERM')
      return ended
    },
  }
}

/** A worker in a process of its own. */
export type WorkerProcess = Pick<ServiceProcess, 'pid' | 'stderr' | 'signal' | 'ended' | 'stop'>

/**
 * Starts `winnow worker`, which reads pages once the service knows it. `within` is the start of a command that runs it on
 * another host.
 */
export function startWorkerProcess(
  args: string[],
  env: Environment = {},
  within: string[] = [],
): WorkerProcess {
  const [command, ...commandArgs] = [...within, process.execPath, winnow, 'worker', ...args]
  const child = spawnWinnow(commandArgs.slice(1), env, { node: command!, program: commandArgs[0]! })
  services.add(child)
  const ended = exitCodeOf(child).finally(() => services.delete(child))
  let stderr = ''
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  child.stdout.resume()
  const signal = (name: NodeJS.Signals) => void child.kill(name)
  return {
    pid: child.pid!,
    stderr: () => stderr,
    signal,
    ended,
    stop() {
      signal('SIGTERM')
      return ended
    },
  }
}
