import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type LoginSite, startLoginSite } from '../sessions/support/login-site.ts'
import { output, run, type Served, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const NO_SCREEN = { DISPLAY: '', WAYLAND_DISPLAY: '', WINNOW_BROWSER: '/nowhere/chromium' }

describe('winnow session', () => {
  const folder = tempFolder()
  const data = ['--data-dir', folder]
  let served: Served
  let site: LoginSite
  const winnow = (...args: string[]) => output(['session', ...args, ...data])
  const refused = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(['session', ...args, ...data])
    assert.equal(code, 1)
    return stdout + stderr
  }
  async function exported(cookies: unknown) {
    const file = join(folder, 'cookies.json')
    writeFileSync(file, JSON.stringify(cookies))
    return file
  }

  before(async () => {
    site = await startLoginSite()
    served = await startServe(data, { ...NO_SCREEN, WINNOW_ALLOW_HOSTS: '127.0.0.1' })
  })
  after(async () => {
    await served.stop()
    await site.close()
  })

  test('import logs in with a file, names what it leaves out, and list shows the session', async () => {
    const others = [
      { name: 'x', value: 'y', domain: 'ads.example' },
      { name: 'z', domain: '127.0.0.1' },
    ]
    const file = await exported([...(await site.logIn()), ...others])
    const said = await winnow('import', 'shop', file, '--for', '127.0.0.1')
    assert.match(said, /^shop holds 1 cookies and 0 items/)
    assert.match(said, /not for them: ads\.example\.\ncookies\[2\]: The value/)
    const [head, row] = (await winnow('list')).split('\n')
    assert.match(head!, /^name +state +hosts +cookies +last used +expires +id$/)
    assert.match(row!, /^shop +ready +127\.0\.0\.1 +1 /)
  })

  test('test says whether the site knows it', async () => {
    assert.equal(await winnow('test', 'shop', `${site.url}/orders`), 'shop is logged in.')
    site.logOutAll()
    assert.match(
      await refused('test', 'shop', `${site.url}/orders`),
      /shop has expired: 127\.0\.0\.1:\d+ asks to log in/,
    )
    assert.match(await refused('test', 'nowhere'), /There is no session nowhere\. .*session list/)
  })

  test('open says what stands in its way', async () => {
    assert.match(await refused('open', 'new'), /There is no session new yet\. .*name its login page/)
    assert.match(await refused('open', 'shop', site.url), /browser.*\n.*WINNOW_BROWSER/is)
  })

  test('delete drops it', async () => {
    assert.equal(await winnow('delete', 'shop'), 'Deleted shop. What it held is gone.')
    assert.equal((await winnow('list', '--json')).includes('shop'), false)
  })
})
