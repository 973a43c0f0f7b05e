import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createCookieJar } from '../../server/pages/cookie-jar.ts'
import { createFakeClock } from './fake-clock.ts'

const HOME = 'https://www.shop.test/'
const clock = createFakeClock()

/** Creates a jar for shop.test that received these lines from an address. */
function jarWith(lines: string[], from = HOME) {
  const jar = createCookieJar(['*.shop.test'], clock.now)
  jar.keep(new URL(from), lines)
  return jar
}

describe('a cookie', () => {
  const journeys: [what: string, line: string, from: string, to: string, sent: boolean][] = [
    ['goes back to its host', 'a=1', HOME, 'https://www.shop.test/x?y', true],
    ['stays with its host', 'a=1', HOME, 'https://api.shop.test/', false],
    ['goes to the hosts of its domain', 'a=1; Domain=shop.test', HOME, 'https://api.shop.test/', true],
    ['goes to the domain itself', 'a=1; Domain=.shop.test', HOME, 'https://shop.test/', true],
    ['may not be set for a neighbour', 'a=1; Domain=api.shop.test', HOME, 'https://api.shop.test/', false],
    ['may not be set for all of a top level', 'a=1; Domain=test', HOME, HOME, false],
    [
      'does not go to a name that only ends alike',
      'a=1; Domain=shop.test',
      HOME,
      'https://evilshop.test/',
      false,
    ],
    ['of another site is not kept', 'a=1', 'https://other.test/', 'https://other.test/', false],
    ['goes below its path', 'a=1; Path=/in', HOME, 'https://www.shop.test/in/deep', true],
    ['goes to its path', 'a=1; Path=/in', HOME, 'https://www.shop.test/in', true],
    ['does not go beside its path', 'a=1; Path=/in', HOME, 'https://www.shop.test/inside', false],
    ['without a path goes below the folder it came from', 'a=1', `${HOME}in/page`, `${HOME}in/other`, true],
    ['without a path goes nowhere else', 'a=1', `${HOME}in/page`, `${HOME}out`, false],
    ['that is secure goes over https', 'a=1; Secure', HOME, HOME, true],
    ['that is secure does not go over http', 'a=1; Secure', HOME, 'http://www.shop.test/', false],
    ['that is secure cannot be set over http', 'a=1; Secure', 'http://www.shop.test/', HOME, false],
  ]
  for (const [what, setCookie, from, to, sent] of journeys)
    test(what, () => assert.equal(jarWith([setCookie], from).header(new URL(to)), sent ? 'a=1' : ''))

  test('is replaced by a newer one with the same name, host and path', () => {
    const jar = jarWith(['a=1', 'b=2', 'a=3', 'a=4; Path=/in'])
    assert.equal(jar.header(new URL(`${HOME}in/`)), 'a=4; b=2; a=3')
  })

  test('is dropped when it expires, or when the site deletes it', async () => {
    const jar = jarWith(['a=1; Max-Age=10', 'b=2', 'c=3'])
    jar.keep(new URL(HOME), ['b=; Max-Age=0'])
    assert.equal(jar.header(new URL(HOME)), 'a=1; c=3')
    await clock.wait(10_000)
    assert.equal(jar.header(new URL(HOME)), 'c=3')
  })

  test('is not sent when the request has one of the same name', () => {
    assert.equal(jarWith(['a=1', 'b=2']).header(new URL(HOME), 'a=own; c=3'), 'a=own; c=3; b=2')
  })
})

describe('a cookie jar', () => {
  test('keeps only the newest fifty cookies', () => {
    const jar = jarWith(Array.from({ length: 60 }, (_, number) => `n${number}=1`))
    const names = jar.header(new URL(HOME)).split('; ')
    assert.equal(names.length, 50)
    assert.deepEqual([names.at(0), names.at(-1)], ['n10=1', 'n59=1'])
  })

  test('for one host also keeps the domain cookies of that host, and sends them to it only', () => {
    const jar = createCookieJar(['www.shop.test'], clock.now)
    jar.keep(new URL(HOME), ['a=1; Domain=shop.test', 'b=2'])
    jar.keep(new URL('https://api.shop.test/'), ['c=3; Domain=shop.test'])
    assert.equal(jar.header(new URL(HOME)), 'a=1; b=2')
    for (const other of ['https://shop.test/', 'https://api.shop.test/', 'https://www.shop.test.evil.test/'])
      assert.equal(jar.header(new URL(other), 'own=1'), 'own=1')
  })

  test('starts with given cookies, and reports when they change', () => {
    const cookies = jarWith(['a=1', 'b=2']).all()
    let changes = 0
    const changed = () => {
      changes++
    }
    const jar = createCookieJar(['*.shop.test'], clock.now, { cookies, changed })
    jar.keep(new URL(HOME), ['a=1', 'c=3; Max-Age=0'])
    assert.deepEqual([jar.header(new URL(HOME)), changes], ['b=2; a=1', 0])
    jar.keep(new URL(HOME), ['a=2'])
    assert.deepEqual([jar.header(new URL(HOME)), changes], ['b=2; a=2', 1])
  })

  test('can be emptied', () => {
    const jar = jarWith(['a=1'])
    jar.clear()
    assert.equal(jar.header(new URL(HOME)), '')
  })
})
