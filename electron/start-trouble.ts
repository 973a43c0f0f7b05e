import { dialog, shell } from 'electron'
import { readLock } from '../server/base/lock-file.ts'
import { createClient } from '../server/cli/client.ts'
import { isFreePort, portOwner } from '../server/cli/port-owner.ts'
import { dataDirOf, type Flags } from '../server/cli/service.ts'

/** The error of listening on a port that is taken. */
export interface PortTakenError extends Error {
  address: string
  port: number
}

const FIRST_BUTTON = 0

/** Asks whether to use the next free port this time. Returns that port, or null. */
export async function offerNextPort({ address, port }: PortTakenError): Promise<number | null> {
  const [owner, next] = await Promise.all([portOwner(port), nextFreePort(address, port + 1)])
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: `Port ${port} is taken by ${owner ?? 'another program'}.`,
    detail: `Winnow can use port ${next} this time. Scripts and AI tools that know the old address need the new one then.`,
    buttons: [`Use port ${next}`, 'Quit'],
    defaultId: FIRST_BUTTON,
    cancelId: 1,
  })
  return response === FIRST_BUTTON ? next : null
}

/** Returns the first free port from `port` on, or 0 (any free port) if there is none. */
async function nextFreePort(host: string, port: number): Promise<number> {
  if (port > 65_535) return 0
  return (await isFreePort(host, port)) ? port : nextFreePort(host, port + 1)
}

/** Says which process owns the data folder, and opens its app in the browser if the user wants that. */
export async function offerOwner(flags: Flags): Promise<void> {
  const dataDir = dataDirOf(flags)
  const owner = readLock(dataDir)
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: 'Winnow is already running.',
    detail: `${owner ? `Process ${owner.pid}, at ${owner.address},` : 'A process that is just starting'} owns ${dataDir}.`,
    buttons: owner ? ['Open it in the browser', 'Quit'] : ['Quit'],
    cancelId: owner ? 1 : FIRST_BUTTON,
  })
  if (!owner || response !== FIRST_BUTTON) return
  await createClient(owner)
    .admin<{ address: string }>('POST', '/admin/windows')
    .then(({ address }) => shell.openExternal(address), showStartFailure)
}

export const showStartFailure = (error: Error): void =>
  dialog.showErrorBox('Winnow cannot start.', error.message)
