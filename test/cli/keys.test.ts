import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import Database from 'better-sqlite3'
import { databaseFile } from '../../server/store/file/database-file.ts'
import { output, run, type ServiceProcess, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

const SECRET = /^wk_[\w-]{32}$/

const statusOf = async ({ url }: ServiceProcess, key: string) =>
  (await fetch(`${url}/v1/credits`, { headers: { 'x-api-key': key } })).status

describe('winnow keys without a running service', () => {
  const data = ['--data-dir', tempFolder()]

  test('create prints only the key, on one line', async () => {
    const { code, stdout, stderr } = await run(['keys', 'create', ...data])
    assert.deepEqual([code, stderr], [0, `Created a store in ${data[1]}.\n`])
    assert.match(stdout, /^wk_[\w-]{32}\n$/)
  })

  test('create starts a new account with 1,000 credits, and does not change the balance of an existing one', async () => {
    await output(['keys', 'create', '--account', 'shop', ...data])
    await output(['credits', 'grant', '5', '--account', 'shop', ...data])
    await output(['keys', 'create', '--account', 'shop', ...data])
    assert.match(await output(['credits', 'show', '--account', 'shop', ...data]), /^1,005 credits/)
  })

  test('create --json prints the fields of the key and its secret', async () => {
    const options = ['--name', 'report', '--scopes', 'read, run', '--monthly-cap', '50']
    const times = ['--expires', '2099-01-01T00:00:00Z']
    const key = JSON.parse(await output(['keys', 'create', '--json', ...options, ...times, ...data]))
    assert.match(key.secret, SECRET)
    assert.equal(key.secret.slice(-4), key.last4)
    const { name, scopes, monthly_cap, expires_at, active } = key
    assert.deepEqual(
      { name, scopes, monthly_cap, expires_at, active },
      {
        name: 'report',
        scopes: ['read', 'run'],
        monthly_cap: 50,
        expires_at: '2099-01-01T00:00:00.000Z',
        active: true,
      },
    )
  })

  for (const [flag, value, says] of [
    ['--scopes', 'foo', '--scopes must be one of "read", "run", "manage".'],
    ['--expires', 'foo', '--expires must be an ISO-8601 time, such as 2026-01-31T12:00:00Z.'],
    ['--monthly-cap', '-4', '--monthly-cap must be at least 1.'],
  ] as const)
    test(`create names the flag ${flag} if its value is refused`, async () => {
      const { code, stderr } = await run(['keys', 'create', flag, value, ...data])
      assert.deepEqual([code, stderr.split('\n')[0]], [1, says])
    })

  test('list says which keys were revoked and which have expired', async () => {
    const folder = tempFolder()
    const own = ['--data-dir', folder]
    const expires = ['--expires', '2099-01-01T00:00:00Z']
    await output(['keys', 'create', '--name', 'ended', ...expires, ...own])
    await output(['keys', 'create', '--name', 'open', ...expires, ...own])
    const { id } = JSON.parse(await output(['keys', 'create', '--name', 'lost', '--json', ...own]))
    await output(['keys', 'revoke', id, ...own])
    const store = new Database(databaseFile(folder))
    store.exec("UPDATE keys SET expires_at = 1 WHERE name = 'ended'")
    store.close()
    const [, ...rows] = (await output(['keys', 'list', ...own])).split('\n')
    assert.deepEqual(Object.fromEntries(rows.map(row => row.split(/ {2,}/)).map(row => [row[1], row[4]])), {
      ended: 'expired',
      open: 'active',
      lost: 'revoked',
    })
  })

  test('commands that run at the same time wait for each other', async () => {
    const folder = ['--data-dir', tempFolder()]
    const keys = await Promise.all([1, 2, 3].map(() => output(['keys', 'create', ...folder])))
    assert.equal(new Set(keys).size, 3)
  })
})

describe('winnow keys with a running service', () => {
  const data = ['--data-dir', tempFolder()]
  let early: string
  let served: ServiceProcess

  before(async () => {
    early = await output(['keys', 'create', '--name', 'early', ...data])
    served = await startServe(data)
  })

  test('a key created before the service started is accepted', async () => {
    assert.equal(await statusOf(served, early), 200)
  })

  test('a key created while the service runs is accepted at once', async () => {
    const key = await output(['keys', 'create', '--name', 'late', ...data])
    assert.match(key, SECRET)
    assert.equal(await statusOf(served, key), 200)
  })

  test('list shows every key of the account without its secret', async () => {
    const text = await output(['keys', 'list', ...data])
    const [head, ...rows] = text.split('\n')
    assert.match(head!, /^id +name +key +scopes +state +last used$/)
    assert.deepEqual(
      rows.map(row => row.split(/ {2,}/)[1]),
      ['early', 'late'],
    )
    assert.ok(!text.includes(early))
    const keys = JSON.parse(await output(['keys', 'list', '--json', ...data]))
    assert.deepEqual(
      keys.map((key: { secret?: string; hash?: string }) => [key.secret, key.hash]),
      [
        [undefined, undefined],
        [undefined, undefined],
      ],
    )
  })

  for (const [option, value, says] of [
    ['--scopes', '', /^--scopes must be/],
    ['--expires', '', /^--expires must be/],
    [
      '--expires',
      '2001-01-01T00:00:00Z',
      /The key would end in the past.*\(--expires\)\nChoose a time in the future/,
    ],
    ['--account', 'a/b', /^--account does not have/],
  ] as const)
    test(`create ${option} '${value}' creates no key and names the flag`, async () => {
      const { code, stdout, stderr } = await run(['keys', 'create', option, value, ...data])
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, says)
    })

  test('a key revoked by the command is refused by the service at once', async () => {
    const { id, secret } = JSON.parse(await output(['keys', 'create', '--json', '--name', 'gone', ...data]))
    assert.equal(await statusOf(served, secret), 200)
    assert.match(await output(['keys', 'revoke', id, ...data]), /^Revoked gone \(wk_….{4}\)\.$/)
    assert.equal(await statusOf(served, secret), 401)
    assert.match(await output(['keys', 'list', ...data]), /gone .* revoked/)
  })

  test('revoke refuses an unknown id', async () => {
    const { code, stderr } = await run(['keys', 'revoke', 'key_01KF0H6A1C3E5G7J9L2N4Q6S8V', ...data])
    assert.equal(code, 1)
    assert.match(stderr, /^There is nothing here under this id\.\nThe ids of .* keys list /)
  })

  test('revoke refuses an empty id, as from a variable that is not set', async () => {
    const { code, stderr } = await run(['keys', 'revoke', '', ...data])
    assert.equal(code, 1)
    assert.match(stderr, /Give the id of a key\./)
  })

  test('the keys are still listed after the service has stopped', async () => {
    assert.equal(await served.stop(), 0)
    const names = JSON.parse(await output(['keys', 'list', '--json', ...data])).map(
      (key: { name: string }) => key.name,
    )
    assert.deepEqual(names, ['early', 'late', 'gone'])
  })
})
