import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, test } from 'node:test'
import { desktop } from './support/desktop.ts'
import { dataFolder, endDesktop, startDesktop } from './support/start-desktop.ts'

after(endDesktop)

test('a second start exits at once without a window, a question or a data folder', async () => {
  desktop.isFirst = false
  await startDesktop()
  assert.equal(await desktop.exited, 0)
  assert.ok(!existsSync(dataFolder))
  assert.deepEqual([desktop.windows, desktop.questions, desktop.notifications], [[], [], []])
})
