// Runs the tests: all of them, or the files and options (as --name=value) that it is given.
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

// Each file is a process of its own and loads the service anew: compiled code is kept between them.
const cache = fileURLToPath(new URL('../node_modules/.cache/winnow', import.meta.url))
// The runner leaves one core free, which of two is half.
const processes = Math.max(2, availableParallelism() - 1)

const given = process.argv.slice(2)
const files = given.some(name => !name.startsWith('-')) ? [] : ['test/**/*.test.ts']
const options = ['--test', '--test-timeout=120000', `--test-concurrency=${processes}`]
const { status } = spawnSync(process.execPath, [...options, ...given, ...files], {
  stdio: 'inherit',
  env: { NODE_COMPILE_CACHE: cache, ...process.env },
})
process.exitCode = status ?? 1
