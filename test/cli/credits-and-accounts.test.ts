import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { ACCOUNT_LIMITS, type LimitName } from '../../server/store/accounts/accounts.ts'
import { output, run, type ServiceProcess, startServe } from '../support/run-cli.ts'
import { tempFolder } from '../support/temp-folder.ts'

describe('winnow credits and accounts', () => {
  const data = ['--data-dir', tempFolder()]
  let served: ServiceProcess
  const winnow = (...args: string[]) => output([...args, ...data])
  const errorOf = async (...args: string[]) => {
    const { code, stdout, stderr } = await run([...args, ...data])
    assert.deepEqual([code, stdout], [1, ''])
    return stderr
  }

  before(async () => {
    served = await startServe(data)
    await winnow('keys', 'create', '--account', 'shop')
  })

  test('credits show prints the balance of the account `default`', async () => {
    assert.equal(
      await winnow('credits', 'show'),
      '1,000 credits: 1,000 free, 0 held by running calls and open jobs',
    )
    assert.deepEqual(JSON.parse(await winnow('credits', 'show', '--json')), {
      balance: 1000,
      held: 0,
      available: 1000,
    })
  })

  test('credits grant adds credits, and takes them for a negative number', async () => {
    assert.match(await winnow('credits', 'grant', '500', '--account', 'shop'), /^1,500 credits: 1,500 free/)
    const adjusted = JSON.parse(await winnow('credits', 'grant', '-1500', '--account', 'shop', '--json'))
    assert.equal(adjusted.balance, 0)
    assert.match(await winnow('credits', 'show'), /^1,000 credits/)
  })

  test('credits grant refuses 0, and refuses to take more than the balance', async () => {
    assert.match(await errorOf('credits', 'grant', '-1001'), /Only 1,000 credits can be taken.*\(credits\)/)
    assert.match(await errorOf('credits', 'grant', '0'), /`credits` must not be 0\.\nHow many to add/)
    assert.match(await winnow('credits', 'show'), /^1,000 credits/)
  })

  test('credits show refuses an unknown account and does not create it', async () => {
    assert.match(
      await errorOf('credits', 'show', '--account='),
      /^`account` does not have the right form\.\nName of the account: letters a to z, digits/,
    )
    assert.match(
      await errorOf('credits', 'show', '--account', 'nobody'),
      /There is no account nobody\.\n`node .+ accounts list --data-dir .+` shows them/,
    )
    assert.ok(!(await winnow('accounts', 'list')).includes('nobody'))
  })

  test('only keys create creates an account; other commands refuse a mistyped name', async () => {
    const page = join(data[1]!, 'page.html')
    writeFileSync(page, '<p>text')
    for (const command of [
      ['call', 'credits'],
      ['read', page],
      ['session', 'list'],
      ['keys', 'list'],
      ['credits', 'grant', '5'],
    ])
      assert.match(
        await errorOf(...command, '--account', 'shpo'),
        /There is no account shpo\.\n.*`node .+ keys create --account shpo --data-dir .+` creates one/,
      )
    assert.ok(!(await winnow('accounts', 'list')).includes('shpo'))
  })

  test('credits show uses the account of --account, then of WINNOW_ACCOUNT, then `default`', async () => {
    const balanceShown = async (env: Record<string, string>, ...args: string[]) =>
      JSON.parse(await output(['credits', 'show', '--json', ...args, ...data], env)).balance
    assert.equal(await balanceShown({ WINNOW_ACCOUNT: 'default' }, '--account', 'shop'), 0)
    assert.equal(await balanceShown({ WINNOW_ACCOUNT: 'shop' }), 0)
    assert.equal(await balanceShown({ WINNOW_ACCOUNT: '' }), 1000)
  })

  test('accounts list shows every account and its limits', async () => {
    const [head, ...rows] = (await winnow('accounts', 'list')).split('\n')
    assert.match(head!, /^name +at once +credits a month +billing$/)
    assert.deepEqual(rows.map(row => row.split(/ {2,}/)).sort(), [
      ['default', '8', '–', 'by credits'],
      ['shop', '8', '–', 'by credits'],
    ])
  })

  test('accounts set changes the given fields and nothing else', async () => {
    await winnow('accounts', 'set', 'shop', '--concurrency', '2', '--unlimited')
    const options = ['--monthly-grant', '300', '--json']
    const { limits, unlimited, monthly_grant } = JSON.parse(
      await winnow('accounts', 'set', 'shop', ...options),
    )
    assert.deepEqual(
      { limits, unlimited, monthly_grant },
      {
        limits: { concurrency: 2, job_concurrency: 4, max_pending: 20_000, crons: 1_000, event_streams: 64 },
        unlimited: true,
        monthly_grant: 300,
      },
    )
    assert.match(await winnow('accounts', 'set', 'shop', '--no-unlimited'), /shop +2 +300 +by credits/)
    assert.match(await winnow('accounts', 'set', 'shop', '--monthly-grant', '0'), /shop +2 +– +by credits/)
  })

  test('accounts set without anything to change says so', async () => {
    assert.match(
      await errorOf('accounts', 'set', 'shop'),
      /Say what to change\. See the options: `.* accounts set shop --help/,
    )
  })

  test('accounts set raises every limit', async () => {
    const flags = ['--job-concurrency', '6', '--max-pending', '30', '--crons', '7', '--event-streams', '9']
    const { limits } = JSON.parse(await winnow('accounts', 'set', 'shop', ...flags, '--json'))
    const { concurrency: _, ...rest } = limits
    assert.deepEqual(rest, { job_concurrency: 6, max_pending: 30, crons: 7, event_streams: 9 })
  })

  test('accounts set refuses an unknown account, limits of 0 and a negative grant', async () => {
    assert.match(
      await errorOf('accounts', 'set', 'nobody', '--unlimited'),
      /There is no account nobody\.\n`node .+ accounts list --data-dir .+` shows them/,
    )
    for (const name of ['concurrency', 'job-concurrency', 'max-pending', 'crons', 'event-streams']) {
      const answer = await errorOf('accounts', 'set', 'shop', `--${name}`, '0')
      assert.match(answer, new RegExp(`${ACCOUNT_LIMITS[name.replace('-', '_') as LimitName].description}`))
    }
    assert.match(await errorOf('accounts', 'set', 'shop', '--monthly-grant', '-1'), /monthly_grant/)
  })

  test('work on the same data after the service has stopped', async () => {
    assert.equal(await served.stop(), 0)
    assert.match(await winnow('accounts', 'set', 'shop', '--concurrency', '3'), /shop +3 /)
    assert.match(await winnow('accounts', 'list'), /shop +3 /)
    assert.match(await winnow('credits', 'grant', '7', '--account', 'shop'), /^7 credits/)
  })
})
