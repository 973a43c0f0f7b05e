import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { AppError } from '../../server/base/errors.ts'
import { resolveSettings } from '../../server/settings/resolve-settings.ts'

const withProxy = (proxy: unknown) => resolveSettings({ flags: { proxy }, env: {}, stored: {} })
const SECRET = /owner|hunter2/

describe('the setting `proxy`', () => {
  const cases: [address: string | null, shown: string | null][] = [
    [null, null],
    ['http://proxy.example:8080', 'http://proxy.example:8080'],
    ['http://owner:hunter2@proxy.example:8080', 'http://••••@proxy.example:8080'],
    ['https://owner@proxy.example/', 'https://••••@proxy.example'],
    ['http://:hunter2@[::1]:8080', 'http://••••@[::1]:8080'],
    ['socks5://owner:hunter2@proxy.example:1080', 'socks5://••••@proxy.example:1080'],
    ['socks5h://proxy.example', 'socks5h://proxy.example'],
    [
      'http://owner:hunter2@one.example:8080, socks5://two.example\nhttps://owner:hunter,2@three.example',
      'http://••••@one.example:8080, socks5://two.example, https://••••@three.example',
    ],
  ]
  for (const [address, masked] of cases)
    test(`with the value ${address} is shown as ${masked}, and used unchanged`, () => {
      const settings = withProxy(address)
      const row = settings.list().find(({ name }) => name === 'proxy')
      assert.deepEqual([row?.value, row?.secret], [masked, true])
      assert.equal(settings.values.proxy, address)
    })

  test('keeps the users of several addresses of one host when their masks are sent back, or some of them', () => {
    const addresses = ['http://one:1@proxy.example:8080', 'http://two:2@proxy.example:8080']
    const settings = withProxy(addresses.join(', '))
    const mask = 'http://••••@proxy.example:8080'
    assert.equal(settings.unmasked('proxy', `${mask}, ${mask}`), addresses.join(', '))
    assert.equal(settings.unmasked('proxy', mask), addresses[0])
    const tooMany = `${mask}, ${mask}, ${mask}`
    assert.equal(
      settings.unmasked('proxy', tooMany),
      tooMany,
      'a mask that hides nothing stays, and is refused',
    )
  })

  const wrong: [address: unknown, says: RegExp][] = [
    ['socks://owner:hunter2@proxy.example:1080', /socks5:\/\//],
    ['socks4://owner:hunter2@proxy.example:1080', /socks5:\/\//],
    ['socks5://owner:hunter2@proxy.example:1080/path', /no path/],
    ['socks5://owner:hunter2%zz@proxy.example:1080', /percent-encoded/],
    [`socks5://owner:hunter2${'x'.repeat(255)}@proxy.example:1080`, /255 bytes/],
    ['socks5://owner:hunter2@[1::2::3]', /not the address of a proxy/],
    ['http://proxy.example:8080, owner:hunter2@other.example', /./],
    [Array(101).fill('http://owner:hunter2@proxy.example').join(), /100 proxies at most/],
    ['ftp://owner:hunter2@proxy.example', /not the address of a proxy/],
    ['owner:hunter2@proxy.example:8080', /not the address of a proxy/],
    ['http://', /not the address of a proxy/],
    ['http://owner:hunter2@proxy.example/path', /no path/],
    ['http://owner:hunter2@proxy.example?x', /no path and no query/],
    ['http://owner:hunter2%zz@proxy.example', /percent-encoded/],
    ['http://••••@proxy.example:8080', /own user and password/],
    [5, /./],
  ]
  for (const [address, says] of wrong)
    test(`cannot be ${address}, and the error does not repeat its secrets`, () => {
      const refusal = (error: Error) => says.test(error.message) && !SECRET.test(error.message)
      assert.throws(() => withProxy(address), refusal)
      const settings = withProxy(undefined)
      assert.throws(() => settings.change('proxy', address), refusal)
    })

  test('is refused with the form that an address has', () => {
    const form = /Write it as http:\/\/user:password@proxy\.example:8080 or socks5:/
    assert.throws(() => withProxy('proxy.example:8080'), form)
    const settings = withProxy(undefined)
    assert.throws(
      () => settings.change('proxy', 'proxy.example:8080'),
      (error: AppError) => form.test(error.facts.hint ?? ''),
    )
  })
})
