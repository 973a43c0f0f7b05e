#!/usr/bin/env node
// Plain JavaScript, so that an older Node can read it and start the one that npm installed. In an older Node, the native module
// of the store crashes without a message.
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { HEAP_FLAGS } from './heap-flags.mjs'
import { isOldNode, LEAST_NODE } from './least-node.mjs'

const require = module.createRequire(import.meta.url)
// An import would read all exports of the module. Some of them load code that the first of the two starts does not need.
const { existsSync } = require('node:fs')

/** The optimizing compilers of V8. Each is on by default on these processors. */
const OPTIMIZERS = ['sparkplug', 'maglev', 'opt']
const PROCESSORS = ['x64', 'arm64']
/** Flags that choose among the compilers. */
const OPTIMIZER_FLAGS =
  /--(?:no-)?(?:always-|jitless|lite-mode|maglev|opt|single-threaded|sparkplug|turbofan)/

const isServing = process.argv[2] === 'serve'
const isSupervised = isServing || process.argv[2] === 'worker'

/** `node --watch` watches the files that it loads, so it must load the sources. */
const isWatched = process.env.WATCH_REPORT_DEPENDENCIES !== undefined

if (isOldNode()) handOver()
else await runCommand()

/** Runs the same command with the Node of the package `node`, which npm installs along with Winnow. */
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

/** A terminal sends Ctrl-C to both processes. Forwarding it would count as a second Ctrl-C, which stops the service at once. */
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
  // Nothing has started yet, so this is a clean stop. Otherwise, a supervisor would take it for a crash.
  if (isSupervised) process.once('SIGTERM', () => process.exit(0))
  const optimize = deferOptimizers()
  // Keeping compiled code between starts halves their time. The variable passes the folder on to worker threads.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/winnow', import.meta.url))
  module.enableCompileCache()
  const { main } = await import(await commandLine())
  await main(process.argv)
  optimize()
}

/**
 * Turns off the optimizing compilers until the returned function is called, for a second at most: most code of a start runs
 * only once or twice, and optimizing it takes a ninth of the CPU time of a start. A flag that chooses among the compilers wins.
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

/** A package contains only the compiled command line; a clone has the sources, and possibly an older compiled version. */
async function commandLine() {
  if (existsSync(new URL('../server/cli.js', import.meta.url))) return '../server/cli.js'
  const { isCompiled } = await import('../build/service.mjs')
  return !isWatched && isCompiled() ? '../dist/server/cli.js' : '../server/cli.ts'
}

/**
 * Keeps the heap of the service small, and limits glibc, which by default gives each thread an arena of its own, to two arenas.
 * Both are read only when a process starts, so the process replaces itself, on systems that support this.
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
