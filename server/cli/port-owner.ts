import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { promisify } from 'node:util'

const runProgram = promisify(execFile)
/** Timeout of the lookups. On a busy system they may take longer; the message then names no owner. */
const TIMEOUT_MS = 3_000

/** Whether a program can listen on a port of this machine. */
export const isFreePort = (host: string, port: number): Promise<boolean> =>
  new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })

/** Standard output of a program; '' if it is missing, fails or finds nothing. */
const outputOf = (program: string, args: string[]) =>
  runProgram(program, args, { timeout: TIMEOUT_MS, windowsHide: true }).then(
    ({ stdout }) => stdout,
    () => '',
  )

/** Returns who listens on a port of this machine: `node (process 4711)` or `another Winnow`. Null if the system does not say. */
export async function portOwner(port: number): Promise<string | null> {
  const lookup = process.platform === 'win32' ? ownerByNetstat(port) : ownerByLsof(port)
  const [owner, isWinnow] = await Promise.all([lookup, answersAsWinnow(port)])
  return isWinnow ? `another Winnow${/ \(process \d+\)$/.exec(owner ?? '')?.[0] ?? ''}` : owner
}

/** Whether a Winnow answers at the port: the system may only name a thread of the process. */
async function answersAsWinnow(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const isOurs = answer.headers.get('x-request-id')?.startsWith('req_') ?? false
    await answer.body?.cancel()
    return isOurs
  } catch {
    return false
  }
}

async function ownerByLsof(port: number): Promise<string | null> {
  const fields = await outputOf('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'])
  const [, pid, name] = /^p(\d+)\nc(.+)$/m.exec(fields) ?? []
  return pid ? `${name} (process ${pid})` : null
}

async function ownerByNetstat(port: number): Promise<string | null> {
  const lines = (await outputOf('netstat', ['-ano', '-p', 'TCP']))
    .split('\n')
    .map(line => line.trim().split(/\s+/))
  // A listening socket has port 0 as its foreign address. Its state cannot be used, because the system translates that
  // word.
  const pid = lines
    .find(([, local, foreign]) => local?.endsWith(`:${port}`) && foreign?.endsWith(':0'))
    ?.at(-1)
  if (!pid) return null
  const [, name] =
    /^"([^"]+)"/.exec(await outputOf('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'])) ?? []
  return name ? `${name} (process ${pid})` : `process ${pid}`
}
