import { spawn } from 'node:child_process'
import type { Command } from 'commander'
import type { App } from '../app.ts'
import { command, commandLine } from '../base/command.ts'
import { handleUncaughtErrors, stopInTime } from '../log/uncaught-errors.ts'
import { settingNames } from '../settings/settings.ts'
import { DISK_EXIT_CODE } from '../store/file/disk-errors.ts'
import { useTempFolder } from '../store/file/temp-folder.ts'
import { flagsOf, settingFlag } from './common-options.ts'
import { portOwner } from './port-owner.ts'
import { explainOwned } from './service.ts'
import { stopOnSignal } from './stop-on-signal.ts'

/** `winnow serve`: runs until it is told to stop. */
export function addServe(program: Command): void {
  const command = program.command('serve').description('run the service until it is stopped')
  for (const name of settingNames) command.addOption(settingFlag(name))
  command.option('--json', 'print where it runs as one line of JSON')
  command.option('--open', 'open the app in the system’s browser')
  command.action(async ({ open, json, ...options }: Record<string, unknown>) => {
    const flags = flagsOf(options)
    const { startApp } = await import('../app.ts')
    const { promise: folderLost, resolve: onFolderLost } = Promise.withResolvers<Error>()
    const starting = startApp({ flags, env: process.env, eager: true, onFolderLost })
      .catch(explainOwned(flags))
      .catch(explainPort)
      .catch(explainHost)
    // A signal during the start stops the service as soon as it runs. A start that fails ends the command by itself.
    let isStopping = false
    const stop = () => {
      isStopping = true
      return starting.then(app => app.stop(), forever)
    }
    stopOnSignal({ stop }, 'service', 'running calls')
    const app = await starting
    useTempFolder(app.dataDir)
    folderLost.then(error => endWithoutFolder(app, error))
    handleUncaughtErrors(app)
    if (isStopping) return
    for (const warning of app.warnings()) console.error(`Warning: ${warning}`)
    console.log(json ? JSON.stringify(locationOf(app)) : welcome(app))
    if (open) openInBrowser(app.invite())
  })
}

const forever = () => new Promise<void>(() => undefined)

/** Stops as much of the service as possible when the data folder is no longer writable, so that a supervisor can restart it. */
async function endWithoutFolder(app: App, error: Error) {
  console.error(error.message)
  await stopInTime(app)
  process.exit(DISK_EXIT_CODE)
}

const locationOf = ({ address, dataDir, invite }: App) => ({
  address,
  pid: process.pid,
  data_dir: dataDir,
  app: invite(),
})

const LOOPBACK = ['127.0.0.1', '::1', 'localhost']

/** Next steps, ready to paste. */
function welcome({ address, invite, settings }: App): string {
  const { host } = settings.values
  const networkNote = LOOPBACK.includes(host)
    ? []
    : ['It is open to the network: anyone with a key can call it.']
  return [
    `Winnow is ready at ${address}`,
    ...networkNote,
    '',
    `The app, in a browser of this machine (the address works once, for 15 minutes; ${command`open`} prints another):`,
    `  ${invite()}`,
    '',
    /^np[mx] /.test(commandLine`serve`)
      ? 'Next, in another terminal of this folder:'
      : 'Next, in another terminal:',
    `  KEY=$(${commandLine`keys create`})`,
    `  curl -H "X-API-Key: $KEY" ${address}/v1/credits`,
    `  curl -H "X-API-Key: $KEY" '${address}/v1/videosite-channel?handle=@someone'`,
    '',
    `What there is: ${address}/v1/apis · the whole interface: ${address}/v1/openapi.json`,
    'Stop with Ctrl-C.',
  ].join('\n')
}

async function explainPort(error: { code?: string; port: number }): Promise<never> {
  const { code, port } = error
  if (code !== 'EADDRINUSE') throw error
  const owner = (await portOwner(port)) ?? 'another program'
  throw new Error(`Port ${port} is taken by ${owner}. Try: --port ${port + 1}`)
}

/** Error codes for an address that does not belong to this machine, and for a name that does not resolve. */
const NO_ADDRESS = /^(?:EADDRNOTAVAIL|ENOTFOUND|EAI_\w+|EINVAL)$/

function explainHost(error: NodeJS.ErrnoException & { address?: string; hostname?: string }): never {
  if (!NO_ADDRESS.test(error.code ?? '')) throw error
  throw new Error(
    `Winnow cannot listen on ${error.hostname ?? error.address}: that is not an address of this machine. Try: --host 127.0.0.1`,
  )
}

const OPENERS: Partial<Record<NodeJS.Platform, [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  // Not `start`: a shell would interpret the `&` of the address.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens an address in the system's browser. If that fails, the user still has the printed address. */
function openInBrowser(address: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open']
  spawn(program, [...args, address], { detached: true, stdio: 'ignore' })
    .on('error', error =>
      console.error(`The browser did not open (${error.message}): use the address above.`),
    )
    .unref()
}
