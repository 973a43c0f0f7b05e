import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { output, run, type ServiceProcess, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const NO_SCREEN = { DISPLAY: '', WAYLAND_DISPLAY: '', WINNOW_BROWSER: '/nowhere/chromium' }

describe('winnow platform', () => {
  const data = ['--data-dir', tempFolder()]
  let served: ServiceProcess
  const winnow = (...args: string[]) => output(['platform', ...args, ...data])
  const errorOf = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(['platform', ...args, ...data])
    assert.deepEqual([code, stdout], [1, ''])
    return stderr
  }

  before(async () => {
    served = await startServe(data, { ...NO_SCREEN, WINNOW_REALTY_URL: 'http://127.0.0.1:9' })
  })

  test('list shows every platform', async () => {
    const [head, ...rows] = (await winnow('list')).split('\n')
    assert.match(head!, /^name +last success +blocked since +cookies +profile +address$/)
    assert.deepEqual(rows.map(row => row.split(/ {2,}/)).sort(), [
      ['photosocial', '–', '–', 'no', 'no', 'its own'],
      ['realty', '–', '–', 'no', 'no', 'http://127.0.0.1:9'],
      ['shortvideo', '–', '–', 'no', 'no', 'its own'],
      ['videosite', '–', '–', 'no', 'no', 'its own'],
    ])
    assert.equal(JSON.parse(await winnow('list', '--json')).length, 4)
  })

  test('open says why it cannot open a browser', async () => {
    assert.match(await errorOf('open', 'realty'), /browser.*\n.*WINNOW_BROWSER/is)
    assert.match(await errorOf('open', 'nowhere'), /There is no platform nowhere\.\nThere are: .*realty/)
  })

  test('forget deletes the profile of a platform, and refuses an unknown platform', async () => {
    assert.match(await winnow('forget', 'realty'), /^realty is forgotten/)
    assert.equal(JSON.parse(await winnow('forget', 'realty', '--json')).profile, false)
    assert.match(await errorOf('forget', 'nowhere'), /There is no platform nowhere/)
  })

  test('needs a running service only for open', async () => {
    assert.equal(await served.stop(), 0)
    assert.equal((await winnow('list')).split('\n').length, 5)
    assert.match(await winnow('forget', 'realty'), /^realty is forgotten/)
    assert.match(await errorOf('open', 'realty'), /Winnow is not running on .*`node .+ serve --data-dir .+`/)
  })
})
