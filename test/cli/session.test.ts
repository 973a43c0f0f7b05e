import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type LoginSite, startLoginSite } from '../sessions/support/login-site.ts'
import { output, run, type ServiceProcess, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const NO_SCREEN = { DISPLAY: '', WAYLAND_DISPLAY: '', WINNOW_BROWSER: '/nowhere/chromium' }

describe('winnow session', () => {
  const folder = tempFolder()
  const data = ['--data-dir', folder]
  let served: ServiceProcess
  let site: LoginSite
  const winnow = (...args: string[]) => output(['session', ...args, ...data])
  const errorOf = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(['session', ...args, ...data])
    assert.equal(code, 1)
    return stdout + stderr
  }
  async function writeExport(cookies: unknown) {
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

  test('import creates a session from a file and names skipped cookies, and list shows the session', async () => {
    const others = [
      { name: 'x', value: 'y', domain: 'ads.example' },
      { name: 'z', domain: '127.0.0.1' },
    ]
    const file = await writeExport([...(await site.logIn()), ...others])
    const output = await winnow('import', 'shop', file, '--for', '127.0.0.1')
    assert.match(output, /^shop holds 1 cookie and 0 items/)
    assert.match(output, /not for them: ads\.example\.\ncookies\[2\]: The value/)
    const [head, row] = (await winnow('list')).split('\n')
    assert.match(head!, /^name +state +hosts +cookies +last used +expires +id$/)
    assert.match(row!, /^shop +ready +127\.0\.0\.1 +1 /)
  })

  test('test says whether the session is still logged in', async () => {
    assert.equal(await winnow('test', 'shop', `${site.url}/orders`), 'shop is logged in.')
    site.logOutAll()
    assert.match(
      await errorOf('test', 'shop', `${site.url}/orders`),
      /shop has expired: 127\.0\.0\.1:\d+ asks to log in/,
    )
    assert.match(await errorOf('test', 'nowhere'), /There is no session nowhere\. .*session list/)
  })

  test('import into the same session logs in again, with or without the same --for', async () => {
    const file = await writeExport(await site.logIn())
    assert.match(await winnow('import', 'shop', file, '--for', '127.0.0.1'), /^shop holds 1 cookie and/)
    assert.match(await winnow('import', 'shop', file), /^shop holds 1 cookie and/)
    assert.match(
      await errorOf('import', 'shop', file, '--for', '*.other.example'),
      /shop is for 127\.0\.0\.1, not for \*\.other\.example\. Leave out --for/,
    )
    assert.match(
      await errorOf('import', 'new', file),
      /no session new yet\. .*session import new .+cookies\.json --for '\*\.shop\.example'/,
    )
  })

  test('a failed import creates no session', async () => {
    const file = await writeExport([{ name: 'x', value: 'y', domain: 'ads.example' }])
    assert.match(await errorOf('import', 'new', file, '--for', '127.0.0.1'), /no cookie of 127\.0\.0\.1/)
    assert.match(await errorOf('import', 'new', '/nowhere.txt', '--for', '127.0.0.1'), /Cannot read the file/)
    assert.equal((await winnow('list', '--json')).includes('"new"'), false)
  })

  test('open says why it cannot open a browser, and creates no session', async () => {
    assert.match(await errorOf('open', 'new'), /There is no session new yet\. .*name its login page/)
    assert.match(await errorOf('open', 'shop', site.url), /browser.*\n.*WINNOW_BROWSER/is)
    assert.match(
      await errorOf('open', 'new', 'https://a.example/'),
      /browser.*\n.*WINNOW_BROWSER.* session import new FILE --for '\*\.a\.example'/s,
    )
    assert.equal((await winnow('list', '--json')).includes('"new"'), false)
  })

  test('test says on standard error that nobody has logged in to the session yet', async () => {
    const words = ['session-create', 'name=bare', 'hosts=["127.0.0.1"]']
    await output(['call', ...words, ...data])
    const { code, stdout, stderr } = await run(['session', 'test', 'bare', site.url, ...data])
    assert.deepEqual([code, stdout, stderr], [1, '', 'Nobody has logged in to the session bare yet.\n'])
    const asJson = await run(['session', 'test', 'bare', site.url, '--json', ...data])
    assert.deepEqual([asJson.code, JSON.parse(asJson.stdout).logged_in], [1, false])
    assert.equal(asJson.stderr, stderr)
  })

  test('delete removes the session', async () => {
    assert.equal(await winnow('delete', 'shop'), 'Deleted shop. What it held is gone.')
    assert.equal((await winnow('list', '--json')).includes('shop'), false)
  })
})
