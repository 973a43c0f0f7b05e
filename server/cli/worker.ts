import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { SettingName } from '../settings/settings.ts'
import { flagsOf, settingFlag, wholeNumber } from './common-options.ts'
import { print } from './print.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** Settings that the owner of a worker's machine decides; all others come from the service. */
const WORKER_SETTINGS: SettingName[] = [
  'nats_url',
  'nats_creds',
  'nats_ca',
  'allow_hosts',
  'browser',
  'browser_pages',
  'parse_workers',
  'drain_seconds',
]

/** `winnow worker`: reads pages for a service on another machine until it is told to stop. */
export function addWorker(program: Command): void {
  const command = program
    .command('worker')
    .description('fetch and read pages for a service on another machine until it is stopped')
    .option('--pages <n>', 'pages that are read at a time over HTTP', wholeNumber, 16)
    .option('--pool <name>', 'the pool that this worker belongs to', 'default')
    .option('--name <name>', 'its name in the app; that of the machine by default')
    .option('--json', 'print what runs as one line of JSON')
  for (const name of WORKER_SETTINGS) command.addOption(settingFlag(name))
  addKey(command)
  command.action(async options => {
    const { startWorker } = await import('../app/worker.ts')
    const { pages, pool, name, json } = options
    const worker = startWorker({
      flags: flagsOf(options),
      env: process.env,
      pages,
      pool,
      name,
      say: console.error,
    })
    console.log(
      json ? JSON.stringify({ pid: process.pid, pool, pages }) : 'The worker runs. Stop with Ctrl-C.',
    )
    stopOnSignal(worker, 'worker', 'pages that are being read')
  })
}

/** `winnow worker key`: creates a key. Its seed stays in the file; the configuration of the broker names the public part. */
function addKey(worker: Command): void {
  worker
    .command('key <file>')
    .description('create a key with which the service or a worker signs in to the broker')
    .option('--json', 'print JSON')
    .action(async (file: string, _options: object, command: Command) => {
      const { nkeys } = await import('@nats-io/transport-node')
      const key = nkeys.createUser()
      writeFileSync(file, key.getSeed(), { mode: 0o600, flag: 'wx' })
      const public_key = key.getPublicKey()
      print({ file, public_key }, command.optsWithGlobals(), () => public_key)
    })
}
