import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allowsPath, rulesFor } from '../../server/pages/politeness/robots-rules.ts'

const allows = async (text: string, path: string) =>
  allowsPath(await rulesFor(text, 'winnow'), new URL(path, 'https://shop.test'))

/** Rules for every crawler. */
const rulesForAll = (...rules: string[]) => ['User-agent: *', ...rules].join('\n')

describe('the patterns of a robots.txt', () => {
  const cases: [rules: string[], path: string, allowed: boolean][] = [
    [[], '/any', true],
    [['Disallow:'], '/any', true],
    [['Disallow: /'], '/', false],
    [['Disallow: /'], '/robots.txt', true],
    [['Disallow: /private'], '/private', false],
    [['Disallow: /private'], '/privateer', false],
    [['Disallow: /private/'], '/private', true],
    [['Disallow: /private'], '/Private', true],
    [['Disallow: /a', 'Allow: /a/b'], '/a/b/c', true],
    [['Allow: /a/b', 'Disallow: /a'], '/a/c', false],
    [['Disallow: /a', 'Allow: /a'], '/a', true],
    [['Disallow: /*.php'], '/in/page.php?x=1', false],
    [['Disallow: /*.php$'], '/in/page.php', false],
    [['Disallow: /*.php$'], '/in/page.php?x=1', true],
    [['Disallow: /*.php$'], '/a.php/b.php', false],
    [['Disallow: /page$'], '/page', false],
    [['Disallow: /page$'], '/pages', true],
    [['Disallow: /a*b*c'], '/a-c-b-c', false],
    [['Disallow: /a*b*c'], '/a-c-b', true],
    [['Disallow: /a*bc$'], '/abc', false],
    [['Disallow: /ab*bc$'], '/abc', true],
    [['Disallow: *'], '/any', false],
    [['Disallow: *secret'], '/in/secret', false],
    [['Disallow: /?q='], '/?q=1', false],
    [['Disallow: /*?'], '/a?b', false],
    [['Disallow: /*?'], '/a', true],
    [['Disallow: /straße'], '/stra%C3%9Fe', false],
    [['Disallow: /stra%c3%9fe'], '/straße', false],
    [['Disallow: /%61'], '/a', false],
    [['Disallow: /a%2Fb'], '/a/b', true],
    [['Disallow: /a$b'], '/a$b', false],
    [['Disallow: /page # not for robots'], '/page', false],
    [['disallow:/page'], '/page', false],
    [['Disallow: page'], '/page', true],
  ]
  for (const [rules, path, allowed] of cases)
    test(`${JSON.stringify(rules)} ${allowed ? 'lets' : 'does not let'} ${path} be fetched`, async () =>
      assert.equal(await allows(rulesForAll(...rules), path), allowed))

  test('take almost no time, whatever they look like', async () => {
    const hostile = rulesForAll(`Disallow: /${'*a'.repeat(200_000)}$`)
    assert.equal(await allows(hostile, `/${'a'.repeat(8_000)}b`), true)
  })

  test('do not block other work, even if there are many and the address is long', async () => {
    const rules = await rulesFor(rulesForAll(...Array(20_000).fill('Disallow: *a9')), 'winnow')
    const url = new URL(`https://shop.test/${'a'.repeat(8_000)}`)
    let served = 0
    const others = setInterval(() => served++, 1)
    assert.equal(await allowsPath(rules, url), true)
    clearInterval(others)
    assert.ok(served > 5, `${served}`)
    await assert.rejects(allowsPath(rules, url, AbortSignal.timeout(20)), { name: 'TimeoutError' })
  })
})

describe('the groups of a robots.txt', () => {
  const OURS = 'User-agent: Winnow\nDisallow: /ours'
  const ALL = 'User-agent: *\nDisallow: /all'
  const OTHER = 'User-agent: OtherBot\nDisallow: /'
  const cases: [what: string, text: string, path: string, allowed: boolean][] = [
    ['for everybody hold for us', `${OTHER}\n${ALL}`, '/all', false],
    ['for others do not', OTHER, '/any', true],
    ['for us take the place of those for everybody', `${ALL}\n${OURS}`, '/all', true],
    ['for us hold', `${ALL}\n${OURS}`, '/ours', false],
    [
      'for us may be several',
      `${OURS}\n${ALL}\n${OURS}/too\nUser-agent: winnow\nDisallow: /more`,
      '/more',
      false,
    ],
    ['may name us with a version', 'User-agent: winnow/2.0\nDisallow: /', '/any', false],
    ['for a name that starts like ours are not ours', 'User-agent: winnower\nDisallow: /', '/any', true],
    ['may have several names', 'User-agent: OtherBot\nUser-agent: winnow\nDisallow: /', '/any', false],
    [
      'are not parted by other lines',
      'User-agent: winnow\nSitemap: /s.xml\nUser-agent: b\nDisallow: /',
      '/',
      false,
    ],
    ['are not parted by empty lines', 'User-agent: winnow\n\n\nDisallow: /', '/any', false],
    [
      'end where the next name follows a rule',
      'User-agent: winnow\nDisallow:\nUser-agent: b\nDisallow: /',
      '/',
      true,
    ],
    ['have no rules before the first name', 'Disallow: /\nUser-agent: b', '/any', true],
    ['may end their lines as they like', 'User-agent: *\r\nDisallow: /a\rDisallow: /b', '/b', false],
    ['may start with a mark', '\ufeffUser-agent: *\nDisallow: /', '/any', false],
    ['may be no robots.txt at all', '<!doctype html><p>Disallow: /</p>', '/any', true],
    ['may be empty', '', '/any', true],
  ]
  for (const [what, text, path, allowed] of cases)
    test(what, async () => assert.equal(await allows(text, path), allowed))

  test('are read up to 512 KiB', async () => {
    const padding = `# ${'x'.repeat(1_000)}\n`.repeat(600)
    assert.equal(await allows(`User-agent: *\nDisallow: /early\n${padding}Disallow: /late`, '/late'), true)
    assert.equal(await allows(`User-agent: *\nDisallow: /early\n${padding}Disallow: /late`, '/early'), false)
  })
})
