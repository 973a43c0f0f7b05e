import type { Command } from 'commander'
import { type App, startApp } from '../app.ts'
import { SETTINGS, settingNames } from '../settings.ts'
import { flagsOf, settingFlag } from './common-options.ts'
import { explainOwned, type Flags } from './service.ts'

/** `winnow serve`: runs until it is told to stop. */
export function addServe(program: Command): void {
  const command = program.command('serve').description('run the service until it is stopped')
  for (const name of settingNames) command.addOption(settingFlag(name))
  command.action(async (options: Record<string, unknown>) => {
    const flags = flagsOf(options)
    const app = await startApp({ flags, env: process.env })
      .catch(explainOwned(flags))
      .catch(explainPort(flags))
    for (const warning of app.settings.warnings) console.error(`Warning: ${warning}`)
    console.log(welcome(app, flags))
    stopOnSignal(app)
  })
}

/** What to do next, ready to paste. */
function welcome({ address, settings }: App, flags: Flags): string {
  const { data_dir } = settings.values
  const folder = data_dir === SETTINGS.data_dir.default ? '' : ` --data-dir '${data_dir}'`
  const open =
    settings.values.host === SETTINGS.host.default || flags.host === undefined
      ? []
      : ['It is open to the network: anyone with a key can call it.']
  return [
    `Winnow is ready at ${address}`,
    ...open,
    '',
    'Next, in another terminal of this folder:',
    `  KEY=$(npm run -s winnow -- keys create${folder})`,
    `  curl -H "X-API-Key: $KEY" ${address}/v1/credits`,
    `  curl -H "X-API-Key: $KEY" '${address}/v1/videosite-channel?handle=@someone'`,
    '',
    `What there is: ${address}/v1/apis · the whole interface: ${address}/v1/openapi.json`,
    'Stop with Ctrl-C.',
  ].join('\n')
}

const explainPort = (flags: Flags) => (error: unknown) => {
  if ((error as { code?: string }).code !== 'EADDRINUSE') throw error
  const port = Number(flags.port ?? process.env.WINNOW_PORT ?? SETTINGS.port.default)
  throw new Error(`Port ${port} is taken by another program. Try: --port ${port + 1}`)
}

function stopOnSignal(app: App) {
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    console.log('Stopping: running calls may end first. Once more to stop at once.')
    await app.stop()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
