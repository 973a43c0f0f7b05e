import { fork } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** What a copy of the tree shares with it, and what it has no use for. */
const SHARED = ['node_modules', 'dist']
const LEFT_OUT = [...SHARED, '.git', 'coverage', 'release']

const LANE = fileURLToPath(new URL('../../build/test-lane.mjs', import.meta.url))

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

const startLane = (folder: string) =>
  fork(LANE, {
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

/** The title of the first test that fails, `null` where all pass. A run that takes longer than `timeoutMs` fails, too. */
export function firstFailure(folder: string, tests: string[], timeoutMs: number): Promise<string | null> {
  const waiting = [...tests]
  const lane = startLane(folder)
  lane.on('message', () => {
    // The lane ends at `null`, which the types do not know as a message.
    if (lane.connected) lane.send((waiting.shift() ?? null) as string)
  })
  return new Promise(resolve => {
    const end = (failure: string | null) => {
      clearTimeout(timer)
      endGroup(lane.pid!)
      resolve(failure)
    }
    const timer = setTimeout(() => end('the time limit'), timeoutMs)
    createInterface({ input: lane.stdout! }).on('line', line => {
      const failed = /^\s*not ok \d+ - (.*)/.exec(line)
      if (failed) end(failed[1]!)
    })
    lane.once('close', code => end(code === 0 ? null : `exit code ${code}`))
  })
}
