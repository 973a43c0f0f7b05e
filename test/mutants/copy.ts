import { fork } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Folders that a copy of the tree shares with it, and folders that are not copied. */
const SHARED = ['node_modules', 'dist']
const EXCLUDED = [...SHARED, '.git', 'coverage', 'release']

const TEST_PROCESS = fileURLToPath(new URL('../../build/test-process.mjs', import.meta.url))

/** Copies the tree to a folder that may be changed; the copy is deleted at the end of its scope. */
export function copyTree(root: string): { folder: string } & Disposable {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-mutants-'))
  const isKept = (path: string) =>
    !EXCLUDED.includes(relative(root, path)) && basename(path) !== 'node_modules'
  cpSync(root, folder, { recursive: true, preserveTimestamps: true, filter: isKept })
  for (const name of SHARED)
    if (existsSync(join(root, name))) symlinkSync(join(root, name), join(folder, name))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

/**
 * Without the seed and the test context of the caller, so that tests use their fixed seeds and report here; compiled
 * code is kept between runs.
 */
function environmentOf(folder: string): NodeJS.ProcessEnv {
  const { WINNOW_SEED: _seed, NODE_TEST_CONTEXT: _context, ...env } = process.env
  return { ...env, NODE_COMPILE_CACHE: join(folder, '.compiled') }
}

const startProcess = (folder: string) =>
  fork(TEST_PROCESS, {
    cwd: folder,
    // The process leads a group of its own, so that all processes that it starts can be ended together.
    detached: true,
    env: environmentOf(folder),
    execArgv: ['--test-timeout=120000', '--test-reporter=tap'],
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })

function endGroup(pid: number) {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The processes have already ended.
  }
}

/** What noticed a change: the title of the test and its file. */
export interface Failure {
  title: string
  file: string
}

/** Longer than any test needs; an endless loop prints nothing. */
const SILENCE_MS = 180_000

/** The first test that fails, or `null` when all pass. No output for too long is a failure, too. */
export function firstFailure(folder: string, tests: string[]): Promise<Failure | null> {
  const queue = [...tests]
  const child = startProcess(folder)
  let file = tests[0] ?? ''
  child.on('message', () => {
    // `null` ends the process; its type does not allow that as a message. The process may have been ended in the meantime.
    if (child.connected) child.send((queue.shift() ?? null) as string, () => undefined)
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
      // The process asks for the next file before it has printed everything about the last one, so the file is taken from the output.
      file = /^# Subtest: (.*)/.exec(line)?.[1] ?? file
      const failed = /^\s*not ok \d+ - (.*)/.exec(line)
      if (failed) end(failed[1]!)
    })
    child.once('close', code => end(code === 0 ? null : `exit code ${code}`))
  })
}
