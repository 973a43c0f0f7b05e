import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSessionFile } from '../../server/sessions/read-session-file.ts'
import { failure } from '../pages/start-fetcher.ts'

const NOW = Date.parse('2026-01-15T09:30:00Z')
const LATER = NOW / 1000 + 3_600

const read = (file: unknown, hosts = ['*.shop.test']) => {
  const text = typeof file === 'string' ? file : JSON.stringify(file)
  return readSessionFile(Buffer.from(text), () => hosts, NOW)
}

const COOKIES_TXT = `# Netscape HTTP Cookie File

#HttpOnly_.shop.test\tTRUE\t/\tTRUE\t${LATER}\tsid\tabc
www.shop.test\tFALSE\t/in\tFALSE\t0\tplain\tx=y
other.test\tFALSE\t/\tFALSE\t0\ttheirs\t1
shop.test\tFALSE\t/\tFALSE\t1000\told\t1
shop.test FALSE / FALSE 0 spaces 1
`

const SID = {
  name: 'sid',
  value: 'abc',
  host: 'shop.test',
  domain: 'shop.test',
  path: '/',
  expiresAt: LATER * 1000,
  secure: true,
  httpOnly: true,
  sameSite: null,
}

describe('a cookie file', () => {
  test('may have values in any script, which are kept as UTF-8 as in a browser', async () => {
    const { state, problems } = await read([{ name: 'name', value: 'Zażółć', domain: 'shop.test' }])
    assert.deepEqual(problems, [])
    assert.equal(Buffer.from(state.cookies[0]!.value, 'latin1').toString(), 'Zażółć')
  })

  test("may lack attributes that the prefix of a cookie's name requires", async () => {
    const lost = { value: '1', domain: '.shop.test', hostOnly: false, path: '/in', secure: false }
    const { state } = await read([
      { name: '__Host-a', ...lost },
      { name: '__Secure-b', ...lost },
    ])
    assert.deepEqual(
      state.cookies.map(({ domain, path, secure }) => [domain, path, secure]),
      [
        [null, '/', true],
        ['shop.test', '/in', true],
      ],
    )
  })

  test('is read in the format of curl, and problems are reported by line', async () => {
    const { state, expired, otherHosts, problems } = await read(COOKIES_TXT)
    const [sid, plain] = state.cookies
    assert.deepEqual(sid, SID)
    assert.partialDeepStrictEqual(plain, {
      name: 'plain',
      value: 'x=y',
      host: 'www.shop.test',
      domain: null,
      path: '/in',
      expiresAt: Number.POSITIVE_INFINITY,
      httpOnly: false,
    })
    assert.deepEqual(
      [state.cookies.length, expired, otherHosts],
      [2, 1, [{ host: 'other.test', entries: 1 }]],
    )
    assert.deepEqual(problems, [{ at: 'line 7', reason: 'A line has seven fields, separated by tabs.' }])
  })

  test('is read in the format of cookie editors', async () => {
    const { state } = await read([
      {
        domain: '.shop.test', expirationDate: LATER, hostOnly: false, httpOnly: true, name: 'sid', path: '/',
        sameSite: 'no_restriction', secure: true, session: false, storeId: null, value: 'abc',
      },
      { domain: 'shop.test', hostOnly: true, name: 'own', value: '1', session: true },
    ]) // biome-ignore format: as it is exported
    assert.deepEqual(state.cookies[0], { ...SID, sameSite: 'None' })
    assert.deepEqual([state.cookies[1]!.domain, state.cookies[1]!.host], [null, 'shop.test'])
  })

  const END = Date.UTC(9999, 11, 31, 23, 59, 59)
  const expiries: [expires: unknown, expiresAt: number][] = [
    [LATER * 1000, LATER * 1000],
    [String(LATER), LATER * 1000],
    ['2031-06-09T10:18:14Z', Date.parse('2031-06-09T10:18:14Z')],
    [13_350_000_000_000_000, END],
    [1e20, END],
    [253_402_300_799, END],
    [-1, Number.POSITIVE_INFINITY],
    ['soon', Number.POSITIVE_INFINITY],
  ]
  for (const [expirationDate, expiresAt] of expiries)
    test(`with the expiry ${expirationDate} keeps the cookie until the right time`, async () => {
      const [cookie] = (await read([{ ...SID, domain: '.shop.test', expirationDate }])).state.cookies
      assert.equal(cookie?.expiresAt, expiresAt)
    })

  test('is read in the format of Playwright, with local storage', async () => {
    const { state, otherHosts } = await read({
      cookies: [{ name: 'sid', value: 'abc', domain: '.shop.test', path: '/', expires: LATER, httpOnly: true, secure: true, sameSite: 'Lax' }],
      origins: [
        { origin: 'https://www.shop.test', localStorage: [{ name: 'token', value: 't' }] },
        { origin: 'https://ads.test', localStorage: [] },
      ],
    }) // biome-ignore format: as it is exported
    assert.deepEqual(state, {
      cookies: [{ ...SID, sameSite: 'Lax' }],
      storage: [{ origin: 'https://www.shop.test', items: [{ name: 'token', value: 't' }] }],
    })
    assert.deepEqual(otherHosts, [{ host: 'ads.test', entries: 1 }])
  })

  test('gives a session of one host the cookies that its parent domain shares with it', async () => {
    assert.deepEqual(
      (await read(COOKIES_TXT, ['www.shop.test'])).state.cookies.map(({ name }) => name),
      ['sid', 'plain'],
    )
  })
})

test('the hosts of a session that change while a cookie file is read decide what is kept', async () => {
  const cookies = ['a.test', 'b.test'].map(domain => ({ name: 'sid', value: domain, domain, path: '/' }))
  let hosts = ['a.test', 'b.test']
  const reading = readSessionFile(Buffer.from(JSON.stringify(cookies)), () => hosts, NOW)
  hosts = ['b.test']
  const { state, otherHosts } = await reading
  assert.deepEqual(
    state.cookies.map(({ host }) => host),
    ['b.test'],
  )
  assert.deepEqual(otherHosts, [{ host: 'a.test', entries: 1 }])
})

describe('a hostile cookie file', () => {
  const refused: [what: string, file: unknown, says: RegExp][] = [
    ['that is cut off', '[{"name": "a"', /not valid JSON/],
    ['that is cut off, by its place', '[\n{"name": "a"', /^The file cannot be read\. It is not valid JSON, at line 2, column 13\.$/],
    ['with a value that is not JSON, without that', '[{"name": "sid", "value": abc, "domain": "shop.test"}]', /^The file cannot be read\. It is not valid JSON\.$/],
    ['of other JSON', { name: 'a' , cookies: 'all' }, /neither a list of cookies/],
    ['with very deep nesting', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`, /nested too deeply/],
    ['of many lines', 'a\n'.repeat(10_001), /more than 10,000 lines/],
    ['of many cookies', Array(10_001).fill({}), /more than 10,000 entries/],
    ['of many cookies of one site', Array.from({ length: 1_001 }, (_, n) => ({ name: `n${n}`, value: '', domain: 'shop.test' })), /more than 1,000 cookies/],
    ['of much storage', { origins: [{ origin: 'https://shop.test', localStorage: [{ name: 'a', value: 'x'.repeat(1_000_001) }] }] }, /more than 1,000,000 characters/],
    ['of many origins', { origins: Array.from({ length: 51 }, (_, n) => ({ origin: `https://a${n}.shop.test`, localStorage: [] })) }, /more than 50 origins/],
  ] // biome-ignore format: a table
  for (const [what, file, says] of refused)
    test(`${what} is refused`, () => assert.rejects(() => read(file), failure('invalid_input', says)))

  const wrong: [entry: unknown, reason: RegExp][] = [
    [null, /is an object/],
    [{ value: '1', domain: 'shop.test' }, /name/],
    [{ name: 'a b', value: '1', domain: 'shop.test' }, /name/],
    [{ name: 'a', value: 1, domain: 'shop.test' }, /value/],
    [{ name: 'a', value: '1; b=2', domain: 'shop.test' }, /value/],
    [{ name: 'a', value: '1\r\nX: y', domain: 'shop.test' }, /value/],
    [{ name: 'a', value: 'x'.repeat(5_000), domain: 'shop.test' }, /4,096/],
    [{ name: 'a', value: '1' }, /domain/],
    [{ name: 'a', value: '1', domain: 'shop.test/x' }, /domain/],
    [{ name: 'a', value: '1', domain: '*.shop.test' }, /domain/],
    [{ name: 'a', value: '1', domain: `${'a.'.repeat(200)}test` }, /domain/],
  ]
  for (const [entry, reason] of wrong)
    test(`has its invalid entry ${JSON.stringify(entry).slice(0, 70)} reported`, async () => {
      const { state, problems } = await read([entry])
      assert.equal(state.cookies.length, 0)
      assert.equal(problems[0]!.at, 'cookies[0]')
      assert.match(problems[0]!.reason, reason)
    })

  test('has at most fifty problems reported, and may use names of object properties such as `__proto__`', async () => {
    assert.equal((await read(Array(100).fill(null))).problems.length, 50)
    const { state, otherHosts } = await read([
      { name: '__proto__', value: '1', domain: 'shop.test', sameSite: '__proto__' },
      { name: 'a', value: '1', domain: 'constructor' },
    ])
    assert.deepEqual([state.cookies[0]!.name, state.cookies[0]!.sameSite], ['__proto__', null])
    assert.deepEqual(otherHosts, [{ host: 'constructor', entries: 1 }])
  })
})
