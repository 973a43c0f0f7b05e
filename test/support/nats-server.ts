import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { until } from '../http/support/until.ts'

/** The package of Debian or Ubuntu, unpacked without root and kept for the next run. */
const PACKAGE_FOLDER = join(tmpdir(), 'winnow-nats-server')
const PACKAGE_PROGRAM = join(PACKAGE_FOLDER, 'usr', 'sbin', 'nats-server')

function findOnPath(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map(folder => join(folder, 'nats-server'))
    .find(existsSync)
}

function unpackPackage(): string | undefined {
  if (existsSync(PACKAGE_PROGRAM)) return PACKAGE_PROGRAM
  const folder = mkdtempSync(join(tmpdir(), 'winnow-broker-'))
  try {
    execFileSync('apt-get', ['download', '-q', 'nats-server'], { cwd: folder, stdio: 'ignore' })
    const [file] = readdirSync(folder).filter(name => name.endsWith('.deb'))
    mkdirSync(PACKAGE_FOLDER, { recursive: true })
    execFileSync('dpkg-deb', ['-x', join(folder, file!), PACKAGE_FOLDER])
    return PACKAGE_PROGRAM
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const program = findOnPath() ?? unpackPackage()

/** The reason why tests with a broker are skipped; false if they run. */
export const noBroker = program
  ? false
  : 'there is no nats-server on PATH, and none could be had as a package of the system'

/** A real broker on a free port of this machine, with its own store. */
export interface TestBroker {
  url: string
  port: number
  /** Kills it at once, like a crash. */
  kill(): Promise<void>
  /** Starts it again on the same port, over the same store unless `emptied` is set. */
  restart(options?: { emptied?: boolean }): Promise<void>
  stop(): Promise<void>
}

/** The ports that the broker wrote; null until the file is complete. */
function readPorts(folder: string): { nats: string[] } | null {
  try {
    return JSON.parse(readFileSync(join(folder, String(readdirSync(folder)[0])), 'utf8'))
  } catch {
    return null
  }
}

/**
 * Starts a broker. `config` is added to its configuration file (users, TLS). `args` are its options, including any for its
 * store in place of ours. `host` is its address, and `within` is the start of a command that runs it on another host.
 */
export async function startBroker({
  config = '',
  maxStore = '1GB',
  args = [],
  host = '127.0.0.1',
  within = [],
}: {
  config?: string
  maxStore?: string
  args?: string[]
  host?: string
  within?: string[]
} = {}): Promise<TestBroker> {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-broker-'))
  const store = join(folder, 'store')
  let port = -1
  let child: ReturnType<typeof spawn>

  async function start() {
    const ports = join(folder, 'ports')
    rmSync(ports, { recursive: true, force: true })
    mkdirSync(ports)
    const file = join(folder, 'nats.conf')
    const jetstream = args.length ? '' : `jetstream { store_dir: "${store}", max_file_store: ${maxStore} }`
    writeFileSync(file, `listen: "${host}:${port}"\nports_file_dir: "${ports}"\n${jetstream}\n${config}\n`)
    const [command, ...commandArgs] = [...within, program as string]
    child = spawn(command!, [...commandArgs, '-c', file, ...args], { stdio: 'ignore' })
    children.add(child)
    child.once('exit', () => children.delete(child))
    const { nats } = await until(async () => readPorts(ports))
    port = Number(new URL(nats[0]!).port)
  }

  async function kill() {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }

  await start()
  return {
    url: `nats://${host}:${port}`,
    port,
    kill,
    async restart({ emptied = false } = {}) {
      await kill()
      if (emptied) rmSync(store, { recursive: true, force: true })
      await start()
    },
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Brokers that still run. They are killed when the tests exit. */
const children = new Set<ReturnType<typeof spawn>>()
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})
