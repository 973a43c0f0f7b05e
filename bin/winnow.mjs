#!/usr/bin/env node
// Plain JavaScript, so that an older Node can read it and hand over to the one that npm installed: the native store would
// crash there without a word.
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HEAP_FLAGS } from './heap-flags.mjs'
import { isOldNode, LEAST_NODE } from './least-node.mjs'

const require = module.createRequire(import.meta.url)
// An import would read every name of it, and load for some of these what the first of the two starts does not need.
const { existsSync } = require('node:fs')

/** V8's compilers of faster code. Each is on by default, on these processors. */
const OPTIMIZERS = ['sparkplug', 'maglev', 'opt']
const PROCESSORS = ['x64', 'arm64']
/** Flags that choose among them. */
const OPTIMIZER_FLAGS =
  /--(?:no-)?(?:always-|jitless|lite-mode|maglev|opt|single-threaded|sparkplug|turbofan)/

const isServing = process.argv[2] === 'serve'

/** Under `node --watch` the sources run, each of which is watched. */
const isWatched = process.env.WATCH_REPORT_DEPENDENCIES !== undefined

if (isOldNode()) handOver()
else await runCommand()

/** Goes on with the Node of the package `node`, which npm installs along with Winnow. */
function handOver() {
  const node = installedNode()
  if (!node || node === process.execPath) return explainOldNode()
  const { spawn } = require('node:child_process')
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => forwardSignal(child, signal))
  child.once('error', error => {
    console.error(`${node} cannot be started: ${error.message}`)
    process.exitCode = 1
  })
  child.once('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  })
}

/** A terminal sends Ctrl-C to both processes: passed on as well, it would be the second one, which stops at once. */
function forwardSignal(child, signal) {
  if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
}

function installedNode() {
  try {
    const folder = dirname(require.resolve('node/package.json'))
    const node = join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
    return existsSync(node) ? node : null
  } catch {
    return null
  }
}

function explainOldNode() {
  console.error(`Winnow needs Node ${LEAST_NODE} or later; this is ${process.version}.
Update Node. In a clone of Winnow, \`npm install\` installs the right one beside it.`)
  process.exitCode = 1
}

async function runCommand() {
  restartWithFlags()
  const optimize = deferOptimizers()
  // Compiled code is kept between starts, which halves their time; the variable hands the folder on to the workers.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/winnow', import.meta.url))
  module.enableCompileCache()
  const { main } = await import(await commandLine())
  await main(process.argv)
  optimize()
}

/**
 * Keeps V8 from compiling faster code until the returned function is called, for a second at most: code of a start runs once
 * or twice, and compiling it takes a ninth of the CPU time of a start. Where a flag chooses among the compilers, it applies.
 */
function deferOptimizers() {
  if (!isServing || OPTIMIZER_FLAGS.test(nodeFlags()) || !PROCESSORS.includes(process.arch))
    return () => undefined
  const { setFlagsFromString } = require('node:v8')
  const optimize = () => {
    for (const name of OPTIMIZERS) setFlagsFromString(`--${name}`)
  }
  for (const name of OPTIMIZERS) setFlagsFromString(`--no-${name}`)
  setTimeout(optimize, 1_000).unref()
  return optimize
}

/** A package holds the compiled command line alone; a clone its sources, and what was compiled of them last. */
async function commandLine() {
  if (existsSync(new URL('../server/cli.js', import.meta.url))) return '../server/cli.js'
  const { isCompiled } = await import('../build/service.mjs')
  return !isWatched && isCompiled() ? '../dist/server/cli.js' : '../server/cli.ts'
}

/**
 * Starts the service in a small heap; and glibc, which gives each thread a heap of its own, shares two among all. Both are
 * asked at the start alone, so the process takes its own place, where the system lets it.
 */
function restartWithFlags() {
  const flags = nodeFlags()
  const isSet = HEAP_FLAGS.some(flag => flags.includes(flag.split('=')[0]))
  if (!isServing || !process.execve || process.platform === 'win32' || isSet) return
  const node = [process.execPath, ...HEAP_FLAGS, ...process.execArgv]
  process.execve(process.execPath, [...node, ...process.argv.slice(1)], {
    MALLOC_ARENA_MAX: '2',
    ...process.env,
  })
}

function nodeFlags() {
  return [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
}
