import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { portOwner } from '../../server/cli/port-owner.ts'
import { commandPrefix, output, run, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const errorOf = async (args: string[], env = {}) => {
  const { code, stdout, stderr } = await run(['serve', '--data-dir', tempFolder(), ...args], env)
  assert.deepEqual([code, stdout], [1, ''])
  return stderr
}

describe('winnow serve', () => {
  test('prints its address and the next commands', async () => {
    const folder = tempFolder()
    const served = await startServe(['--data-dir', folder])
    assert.match(served.stdout(), /^Winnow is ready at http:\/\/127\.0\.0\.1:\d+\n/)
    assert.ok(served.stdout().includes(`KEY=$(${commandPrefix} keys create --data-dir ${folder})`))
    assert.match(served.stdout(), new RegExp(`curl .*${served.url}/v1/credits$`, 'm'))
    assert.ok(!served.stdout().includes('open to the network'))
    assert.equal(served.stderr(), '')
    assert.equal((await fetch(`${served.url}/health`)).status, 200)
    assert.equal(await served.stop(), 0)
  })

  test('uses the folder of WINNOW_DATA_DIR, unless --data-dir names another', async () => {
    const [folder, other] = [tempFolder(), tempFolder()]
    const served = await startServe([], { WINNOW_DATA_DIR: folder })
    assert.equal((await run(['status'], { WINNOW_DATA_DIR: folder })).code, 0)
    assert.equal((await run(['status', '--data-dir', other], { WINNOW_DATA_DIR: folder })).code, 1)
    assert.equal(await served.stop(), 0)
  })

  test('says that it is open to the network when other machines can reach it', async () => {
    const folder = tempFolder()
    const served = await startServe(['--data-dir', folder], { WINNOW_HOST: '0.0.0.0' })
    assert.match(served.stdout(), /^It is open to the network: anyone with a key can call it\.$/m)
    assert.match(served.stdout(), /^Winnow is ready at http:\/\/127\.0\.0\.1:\d+$/m)
    assert.equal((await run(['status', '--data-dir', folder])).code, 0, 'its owner still reaches it')
    assert.equal(await served.stop(), 0)
  })

  test('warns of a variable that is not a setting, and starts', async () => {
    const env = { WINNOW_FOO: '1', WINNOW_ACCOUNT: 'shop', WINNOW_LOG_LEVEL: 'warn' }
    const folder = tempFolder()
    const served = await startServe(['--data-dir', folder], env)
    assert.equal(
      served.stderr(),
      `Warning: WINNOW_FOO is not a setting of Winnow. \`${commandPrefix} settings --data-dir ${folder}\` lists them.\n`,
    )
    assert.equal(await served.stop(), 0)
  })

  for (const [args, env, says] of [
    [['--port', 'abc'], {}, /^--port cannot be "abc": /],
    [['--port', ''], {}, /^--port cannot be "": /],
    [[], { WINNOW_LOG_LEVEL: 'loud' }, /^WINNOW_LOG_LEVEL cannot be "loud": .*"debug"/],
    [[], { WINNOW_VIDEOSITE_URL: 'ftp://a' }, /^WINNOW_VIDEOSITE_URL cannot be "ftp:\/\/a": /],
  ] as [string[], Record<string, string>, RegExp][])
    test(`refuses ${[...args, ...Object.entries(env).flat()].join(' ')} in one line, and exits with 1`, async () => {
      const stderr = await errorOf(args, env)
      assert.match(stderr, says)
      assert.equal(stderr.trimEnd().split('\n').length, 1)
    })
})

test('serve names a host that is not an address of this machine, and says how to fix it', async () => {
  for (const host of ['198.51.100.7', 'no such host'])
    assert.match(
      await errorOf(['--host', host]),
      new RegExp(`^Winnow cannot listen on ${host}: .*--host 127\\.0\\.0\\.1\\n$`),
    )
})

describe('a port that another program uses', () => {
  let other: Server
  let port: number
  let isSilent = false
  before(async () => {
    other = createServer((_request, response) => void (isSilent || response.end()))
    await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
    port = (other.address() as AddressInfo).port
  })
  after(() => other.close())
  const portTaken = async () =>
    `Port ${port} is taken by ${(await portOwner(port)) ?? 'another program'}. Try: --port ${port + 1}\n`

  for (const silent of [false, true])
    test(`is reported with that program, if the system knows it${silent ? ', though it never answers' : ''}`, {
      skip: skipReason(),
    }, async t => {
      isSilent = silent
      t.after(() => {
        isSilent = false
      })
      assert.match((await portOwner(port)) ?? '', new RegExp(` \\(process ${process.pid}\\)$`))
    })

  test('is reported as taken by another Winnow', async t => {
    const served = await startServe(['--data-dir', tempFolder()])
    t.after(() => served.stop())
    const stderr = await errorOf([], { WINNOW_PORT: new URL(served.url).port })
    assert.match(stderr, /^Port \d+ is taken by another Winnow/)
  })

  test('is reported by serve, with the next port to try', async () => {
    assert.equal(await errorOf([], { WINNOW_PORT: String(port) }), await portTaken())
  })

  test('is also reported when it comes from the settings', async () => {
    const data = ['--data-dir', tempFolder()]
    await output(['settings', 'port', String(port), ...data])
    const { code, stderr } = await run(['serve', ...data])
    assert.deepEqual([code, stderr], [1, await portTaken()])
  })

  test('leaves the data folder unlocked after the failed start', async () => {
    const folder = tempFolder()
    await run(['serve', '--port', String(port), '--data-dir', folder])
    const served = await startServe(['--data-dir', folder])
    assert.equal(await served.stop(), 0)
  })
})

function skipReason() {
  if (process.platform === 'win32') return false
  return spawnSync('lsof', ['-v']).error ? 'there is no lsof here' : false
}
