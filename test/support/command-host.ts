// Runs commands of Winnow one after another in one process, for tests that ask what a command prints and how it ends.
// Loading the service takes longer than most commands take; here it is loaded once. The arguments are the program to load, and
// the file that hints name.
import { Console } from 'node:console'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { main as runMain } from '../../server/cli.ts'
import type { Command } from './run-cli.ts'

const { main }: { main: typeof runMain } = await import(process.argv[2]!)
const file = process.argv[3]!
function replaceEnvironment(env: Command['env']) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
}

/** What the command prints goes to streams of its own. */
function replaceOutput() {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  Object.defineProperty(process, 'stdout', { value: stdout, configurable: true })
  Object.defineProperty(process, 'stderr', { value: stderr, configurable: true })
  globalThis.console = new Console(stdout, stderr)
  return { stdout, stderr }
}

/** Waits for the command, or for `process.exit`, which ends it alone. */
function exitCodeOf(args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    process.exitCode = undefined
    process.exit = (code = process.exitCode) => {
      resolve(Number(code ?? 0))
      // What it would go on to do or print is not seen.
      replaceOutput()
      throw new Error('The command has ended.')
    }
    process.argv = [process.execPath, file, ...args]
    main(process.argv).then(() => resolve(Number(process.exitCode ?? 0)), reject)
  })
}

async function runCommand({ args, env }: Command) {
  replaceEnvironment(env)
  const { stdout, stderr } = replaceOutput()
  const printed = [text(stdout), text(stderr)]
  const code = await exitCodeOf(args)
  stdout.end()
  stderr.end()
  const [out, err] = await Promise.all(printed)
  process.send!({ code, stdout: out, stderr: err })
}

process.on('message', runCommand)
// Before a command replaces it.
const { exit } = process
process.once('disconnect', () => exit())
