// Runs the tests: those of the service and those of the app in a browser; or the files and options (as --name=value) of
// the service's tests that it is given.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

// Each file is a process of its own and loads the service anew: compiled code is kept between them.
const cache = fileURLToPath(new URL('../node_modules/.cache/winnow', import.meta.url))
// Tests wait for half of their time: for browsers, timers and processes. The runner by itself leaves a core free.
const processes = availableParallelism() + 1
// What is pure shares nothing but code, so that its many files need no process each.
const PURE = 'test/{parsers,prebuilt}/**/*.test.ts'
const OTHERS = 'test/!(parsers|prebuilt)/**/*.test.ts'

const env = { NODE_COMPILE_CACHE: cache, ...process.env }
const start = (args, stdout) => spawn(process.execPath, args, { stdio: ['inherit', stdout, 'inherit'], env })
const ending = child => new Promise(resolve => child.once('close', code => resolve(code ?? 1)))
const run = args => ending(start(args, 'inherit'))

/** Runs beside others, and is shown when it has ended. */
async function runBeside(args) {
  const child = start(args, 'pipe')
  const [code, printed] = await Promise.all([ending(child), text(child.stdout)])
  return { code, show: () => process.stdout.write(printed) }
}

const given = process.argv.slice(2)
const options = ['--test', '--test-timeout=120000', `--test-concurrency=${processes}`]

async function runAll() {
  const pure = runBeside([...options, '--test-isolation=none', ...given, PURE])
  const others = await run([...options, ...given, OTHERS])
  const { code, show } = await pure
  show()
  const playwright = fileURLToPath(new URL('../node_modules/playwright/cli.js', import.meta.url))
  const app = await run([playwright, 'test', '--config', 'test/app/playwright.config.ts'])
  return others || code || app
}

const isNamed = given.some(name => !name.startsWith('-'))
process.exitCode = await (isNamed ? run([...options, ...given]) : runAll())
