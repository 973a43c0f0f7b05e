import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, test } from 'node:test'
import { desk } from './support/desk.ts'
import { dataFolder, endDesktop, startDesktop } from './support/start-desktop.ts'

after(endDesktop)

test('a second start exits at once without a window, a question or a data folder', async () => {
  desk.isFirst = false
  await startDesktop()
  assert.equal(await desk.exited, 0)
  assert.ok(!existsSync(dataFolder))
  assert.deepEqual([desk.windows, desk.questions, desk.told], [[], [], []])
})
