import { fork } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** What a copy of the tree shares with it, and what it has no use for. */
const SHARED = ['node_modules', 'dist']
const LEFT_OUT = [...SHARED, '.git', 'coverage', 'release']

const TEST_PROCESS = fileURLToPath(new URL('../../build/test-process.mjs', import.meta.url))

/** A copy of the tree that may be changed; it is removed where its scope ends. */
export function copyTree(root: string): { folder: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-mutants-'))
  const isKept = (path: string) =>
    !LEFT_OUT.includes(relative(root, path)) && basename(path) !== 'node_modules'
  cpSync(root, folder, { recursive: true, preserveTimestamps: true, filter: isKept })
  for (const name of SHARED)
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The tests keep their own fixed seeds and report here, whoever started this; compiled code is kept between runs. */
function environmentOf(folder: string): NodeJS.ProcessEnv {
  const { WINNOW_SEED: _seed, NODE_TEST_CONTEXT: _context, ...env } = process.env
  return { ...env, NODE_COMPILE_CACHE: join(folder, '.compiled') }
}

const startProcess = (folder: string) =>
  fork(TEST_PROCESS, {
    cwd: folder,
    // With all that it starts it is a group of its own, which is ended as one.
    detached: true,
    env: environmentOf(folder),
    execArgv: ['--test-timeout=120000', '--test-reporter=tap'],
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })

function endGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of it has ended by itself.
  }
}

/** Where a change was noticed: the title of the test and its file. */
export interface Failure {
  title: string
  file: string
}

/** So long no test may need; a loop without an end prints nothing more. */
const SILENCE_MS = 180_000

/** The first test that fails, `null` where all pass. Silence is a failure, too. */
export function firstFailure(folder: string, tests: string[]): Promise<Failure | null> {
  const waiting = [...tests]
  const child = startProcess(folder)
  let file = tests[0] ?? ''
  child.on('message', () => {
    // It ends at `null`, which the types do not know as a message. One that was ended meanwhile takes none.
    if (child.connected) child.send((waiting.shift() ?? null) as string, () => undefined)
  })
  return new Promise(resolve => {
    const end = (title: string | null) => {
      clearTimeout(timer)
      endGroup(child.pid!)
      resolve(title === null ? null : { title, file })
    }
    const timer = setTimeout(() => end('silence'), SILENCE_MS)
    createInterface({ input: child.stdout! }).on('line', line => {
      timer.refresh()
      // It asks for the next file before all of one is printed; what is printed says of which file it is.
      file = /^# Subtest: (.*)/.exec(line)?.[1] ?? file
      const failed = /^\s*not ok \d+ - (.*)/.exec(line)
      if (failed) end(failed[1]!)
    })
    child.once('close', code => end(code === 0 ? null : `exit code ${code}`))
  })
}
