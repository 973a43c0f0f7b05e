import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { SETTINGS, settingNames } from '../../server/settings/settings.ts'
import { askOwner } from '../support/ask-owner.ts'
import { output, run, type ServiceProcess, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

interface SettingRow {
  name: string
  value: unknown
  origin: string
  default: unknown
  saved: unknown
}

describe('winnow settings without a running service', () => {
  const data = ['--data-dir', tempFolder()]
  const rows = async (env = {}): Promise<SettingRow[]> =>
    JSON.parse(await output(['settings', '--json', ...data], env))

  test('prints every setting with its value and origin', async () => {
    await output(['settings', 'price_scrape', '4', ...data])
    const all = await rows({ WINNOW_PRICE_PARSE: '3', WINNOW_PRICE_SCRAPE: '', WINNOW_PORT: '9123' })
    assert.deepEqual(
      all.map(row => row.name),
      settingNames,
    )
    const shown = Object.fromEntries(all.map(({ name, value, origin }) => [name, [value, origin]]))
    assert.deepEqual(shown.data_dir, [data[1], 'flag'])
    assert.deepEqual(shown.price_parse, [3, 'variable'])
    assert.deepEqual(shown.port, [9123, 'variable'])
    assert.deepEqual(shown.price_scrape, [4, 'settings'], 'an empty variable is none')
    assert.deepEqual(shown.host, ['127.0.0.1', 'default'])
  })

  test('prints a setting as a line of name, value, origin and description', async () => {
    const printed = await output(['settings', 'birth_credits', ...data])
    assert.equal(printed, `birth_credits  1000  default  ${SETTINGS.birth_credits.description}`)
  })

  test('takes a value or --reset, and changes nothing when both are given', async () => {
    await output(['settings', 'retries', '4', ...data])
    const { code, stderr } = await run(['settings', 'retries', '5', '--reset', ...data])
    assert.equal(code, 1)
    assert.match(stderr, /--reset/)
    assert.equal((await rows()).find(({ name }) => name === 'retries')!.value, 4)
    await output(['settings', 'retries', '--reset', ...data])
  })

  test('saves a change for the next service, which a variable overrides', async () => {
    await output(['settings', 'birth_credits', '7', ...data])
    const balance = async (account: string, env = {}) => {
      const words = ['--account', account, ...data]
      await output(['keys', 'create', ...words], env)
      return JSON.parse(await output(['call', 'credits', ...words], env)).creditBalance
    }
    assert.equal(await balance('stored'), 7)
    assert.equal(await balance('variable', { WINNOW_BIRTH_CREDITS: '8' }), 8)
  })
})

describe('a setting that a variable overrides', () => {
  const data = ['--data-dir', tempFolder()]
  const change = (...args: string[]) =>
    run(['settings', 'retries', ...args, ...data], { WINNOW_RETRIES: '4' })

  before(() => run(['keys', 'create', ...data]))

  test('is saved, and the command says until when the variable applies', async () => {
    const { code, stdout, stderr } = await change('5')
    assert.deepEqual(
      [code, stderr],
      [0, 'Saved 5; WINNOW_RETRIES=4 applies until the next start without it.\n'],
    )
    assert.match(stdout, /^retries +4 +variable /)
    const [row] = JSON.parse((await change('6', '--json')).stdout)
    assert.deepEqual([row.value, row.saved, row.set_by], [4, 6, 'WINNOW_RETRIES'])
    assert.match(await output(['settings', 'retries', ...data]), /^retries +6 +settings /)
  })

  test('goes back to its default, and the command says until when the variable applies', async () => {
    const { stderr } = await change('--reset')
    assert.equal(
      stderr,
      `Back to the default, ${SETTINGS.retries.default}; WINNOW_RETRIES=4 applies until the next start without it.\n`,
    )
  })

  test('is not mentioned when no variable overrides the change, or nothing is changed', async () => {
    assert.equal((await run(['settings', 'retries', '5', ...data])).stderr, '')
    assert.equal((await change()).stderr, '')
  })
})

describe('winnow settings with a running service', () => {
  const folder = tempFolder()
  const data = ['--data-dir', folder]
  let served: ServiceProcess
  const change = async (...args: string[]): Promise<SettingRow> =>
    JSON.parse(await output(['settings', ...args, '--json', ...data]))[0]

  before(async () => {
    served = await startServe(['--price-extract', '2', ...data], { WINNOW_PRICE_PARSE: '3' })
  })

  test('changes the running service at once, and resets it at once', async () => {
    const birthCreditsOf = async (account: string) => {
      await askOwner(folder, '/admin/keys', { account })
      return (await askOwner(folder, `/admin/credits?account=${encodeURIComponent(account)}`)).balance
    }
    const changed = await change('birth_credits', '12')
    assert.deepEqual([changed.value, changed.origin], [12, 'settings'])
    assert.equal(await birthCreditsOf('after the change'), 12)
    const reset = await change('birth_credits', '--reset')
    assert.deepEqual([reset.value, reset.origin], [1000, 'default'])
    assert.equal(await birthCreditsOf('after the reset'), 1000)
  })

  test('says if the service reads a change only when it starts', async () => {
    const says = 'The change takes effect at the next start.\n'
    for (const [value, expected] of [
      [['3'], says],
      [['--reset'], ''],
    ] as const)
      assert.equal((await run(['settings', 'parse_workers', ...value, ...data])).stderr, expected)
    assert.equal((await run(['settings', 'retries', '4', ...data])).stderr, '')
  })

  test('shows that a flag and a variable of the service still override a change', async () => {
    for (const [name, value, origin] of [
      ['price_extract', 2, 'flag'],
      ['price_parse', 3, 'variable'],
    ]) {
      const row = await change(String(name), '9')
      assert.deepEqual([row.value, row.origin, row.saved], [value, origin, 9])
    }
  })

  for (const [name, text, value] of [
    ['allow_hosts', 'nas.local, 10.0.0.0/8', ['nas.local', '10.0.0.0/8']],
    ['allow_hosts', '', []],
    ['user_agent', '12', '12'],
  ] as const)
    test(`reads ${name} from the text '${text}'`, async () => {
      assert.deepEqual((await change(name, text)).value, value)
    })

  for (const [name, text, says] of [
    ['port', '70000', /^`port` must be at most 65,535\.\nPort to listen on/],
    ['price_parse', '', /^`price_parse` must be a number\./],
    ['robots', 'no', /^`robots` must be one of "ignore", "respect"\./],
    [
      'data_dir',
      '/elsewhere',
      /The data folder cannot be changed.*inside it\.\nStart Winnow with --data-dir/,
    ],
    ['retires', '1', /^There is no setting retires\. Did you mean retries\?\n$/],
    ['port=80', '1', /^There is no setting port=80\. To change port: `node .* settings port 80 .*`\n$/],
    ['no_such', '1', /^There is no setting no_such\. `node .* settings .*` lists them\.\n$/],
  ] as const)
    test(`refuses ${name} '${text}' and names the setting`, async () => {
      const earlier = await askOwner(folder, '/admin/settings')
      const { code, stdout, stderr } = await run(['settings', name, text, ...data])
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, says)
      assert.deepEqual(await askOwner(folder, '/admin/settings'), earlier)
    })

  test('refuses to show an unknown setting, and --reset without a setting', async () => {
    const unknown = await run(['settings', 'no_such', ...data])
    assert.equal(unknown.code, 1)
    assert.match(unknown.stderr, /There is no setting no_such/)
    const slip = await run(['settings', 'retires', ...data])
    assert.equal(slip.stderr, 'There is no setting retires. Did you mean retries?\n')
    const nameless = await run(['settings', '--reset', ...data])
    assert.equal(nameless.code, 1)
    assert.match(nameless.stderr, /Name the setting to reset/)
  })

  test('keeps a change of the port for the next start', async () => {
    await change('port', '0')
    await served.stop()
    const row = JSON.parse(await output(['settings', 'port', '--json', ...data]))[0]
    assert.deepEqual([row.value, row.origin], [0, 'settings'])
  })
})
