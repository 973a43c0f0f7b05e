import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** A separate host, simulated by a network namespace of this machine. */
export interface NetworkHost {
  address: string
  /** The start of a command that runs on this host. */
  within: string[]
}

/** Hosts on the same network as this process, which has two addresses there. */
export interface NetworkHosts {
  here: string
  /** An address for a site, so that it stays reachable where the other address is cut off. */
  site: string
  add(): NetworkHost
  /** Drops all packets from a host to an address. Neither end is notified. */
  cut(from: NetworkHost, to: string): void
  mend(from: NetworkHost, to: string): void
  close(): void
}

const ip = (...args: string[]) => void execFileSync('ip', args, { stdio: 'pipe' })

const NAME = `wn${process.pid}`
const NETWORK = `10.213.${process.pid % 250}`

// A separate network, because browsers of other tests abort loading when a device is added to theirs.
const NEW_NETWORK = ['unshare', '--net'] as const

/** The reason why such hosts cannot be created; false if they can. */
export function whyNoHosts(): string | false {
  const [command, ...args] = NEW_NETWORK
  const probes = ['ip link add probe type bridge', `ip netns add ${NAME}`, `ip netns del ${NAME}`]
  const { status } = spawnSync(command, [...args, 'sh', '-ec', probes.join('\n')])
  return status === 0 ? false : 'network namespaces need root and a kernel that lets it create them'
}

/** Runs a test file in a separate network, where it may create hosts. */
export async function runInOwnNetwork(file: string): Promise<{ code: number | null; printed: string }> {
  const [command, ...args] = NEW_NETWORK
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const child = spawn(command, [...args, process.execPath, '--test-reporter=spec', file], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const printed = await text(child.stdout)
  const [code] = await ended
  return { code, printed }
}

/** Creates the hosts of the network that belongs to this process alone. */
export function createHosts(): NetworkHosts {
  const namespaces: string[] = []
  ip('link', 'set', 'lo', 'up')
  ip('link', 'add', NAME, 'type', 'bridge')
  const here = `${NETWORK}.1`
  const site = `${NETWORK}.2`
  for (const address of [here, site]) ip('addr', 'add', `${address}/24`, 'dev', NAME)
  ip('link', 'set', NAME, 'up')

  const route = (verb: string, { within }: NetworkHost, to: string) =>
    ip('-n', within.at(-1)!, 'route', verb, 'blackhole', `${to}/32`)

  return {
    here,
    site,
    add() {
      const number = namespaces.length + 3
      const namespaceName = `${NAME}-${number}`
      const veth = `${NAME}v${number}`
      const address = `${NETWORK}.${number}`
      ip('netns', 'add', namespaceName)
      namespaces.push(namespaceName)
      ip('link', 'add', veth, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespaceName)
      ip('link', 'set', veth, 'master', NAME, 'up')
      ip('-n', namespaceName, 'addr', 'add', `${address}/24`, 'dev', 'eth0')
      for (const device of ['eth0', 'lo']) ip('-n', namespaceName, 'link', 'set', device, 'up')
      return { address, within: ['ip', 'netns', 'exec', namespaceName] }
    },
    cut: (from, to) => route('add', from, to),
    mend: (from, to) => route('del', from, to),
    close() {
      for (const namespaceName of namespaces.splice(0)) ip('netns', 'del', namespaceName)
      ip('link', 'del', NAME)
    },
  }
}
