// Runs the tests: those of the service and those of the app in a browser; or the files and options (as --name=value) of
// the service's tests that it is given.
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

// Each file is a process of its own and loads the service anew: compiled code is kept between them.
const cache = fileURLToPath(new URL('../node_modules/.cache/winnow', import.meta.url))
// The runner leaves one core free, which of two is half.
const processes = Math.max(2, availableParallelism() - 1)

const env = { NODE_COMPILE_CACHE: cache, ...process.env }
const run = args => spawnSync(process.execPath, args, { stdio: 'inherit', env }).status ?? 1

const given = process.argv.slice(2)
const named = given.some(name => !name.startsWith('-'))
const options = ['--test', '--test-timeout=120000', `--test-concurrency=${processes}`]
const service = run([...options, ...given, ...(named ? [] : ['test/**/*.test.ts'])])
const playwright = fileURLToPath(new URL('../node_modules/playwright/cli.js', import.meta.url))
const app = named ? 0 : run([playwright, 'test', '--config', 'test/app/playwright.config.ts'])
process.exitCode = service || app
