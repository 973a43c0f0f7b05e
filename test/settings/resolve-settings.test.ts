import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { resolveSettings, type SettingLayers } from '../../server/settings/resolve-settings.ts'
import {
  flagOf,
  SETTINGS,
  type SettingName,
  settingNames,
  variableOf,
} from '../../server/settings/settings.ts'

const resolve = ({ flags = {}, env = {}, stored = {} }: Partial<SettingLayers> = {}) =>
  resolveSettings({ flags, env, stored })
const originOf = (settings: ReturnType<typeof resolve>, name: SettingName) =>
  settings.list().find(row => row.name === name)!.origin

describe('every setting', () => {
  for (const name of settingNames) {
    const { schema, default: fallback, description } = SETTINGS[name]

    test(`${name} has a description, and a default that fits its schema`, () => {
      assert.deepEqual(schema.parse(fallback), fallback)
      assert.match(description, /^[A-Z].*\.( |$)/)
    })
  }

  test('has a flag and a variable named after it', () => {
    assert.equal(flagOf('fetch_timeout_ms'), '--fetch-timeout-ms')
    assert.equal(variableOf('fetch_timeout_ms'), 'WINNOW_FETCH_TIMEOUT_MS')
  })
})

describe('the value of a setting', () => {
  const flags = { price_parse: '1' }
  const env = { WINNOW_PRICE_PARSE: '2' }
  const stored = { price_parse: 3 }

  for (const [layers, value, origin] of [
    [{ flags, env, stored }, 1, 'flag'],
    [{ env, stored }, 2, 'variable'],
    [{ env: { WINNOW_PRICE_PARSE: '' }, stored }, 3, 'settings'],
    [{ stored }, 3, 'settings'],
    [{}, 1, 'default'],
  ] as const)
    test(`comes from the ${origin} when ${Object.keys(layers).join(', ') || 'nothing'} is given`, () => {
      const settings = resolve(layers)
      assert.equal(settings.values.price_parse, value)
      assert.equal(originOf(settings, 'price_parse'), origin)
    })

  for (const [name, text, value] of [
    ['port', '0', 0],
    ['port', ' 8080 ', 8080],
    ['allow_hosts', 'a.local, 10.0.0.0/8 ,', ['a.local', '10.0.0.0/8']],
    ['allow_hosts', ' , ', []],
    ['allow_hosts', '::1,[::1]:80,fe80::/10,10.0.0.1:9', ['::1', '[::1]:80', 'fe80::/10', '10.0.0.1:9']],
    [
      'allowed_origins',
      'http://a.example:81,moz-extension://a-1',
      ['http://a.example:81', 'moz-extension://a-1'],
    ],
    ['user_agent', 'Ünit/1.0 (x)', 'Ünit/1.0 (x)'],
    ['videosite_url', 'http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
    ['log_level', 'silent', 'silent'],
    ['nats_drained', 'default/Reader 1,inside/a', ['default/Reader 1', 'inside/a']],
  ] as const)
    test(`is parsed from the text '${text}' for ${name}`, () => {
      assert.deepEqual(resolve({ flags: { [name]: text } }).values[name], value)
      assert.deepEqual(resolve({ env: { [variableOf(name)]: text } }).values[name], value)
    })

  for (const [name, text] of [
    ['port', '65536'],
    ['port', '-1'],
    ['port', 'http'],
    ['port', '80.5'],
    ['birth_credits', '1e99'],
    ['videosite_url', 'example.com'],
    ['videosite_url', 'file:///etc'],
    ['log_level', 'verbose'],
    ['allow_hosts', 'nas.local,http://nas.local/'],
    ['allow_hosts', '10.0.0.0/99'],
    ['allow_hosts', '*.local'],
    ['allowed_hosts', 'winnow.lan:8787'],
    ['allowed_origins', 'https://app.example/'],
    ['allowed_origins', 'app.example'],
    ['user_agent', 'Mozilla/5.0\nX-Key: 1'],
    ['user_agent', '猫'],
    ['nats_pool_secrets', 'Inside'],
    ['nats_drained', 'reader-1'],
    ['data_dir', '~'],
    ['data_dir', '~/winnow'],
  ] as const)
    test(`cannot be '${text}' for ${name}, and the error names the flag or variable`, () => {
      const says = (settingName: string) => (error: Error) =>
        error.message.startsWith(`${settingName} cannot be ${JSON.stringify(text)}: `)
      assert.throws(() => resolve({ flags: { [name]: text } }), says(flagOf(name)))
      assert.throws(() => resolve({ env: { [variableOf(name)]: text } }), says(variableOf(name)))
    })

  test('may have a `~` that no shell would replace', () => {
    assert.equal(resolve({ flags: { data_dir: '~winnow' } }).values.data_dir, '~winnow')
    assert.equal(resolve({ flags: { data_dir: './~/winnow' } }).values.data_dir, './~/winnow')
  })

  test('cannot be the address of a broker with a password, and the error does not repeat it', () => {
    const env = { WINNOW_NATS_URL: 'nats://winnow:hidden@broker.example:4222' }
    assert.throws(
      () => resolve({ env }),
      /^Error: WINNOW_NATS_URL cannot be what was given: .*hold no password/,
    )
  })

  for (const value of [null, true, [], ['8'], '', ' '])
    test(`cannot be ${JSON.stringify(value)} for a number`, () => {
      assert.throws(() => resolve({ flags: { price_parse: value } }), /^Error: --price-parse cannot be/)
    })

  test('is the default, with a warning, when the stored value is no longer valid', () => {
    const settings = resolve({ stored: { price_parse: 'free' } })
    assert.equal(settings.values.price_parse, 1)
    assert.equal(originOf(settings, 'price_parse'), 'default')
    assert.deepEqual(settings.warnings(), [
      'The stored setting price_parse is no longer valid; the default is used.',
    ])
  })
})

describe('a change of a setting', () => {
  test('is visible in values read before, and can be undone to return to the default', () => {
    const settings = resolve()
    const { values } = settings
    assert.equal(settings.change('price_parse', '7'), 'price_parse')
    assert.equal(values.price_parse, 7)
    assert.equal(originOf(settings, 'price_parse'), 'settings')
    settings.change('price_parse', undefined)
    assert.equal(values.price_parse, 1)
    assert.equal(originOf(settings, 'price_parse'), 'default')
  })

  test('does not override a flag or a variable', () => {
    const settings = resolve({ flags: { price_parse: 2 }, env: { WINNOW_PRICE_SCRAPE: '3' } })
    settings.change('price_parse', 9)
    settings.change('price_scrape', 9)
    assert.deepEqual([settings.values.price_parse, settings.values.price_scrape], [2, 3])
  })

  for (const [name, value, field] of [
    ['price_parse', -1, 'value'],
    ['price_parse', null, 'value'],
    ['allow_hosts', 5, 'value'],
    ['no_such', 1, 'name'],
    ['data_dir', '/tmp', 'name'],
    ['__proto__', 1, 'name'],
  ] as const)
    test(`of ${name} to ${value} is refused with the field \`${field}\` and a hint, and changes nothing`, () => {
      const settings = resolve()
      const before = settings.list()
      assert.throws(
        () => settings.change(name, value),
        (error: { status: number; facts: { field?: string; hint?: string } }) =>
          error.status === 400 && error.facts.field === field && Boolean(error.facts.hint),
      )
      assert.deepEqual(settings.list(), before)
    })
})

describe('environment variables', () => {
  test('that begin with WINNOW_ but are no setting cause a warning', () => {
    const env = {
      WINNOW_PROT: '1',
      WINNOW_FOO: '1',
      WINNOW_ACCOUNT: 'shop',
      WINNOW_KEY: 'wk_1',
      WINNOW_PORT: '1',
      PATH: '/bin',
      winnow_x: '1',
    }
    assert.deepEqual(resolve({ env }).warnings(), [
      'WINNOW_PROT is not a setting of Winnow. Did you mean WINNOW_PORT?',
      'WINNOW_FOO is not a setting of Winnow. `winnow settings` lists them.',
    ])
  })
})
