// `npm start`: runs the desktop app if Electron and a display are available, otherwise the same app in the browser. Plain
// JavaScript, so that an older Node can parse it and report the problem.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { HEAP_FLAGS } from '../bin/heap-flags.mjs'
import { isOldNode, LEAST_NODE } from '../bin/least-node.mjs'

const HELP = `npm start [-- OPTIONS]
  --browser    the app in the browser, also where Electron is there
  --no-open    print the address and open nothing
  and every option of: npm run -s winnow -- serve --help`

if (isOldNode()) {
  console.error(`Winnow needs Node ${LEAST_NODE} or later; this is ${process.version}.
Run it through npm, which brings the right one along: npm install && npm start`)
  process.exit(1)
}

const OWN_OPTIONS = ['--browser', '--no-open']
const args = process.argv.slice(2)
const flags = args.filter(arg => !OWN_OPTIONS.includes(arg))
if (args.includes('--help')) {
  console.log(HELP)
  process.exit(0)
}

const { ensureRenderer } = await import('./renderer.mjs')
const { ensureCompiled } = await import('./service.mjs')
await Promise.all([ensureRenderer(), ensureCompiled()])
const reason = await whyBrowser()
if (reason === null) await startElectron()
else await startService(reason)

/** Returns null if the desktop app can start, otherwise why the browser is used instead. */
async function whyBrowser() {
  if (args.includes('--browser')) return 'as asked'
  if (args.includes('--no-open')) return 'nothing is to be opened'
  if (!hasDisplay()) return 'there is no display'
  if (process.getuid?.() === 0) return 'Electron keeps no sandbox for the user root'
  const { electronBinary, fetchElectron } = await import('./electron-binary.mjs')
  return electronBinary() ? null : fetchElectron()
}

function hasDisplay() {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

async function startService(reason) {
  const opens = hasDisplay() && !args.includes('--no-open')
  console.log(`Winnow in ${opens ? 'the' : 'a'} browser: ${reason}.`)
  const winnow = fileURLToPath(new URL('../bin/winnow.mjs', import.meta.url))
  process.argv = [process.argv[0], winnow, 'serve', ...(opens ? ['--open'] : []), ...flags]
  await import('../bin/winnow.mjs')
}

/** Electron does not strip types, so it runs the compiled code. */
async function startElectron() {
  console.log('Winnow in its own window, with Electron. In the browser instead: npm start -- --browser')
  const { electronBinary } = await import('./electron-binary.mjs')
  const dist = fileURLToPath(new URL('../dist/', import.meta.url))
  const heap = `--js-flags=${HEAP_FLAGS.join(' ')}`
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env
  const electron = spawn(electronBinary(), [dist, heap, ...flags], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => electron.kill(signal))
  electron.once('exit', code => {
    if (code)
      console.error('Electron ended with an error. The same app in the browser: npm start -- --browser')
    process.exitCode = code ?? 1
  })
}
