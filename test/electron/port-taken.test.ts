import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { portOwner } from '../../server/cli/port-owner.ts'
import { desktop } from './support/desktop.ts'
import { endDesktop, owner, startDesktop } from './support/start-desktop.ts'

let otherServer: Server
let port: number
before(async () => {
  otherServer = createServer()
  await new Promise<void>(resolve => otherServer.listen(0, '127.0.0.1', resolve))
  port = (otherServer.address() as AddressInfo).port
})
after(async () => {
  await endDesktop()
  otherServer.close()
})

describe('a port that another program uses', () => {
  test('is reported with that program, and the next free port is used when the user agrees', async () => {
    desktop.answer = async ({ buttons }) => buttons[0]!
    const loaded = desktop.nextPage()
    await startDesktop('--port', String(port))
    const { origin } = new URL((await loaded).url())
    const [{ message, buttons }] = desktop.questions as [(typeof desktop.questions)[0]]
    assert.equal(message, `Port ${port} is taken by ${(await portOwner(port)) ?? 'another program'}.`)
    const nextPort = Number(/^Use port (\d+)$/.exec(buttons[0]!)![1])
    assert.ok(nextPort > port)
    assert.deepEqual(
      [origin, owner().address],
      [`http://127.0.0.1:${nextPort}`, `http://127.0.0.1:${nextPort}`],
    )
  })
})
