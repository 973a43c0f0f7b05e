import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { type ServiceProcess, startServe } from '../support/run-cli.ts'
import { desktop } from './support/desktop.ts'
import { dataFolder, endDesktop, startDesktop } from './support/start-desktop.ts'

let served: ServiceProcess
before(async () => {
  mkdirSync(dataFolder)
  served = await startServe(['--data-dir', dataFolder])
})
after(async () => {
  await served.stop()
  await endDesktop()
})

test('offers to open the app of the Winnow that already owns the data folder, signed in, in the browser', async () => {
  desktop.answer = async ({ buttons }) => buttons[0]!
  await startDesktop()
  assert.equal(await desktop.exited, 1)
  assert.deepEqual(desktop.questions, [
    {
      message: 'Winnow is already running.',
      detail: `Process ${served.pid}, at ${served.url}, owns ${dataFolder}.`,
      buttons: ['Open it in the browser', 'Quit'],
    },
  ])
  const [address = ''] = desktop.opened
  assert.ok(address.startsWith(`${served.url}/app/?token=`))
  const answer = await fetch(address, { redirect: 'manual' })
  assert.ok(answer.headers.get('set-cookie'))
})
