// Runs the tests of the service, those of the app in a browser (--e2e), or both in parallel (--all); or the given test
// files of either kind, and all tests of given folders. Options of Node's test runner are passed on as --name=value.
import { fork, spawn } from 'node:child_process'
import { globSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { readFailures } from './failed-tests.mjs'

const fileOf = path => fileURLToPath(new URL(path, import.meta.url))

// Loading the service takes a process longer than running most test files. So a few processes share the files. They take 38
// to 41 CPU seconds for test/http and test/parsers; `node --test`, with a process per file, takes 61.
// `--test-isolation=none` runs all files in a single process, with the hooks of each file around the tests of all. The
// files below run alone: they measure their own memory, limit the files that their process may open, or load a test double
// of Electron, which can exist only once in a process. A process that reaches one of them waits for it to end, so that no more processes run than intended.
const ALONE = [
  'test/electron/*.test.ts',
  'test/package/compiled-desktop.test.ts',
  'test/extraction/{hostile-input,parse-load}.test.ts',
  'test/lifecycle/open-files.test.ts',
]
// Tests that wait or start programs come first, the longest before all others, so that no process is left with them at the
// end.
const SLOW_FIRST = [
  'test/remote/{failures,torture}.test.ts',
  'test/electron/*.test.ts',
  'test/{lifecycle,pages,extraction,extension,remote,package,cli}/**/*.test.ts',
  'test/{mcp/conformance,docs/guides}.test.ts',
  'test/**/*.test.ts',
]
// These need no build, so they run while it is in progress.
const EARLY = 'test/{html,parsers,prebuilt,reading}/**/*.test.ts'

// Keeps compiled code between processes.
const env = { NODE_COMPILE_CACHE: fileOf('../node_modules/.cache/winnow'), ...process.env }

/** Returns the tests in a folder; returns files, patterns, options and folders without tests unchanged. */
function testsOf(name) {
  const isFolder = statSync(name, { throwIfNoEntry: false })?.isDirectory()
  const files = isFolder ? globSync(join(name, '**/*.{test,spec}.ts')) : []
  return files.length ? files : name
}

const cliArgs = process.argv.slice(2).flatMap(testsOf)
const isNamed = cliArgs.some(name => !name.startsWith('-'))
const isOfApp = name => /\.spec\.ts\b/.test(name)
const parts = ['--e2e', '--all']
const options = ['--test-timeout=120000', ...cliArgs.filter(name => !parts.includes(name) && !isOfApp(name))]
const hasApp = isNamed ? cliArgs.some(isOfApp) : cliArgs.some(name => parts.includes(name))
const hasService = isNamed ? options.some(name => !name.startsWith('-')) : !cliArgs.includes('--e2e')

// With these, each process both prints and records its failures.
const REPORTERS = [
  ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
  ...[`--test-reporter=${fileOf('failed-tests.mjs')}`, '--test-reporter-destination=stderr'],
]
// Exit code for a program that was ended by a signal.
const SIGNAL_EXIT_CODE = 128

/** Returns the exit code of a program. Its output is shown as it arrives, or all at once at the end. */
async function exitCodeOf(child) {
  const code = new Promise(resolve => child.once('close', resolve))
  if (child.stdout) process.stdout.write(await text(child.stdout))
  return (await code) ?? SIGNAL_EXIT_CODE
}

const run = (args, stdout = 'pipe') =>
  exitCodeOf(spawn(process.execPath, args, { stdio: ['inherit', stdout, 'inherit'], env }))

const COMPILED_THREADS = new URL('compiled-threads.mjs', import.meta.url).href

// The double's `app.exit` cannot end its process, so resources that it leaves open, such as connections of its windows,
// must not keep it alive.
const runAlone = file => run([...REPORTERS, '--test-force-exit', ...options, file])

const worstOf = codes => Math.max(0, ...codes)

/** Starts a process that requests one file after another until none are left. Files that must run alone get a process of their own. */
async function runProcess(nextFile, alone, stdout) {
  const stdio = ['inherit', stdout, 'inherit', 'ipc']
  const execArgv = ['--import', COMPILED_THREADS, ...REPORTERS, ...options]
  const child = fork(fileOf('test-process.mjs'), { stdio, execArgv, env })
  const codes = []
  child.on('message', async () => {
    let file = await nextFile()
    for (; alone.has(file); file = await nextFile()) codes.push(await runAlone(file))
    if (child.connected) child.send(file ?? null)
  })
  codes.push(await exitCodeOf(child))
  return worstOf(codes)
}

const PLAYWRIGHT = fileOf('../node_modules/playwright/cli.js')
const runApp = (stdout = 'inherit') =>
  run([PLAYWRIGHT, 'test', '--config', 'test/app/playwright.config.ts', ...cliArgs.filter(isOfApp)], stdout)

// On two busy cores, programs, browsers and timers are sometimes late: a file that fails is run once more, alone, and
// reported as flaky if it then passes. If more files than this fail, they have a common cause.
const FLAKY_FILES = 5

/** Runs the failed files once more. Returns the exit code of the service's tests. */
async function runAgain(code) {
  const failures = readFailures(env.FAILED_TESTS)
  const files = new Set(failures.map(({ file }) => file))
  const mayPass = code === 1 && files.size > 0 && files.size <= FLAKY_FILES && !files.has(undefined)
  if (!mayPass) return code
  for (const file of files) {
    console.log(`\nOnce more, alone: ${relative(process.cwd(), file)}`)
    const again = await run(['--test-reporter=dot', '--test-reporter-destination=stdout', ...options, file])
    if (again !== 0) return again
  }
  for (const { name, count } of failures) console.log(count ? `⚠ flaky: ${name}` : `⚠ flaky suite: ${name}`)
  for (const kind of ['fail', 'cancelled'])
    console.log(`ℹ flaky ${kind} ${failures.filter(({ count }) => count === kind).length}`)
  return 0
}

/** Creates a queue of files. Until the build is done it returns only those of EARLY; if the build fails it returns no more. */
function createQueue(prepared) {
  const found = SLOW_FIRST.flatMap(names => globSync(names, { exclude: ['test/bench/node_modules/**'] }))
  const files = [...new Set(found)]
  const early = new Set(globSync(EARLY))
  let isPrepared = false
  const whenPrepared = prepared.then(code => {
    isPrepared = true
    if (code) files.length = 0
  })
  return async function nextFile() {
    const at = isPrepared ? 0 : files.findIndex(file => early.has(file))
    if (at >= 0) return files.splice(at, 1)[0]
    await whenPrepared
    return files.shift()
  }
}

async function runService(prepared) {
  const nextFile = createQueue(prepared)
  const alone = new Set(globSync(ALONE))
  // Two processes more than cores: tests that start programs and browsers spend much of their time waiting for them.
  const processes = Array.from({ length: availableParallelism() + 2 }, (_, i) =>
    runProcess(nextFile, alone, i ? 'pipe' : 'inherit'),
  )
  return worstOf(await Promise.all(processes))
}

/**
 * Builds the pages, compiles the program and unpacks the browser, once for all tests. Returns an exit code. The compiled
 * program is renamed to its final path when it is complete, for threads that start meanwhile.
 */
async function prepare() {
  const { testChromium } = await import('../test/support/chromium.ts')
  const part = `${env.COMPILED_WINNOW}-part`
  const compiling = run([fileOf('package.mjs'), '--compile', '--pages', fileOf('../dist/app'), part])
  const [code] = await Promise.all([compiling, testChromium()])
  if (code === 0) renameSync(part, env.COMPILED_WINNOW)
  return code
}

async function prepareAndRun() {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-compiled-'))
  env.COMPILED_WINNOW = join(folder, 'dist')
  env.FAILED_TESTS = join(folder, 'failed-tests')
  const prepared = prepare()
  try {
    const [code, service, app] = await Promise.all([
      prepared,
      runService(prepared),
      hasApp ? prepared.then(failed => failed || runApp('pipe')) : 0,
    ])
    return worstOf([code, await runAgain(service), app])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runNamed() {
  const code = hasService ? await run(['--test', ...options], 'inherit') : 0
  return hasApp ? worstOf([code, await runApp()]) : code
}

process.exitCode = await (isNamed || !hasService ? runNamed() : prepareAndRun())
