import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { MAX_TICKS } from '../../server/crons/plan-ticks.ts'
import type { CronDocument, SkipReason } from '../../server/store/crons/rows.ts'
import { at, startClockedCrons } from './support/clocked-crons.ts'

const { crons, told } = startClockedCrons()

describe('when a machine sleeps through four ticks of an hourly cron', () => {
  const ALONE: [CronDocument['misfire'], string[]][] = [
    [
      'skip',
      ['09:00 skipped missed', '10:00 skipped missed', '11:00 skipped missed', '12:00 skipped missed'],
    ],
    [
      'run_once',
      [
        '09:00 skipped coalesced',
        '10:00 skipped coalesced',
        '11:00 skipped coalesced',
        '12:00 catch_up completed',
      ],
    ],
    ['run_all', ['09:00', '10:00', '11:00', '12:00'].map(time => `${time} catch_up completed`)],
  ]
  for (const overlap of ['skip', 'queue', 'allow'] as const)
    for (const [misfire, expected] of ALONE)
      test(`it handles them as \`${misfire}\` says, with overlap \`${overlap}\``, async () => {
        const id = await crons.cron({ misfire, overlap })
        await crons.jump(at('12:15'))
        for (let i = 1; i <= 4; i++) await crons.end(`job_${i}`, 'completed')
        assert.deepEqual(await told(id), expected)
        await crons.pass(at('13:00'))
        assert.equal((await told(id)).at(-1), '13:00 running', 'and then goes on as ever')
      })

  test('`run_all` with overlap `replace` runs only the last one', async () => {
    const id = await crons.cron({ misfire: 'run_all', overlap: 'replace' })
    await crons.jump(at('12:15'))
    assert.deepEqual((await told(id)).slice(-2), ['11:00 skipped coalesced', '12:00 catch_up running'])
  })

  test('`run_all` runs them one after another, or all at once when overlap is allowed', async () => {
    const inTurn = await crons.cron({ misfire: 'run_all' })
    const together = await crons.cron({ misfire: 'run_all', overlap: 'allow' })
    await crons.jump(at('12:15'))
    const states = async (id: string) => (await crons.runs(id)).map(({ state }) => state)
    assert.deepEqual(await states(inTurn), ['running', 'queued', 'queued', 'queued'])
    assert.deepEqual(await states(together), ['running', 'running', 'running', 'running'])
  })

  test('`skip` still runs the last one if the machine wakes up shortly after it', async () => {
    const id = await crons.cron({ misfire: 'skip' })
    await crons.jump('2026-06-01T12:00:20Z')
    assert.deepEqual((await told(id)).slice(-2), ['11:00 skipped missed', '12:00 running'])
  })

  test('the ticks are handled in the same way as when the service was stopped', async () => {
    const id = await crons.cron()
    await crons.restart(at('12:15'))
    assert.deepEqual((await told(id)).slice(-2), ['11:00 skipped coalesced', '12:00 catch_up running'])
  })
})

describe('many crons that are due at the same time', () => {
  test('all count as on time, even if the last one waits for minutes', async () => {
    const ids = await Promise.all(Array.from({ length: 100 }, () => crons.cron({ misfire: 'skip' })))
    crons.startsTake(2_000)
    await crons.pass(at('09:00'))
    for (const id of ids) assert.deepEqual(await told(id), ['09:00 running'])
    assert.equal(crons.now(), Date.parse(at('09:00')) + 200_000)
  })
})

describe('an absence of very many ticks', () => {
  const cases: [misfire: CronDocument['misfire'], overlap: CronDocument['overlap'], SkipReason][] = [
    ['skip', 'queue', 'missed'],
    ['run_once', 'queue', 'coalesced'],
    ['run_all', 'queue', 'too_many_missed'],
    ['run_all', 'skip', 'too_many_missed'],
    ['run_all', 'allow', 'too_many_missed'],
    ['run_all', 'replace', 'coalesced'],
  ]
  for (const [misfire, overlap, reason] of cases)
    test(`is recorded in a limited number of rows for misfire \`${misfire}\` and overlap \`${overlap}\``, async () => {
      const id = await crons.cron({ expression: '* * * * *', misfire, overlap })
      await crons.jump('2026-09-01T08:30:30Z')
      const runs = await crons.runs(id)
      assert.equal(runs.length, MAX_TICKS + 1)
      const [first] = runs
      assert.deepEqual([first!.scheduled_for, first!.state], ['2026-06-01T08:31:00.000Z', 'skipped'])
      assert.equal(
        Date.parse(runs[1]!.scheduled_for!) - Date.parse(first!.until!),
        60_000,
        'no tick is left out',
      )
      assert.equal(runs.at(-1)!.scheduled_for, '2026-09-01T08:30:00.000Z')
      assert.equal(first!.reason, reason)
    })
})

describe('when the clock is', () => {
  test('set back an hour, past ticks do not fire again, and the next one fires by the new time', async () => {
    const id = await crons.cron({ expression: '*/30 * * * *' })
    await crons.pass(at('09:00'))
    await crons.end('job_1', 'completed')
    await crons.pass(at('09:30'))
    await crons.end('job_2', 'completed')
    await crons.jump(at('08:35'))
    for (const time of ['09:00', '09:30', '10:00']) await crons.pass(at(time))
    assert.deepEqual(await told(id), ['09:00 completed', '09:30 completed', '10:00 running'])
  })

  test('set forward an hour, the skipped ticks count as missed', async () => {
    const id = await crons.cron({ expression: '*/30 * * * *' })
    await crons.jump(at('09:40'))
    assert.deepEqual(await told(id), ['09:00 skipped coalesced', '09:30 catch_up running'])
  })

  test('years ahead and then corrected, the cron fires again at the next correct tick', async () => {
    const id = await crons.cron()
    await crons.jump('2030-01-01T00:00:10Z')
    await crons.end('job_1', 'completed')
    await crons.jump(at('08:45'))
    await crons.pass(at('09:00'))
    assert.equal((await told(id)).at(-1), '09:00 running')
  })

  test('years ahead and corrected while the service is stopped, the cron fires at the next correct tick', async () => {
    await crons.jump('2030-01-01T00:00:10Z')
    const id = await crons.cron()
    await crons.restart(at('08:45'))
    await crons.pass(at('09:00'))
    assert.deepEqual(await told(id), ['09:00 running'])
  })

  test('set back and forth, no tick fires twice', async () => {
    const id = await crons.cron({ expression: '*/10 * * * *', overlap: 'allow', misfire: 'run_all' })
    const moves = ['09:05', '08:31', '09:25', '08:55', '09:01', '10:02', '09:59', '10:00']
    for (const time of moves) await crons.jump(at(time))
    const times = (await crons.runs(id)).map(run => run.scheduled_for)
    assert.equal(new Set(times).size, times.length)
    const promised = ['08:40', '08:50', '09:00', '09:10', '09:20', '09:30', '09:40', '09:50', '10:00']
    assert.deepEqual(times.map(time => time!.slice(11, 16)).sort(), promised)
  })

  test('in a time zone with a clock change, ticks fire correctly minute by minute through that night', async () => {
    await crons.jump('2026-10-24T20:00:00Z')
    const fixed = await crons.cron({ expression: '30 2 * * *', timezone: 'Europe/Berlin', overlap: 'allow' })
    const elapsed = await crons.cron({
      expression: '30 * * * *',
      timezone: 'Europe/Berlin',
      overlap: 'allow',
    })
    for (let minute = 0; minute <= 420; minute += 5)
      await crons.pass(new Date(Date.parse('2026-10-24T20:00:00Z') + minute * 60_000).toISOString())
    assert.deepEqual(await told(fixed), ['00:30 running'])
    const hours = ['20:30', '21:30', '22:30', '23:30', '00:30', '01:30', '02:30']
    assert.deepEqual(
      await told(elapsed),
      hours.map(time => `${time} running`),
    )
  })
})
