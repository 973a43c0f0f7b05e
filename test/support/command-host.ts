// Runs commands of Winnow one after another in one process, for tests of what a command prints and how it ends. Loading the
// service takes longer than most commands, so it is loaded only once here. The arguments are the program to load, and the
// file that hints name.
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

/** Redirects the output of the command to new streams. */
function replaceOutput() {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  Object.defineProperty(process, 'stdout', { value: stdout, configurable: true })
  Object.defineProperty(process, 'stderr', { value: stderr, configurable: true })
  globalThis.console = new Console(stdout, stderr)
  return { stdout, stderr }
}

/** Waits for the command to return or to call `process.exit`, which ends only the command here. */
function exitCodeOf(args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    process.exitCode = undefined
    process.exit = (code = process.exitCode) => {
      resolve(Number(code ?? 0))
      // Hides whatever the command still prints after this.
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
// Saved before a command replaces it.
const { exit } = process
process.once('disconnect', () => exit())
