import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { AppError } from '../../server/base/errors.ts'
import { MAX_TICKS } from '../../server/crons/plan-ticks.ts'
import type { CronDocument, SkipReason } from '../../server/store/crons/rows.ts'
import { clockedCrons, lines } from './support/clocked-crons.ts'

let crons: ReturnType<typeof clockedCrons>
beforeEach(async () => {
  crons = clockedCrons('2026-06-01T08:30:00Z')
  await crons.start()
})
afterEach(() => crons.stop())

const told = async (id: string) => lines(await crons.runs(id))
const at = (time: string) => `2026-06-01T${time}:00Z`

describe('a machine that sleeps from half past eight to a quarter past twelve, with a cron for every hour', () => {
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
      test(`${misfire}, where runs that overlap ${overlap}`, async () => {
        const id = await crons.cron({ misfire, overlap })
        await crons.jump(at('12:15'))
        for (let i = 1; i <= 4; i++) await crons.end(`job_${i}`, 'completed')
        assert.deepEqual(await told(id), expected)
        await crons.pass(at('13:00'))
        assert.equal((await told(id)).at(-1), '13:00 running', 'and then goes on as ever')
      })

  test('run_all, where a later run replaces an earlier one: the last alone', async () => {
    const id = await crons.cron({ misfire: 'run_all', overlap: 'replace' })
    await crons.jump(at('12:15'))
    assert.deepEqual((await told(id)).slice(-2), ['11:00 skipped coalesced', '12:00 catch_up running'])
  })

  test('run_all lets one follow the other; where overlaps are allowed, all at once', async () => {
    const inTurn = await crons.cron({ misfire: 'run_all' })
    const together = await crons.cron({ misfire: 'run_all', overlap: 'allow' })
    await crons.jump(at('12:15'))
    const states = async (id: string) => (await crons.runs(id)).map(({ state }) => state)
    assert.deepEqual(await states(inTurn), ['running', 'queued', 'queued', 'queued'])
    assert.deepEqual(await states(together), ['running', 'running', 'running', 'running'])
  })

  test('skip, awake in time for the last: that one runs', async () => {
    const id = await crons.cron({ misfire: 'skip' })
    await crons.jump('2026-06-01T12:00:20Z')
    assert.deepEqual((await told(id)).slice(-2), ['11:00 skipped missed', '12:00 running'])
  })

  test('the same when the service was off', async () => {
    const id = await crons.cron()
    await crons.restart(at('12:15'))
    assert.deepEqual((await told(id)).slice(-2), ['11:00 skipped coalesced', '12:00 catch_up running'])
  })
})

describe('a long line of crons that are due together', () => {
  test('makes none of them too late, although the last has to wait for minutes', async () => {
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
    test(`is told in as few rows as ${misfire} needs, where runs that overlap ${overlap}`, async () => {
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

describe('a clock', () => {
  test('set back an hour: what fired does not fire again, and the next comes by the new time', async () => {
    const id = await crons.cron({ expression: '*/30 * * * *' })
    await crons.pass(at('09:00'))
    await crons.end('job_1', 'completed')
    await crons.pass(at('09:30'))
    await crons.end('job_2', 'completed')
    await crons.jump(at('08:35'))
    for (const time of ['09:00', '09:30', '10:00']) await crons.pass(at(time))
    assert.deepEqual(await told(id), ['09:00 completed', '09:30 completed', '10:00 running'])
  })

  test('set forward an hour: what it leaves out is made up for', async () => {
    const id = await crons.cron({ expression: '*/30 * * * *' })
    await crons.jump(at('09:40'))
    assert.deepEqual(await told(id), ['09:00 skipped coalesced', '09:30 catch_up running'])
  })

  test('years ahead and corrected: it does not stay silent for years', async () => {
    const id = await crons.cron()
    await crons.jump('2030-01-01T00:00:10Z')
    await crons.end('job_1', 'completed')
    await crons.jump(at('08:45'))
    await crons.pass(at('09:00'))
    assert.equal((await told(id)).at(-1), '09:00 running')
  })

  test('corrected while the service is off', async () => {
    await crons.jump('2030-01-01T00:00:10Z')
    const id = await crons.cron()
    await crons.restart(at('08:45'))
    await crons.pass(at('09:00'))
    assert.deepEqual(await told(id), ['09:00 running'])
  })

  test('set back and forth: never the same tick twice', async () => {
    const id = await crons.cron({ expression: '*/10 * * * *', overlap: 'allow', misfire: 'run_all' })
    const moves = ['09:05', '08:31', '09:25', '08:55', '09:01', '10:02', '09:59', '10:00']
    for (const time of moves) await crons.jump(at(time))
    const times = (await crons.runs(id)).map(run => run.scheduled_for)
    assert.equal(new Set(times).size, times.length)
    const promised = ['08:40', '08:50', '09:00', '09:10', '09:20', '09:30', '09:40', '09:50', '10:00']
    assert.deepEqual(times.map(time => time!.slice(11, 16)).sort(), promised)
  })

  test('of a zone, minute by minute through the night of the change', async () => {
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

describe('a run that is still under way when the next tick comes', () => {
  const secondTick = async (overlap: CronDocument['overlap']) => {
    const id = await crons.cron({ overlap })
    await crons.pass(at('09:00'))
    await crons.pass(at('10:00'))
    return id
  }

  test('skip: the tick is skipped, and says so', async () => {
    assert.deepEqual(await told(await secondTick('skip')), ['09:00 running', '10:00 skipped overlap'])
  })
  test('allow: both run', async () => {
    assert.deepEqual(await told(await secondTick('allow')), ['09:00 running', '10:00 running'])
  })
  test('replace: the first is cancelled for the second', async () => {
    assert.deepEqual(await told(await secondTick('replace')), ['09:00 cancelled replaced', '10:00 running'])
    assert.deepEqual(crons.stopped, ['job_1'])
  })
  test('queue: the second waits for the end of the first', async () => {
    const id = await secondTick('queue')
    assert.deepEqual(await told(id), ['09:00 running', '10:00 queued'])
    await crons.end('job_1', 'failed')
    assert.deepEqual(await told(id), ['09:00 failed', '10:00 running'])
  })
  test('queue: what waits is started after a restart too', async () => {
    const id = await secondTick('queue')
    await crons
      .store()
      .write(() =>
        crons.store().cronRuns.end('job_1', { state: 'completed', failed: 0, used: 1, error: null }, 0),
      )
    await crons.restart(at('10:05'))
    assert.deepEqual(await told(id), ['09:00 completed', '10:00 running'])
  })
})

describe('two schedulers over one store', () => {
  test('fire a tick once', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => crons.cron({ overlap: 'allow' })))
    const other = await crons.rival()
    await Promise.all([crons.jump(at('09:00')), other.wake()])
    await crons.quiet()
    await other.stop()
    for (const id of ids) assert.deepEqual(await told(id), ['09:00 running'])
  })
})

describe('a budget', () => {
  test('of a run: one that costs more is skipped', async () => {
    const id = await crons.cron({ budget: { per_run: 2, per_day: null } })
    crons.price(3)
    await crons.pass(at('09:00'))
    crons.price(2)
    await crons.pass(at('10:00'))
    assert.deepEqual(await told(id), ['09:00 skipped over_budget_run', '10:00 running'])
  })

  test('of a day counts what runs hold and what they took, until midnight in its zone', async () => {
    const budget = { per_run: null, per_day: 5 }
    const id = await crons.cron({
      budget,
      overlap: 'allow',
      timezone: 'Asia/Kolkata',
      expression: '30 * * * *',
    })
    crons.price(2)
    await crons.pass(at('09:00'))
    await crons.end('job_1', 'completed', 1)
    for (const time of ['10:00', '11:00']) await crons.pass(at(time))
    await crons.pass(at('12:00'))
    await crons.pass('2026-06-01T18:00:00Z')
    await crons.pass('2026-06-01T19:00:00Z')
    assert.deepEqual(await told(id), [
      '09:00 completed',
      '10:00 running',
      '11:00 running',
      '12:00 skipped over_budget_day',
      '13:00 skipped coalesced',
      '14:00 skipped coalesced',
      '15:00 skipped coalesced',
      '16:00 skipped coalesced',
      '17:00 skipped coalesced',
      '18:00 skipped over_budget_day',
      '19:00 running',
    ])
  })
})

describe('a run that a later one replaces', () => {
  const replacing = { overlap: 'replace', budget: { per_run: null, per_day: 4 } } as const
  const REPLACED = ['09:00 cancelled replaced', '10:00 running']
  const KEPT = ['09:00 running', '10:00 skipped over_budget_day']
  const cases: [what: string, used: number, price: number, expected: string[]][] = [
    ['frees what it held of the budget of the day', 0, 4, REPLACED],
    ['frees no more than it has not used', 1, 3, REPLACED],
    ['goes on where the later one would not fit even so', 1, 4, KEPT],
  ]
  for (const [what, used, price, expected] of cases)
    test(what, async () => {
      const id = await crons.cron(replacing)
      crons.price(4)
      await crons.pass(at('09:00'))
      crons.capture('job_1', used)
      crons.price(price)
      await crons.pass(at('10:00'))
      assert.deepEqual(await told(id), expected)
    })

  test('frees nothing of today where it began yesterday', async () => {
    const id = await crons.cron({ ...replacing, expression: '0 0,1,2 * * *' })
    crons.price(4)
    for (const time of ['00:00', '01:00', '02:00']) await crons.pass(`2026-06-02T${time}:00Z`)
    crons.price(5)
    await crons.pass('2026-06-03T00:00:00Z')
    assert.deepEqual((await told(id)).slice(-2), ['02:00 running', '00:00 skipped over_budget_day'])
  })

  test('goes on where the later one is refused for any reason, also by hand', async () => {
    const id = await crons.cron(replacing)
    await crons.pass(at('09:00'))
    crons.refuse(new AppError('insufficient_credits', 'No.'))
    await crons.pass(at('10:00'))
    await assert.rejects(crons.scheduler().runNow(id, 'key_1'), { code: 'insufficient_credits' })
    assert.deepEqual(await told(id), ['09:00 running', '10:00 skipped no_credits'])
    assert.deepEqual(crons.stopped, [])
  })
})

describe('runs that fail', () => {
  test('in a row pause the cron, with the reason; a success in between does not', async () => {
    const id = await crons.cron({ max_consecutive_failures: 2, overlap: 'queue' })
    for (const [time, end] of [
      ['09:00', 'failed'],
      ['10:00', 'completed'],
      ['11:00', 'failed'],
    ] as const) {
      await crons.pass(at(time))
      await crons.end(`job_${Number(time.slice(0, 2)) - 8}`, end)
    }
    await crons.pass(at('12:00'))
    await crons.pass(at('13:00'))
    await crons.end('job_4', 'failed')
    await crons.pass(at('15:00'))
    assert.deepEqual((await told(id)).slice(-2), ['12:00 failed', '13:00 skipped paused'])
    const cron = await crons.store().crons.find('acc_1', id)
    assert.deepEqual(
      [cron!.enabled, cron!.next_run_at, cron!.failures, cron!.paused_reason],
      [false, null, 2, '2 runs in a row failed. The last: Too slow.'],
    )
  })

  test('to start count as well, with what stood in the way', async () => {
    const id = await crons.cron({ max_consecutive_failures: 1 })
    crons.refuse(new AppError('unknown_resource', 'There is nothing here under this id.'))
    await crons.pass(at('09:00'))
    const [run] = await crons.runs(id)
    assert.deepEqual([run!.state, run!.error!.code], ['failed', 'unknown_resource'])
    const { enabled, paused_reason } = (await crons.store().crons.find('acc_1', id))!
    assert.deepEqual([enabled, paused_reason], [false, 'A run failed: There is nothing here under this id.'])
  })

  test('for want of credits or room are skipped, and count for nothing', async () => {
    const id = await crons.cron({ max_consecutive_failures: 1 })
    const causes = [
      ['09:00', 'insufficient_credits'],
      ['10:00', 'too_many_calls'],
      ['11:00', 'rate_limited'],
    ] as const
    for (const [time, code] of causes) {
      crons.refuse(new AppError(code, 'No.'))
      await crons.pass(at(time))
    }
    assert.deepEqual(await told(id), [
      '09:00 skipped no_credits',
      '10:00 skipped account_full',
      '11:00 skipped key_cap',
    ])
  })
})

describe('jitter', () => {
  test('lets a tick fire later, at the same second whenever it is asked, and before the next', async () => {
    const id = await crons.cron({ expression: '* * * * *', jitter_s: 3_600 })
    const read = () => crons.store().crons.read(id)!
    const { next_at, due_at } = read()
    assert.ok(due_at! >= next_at! && due_at! < next_at! + 60_000)
    await crons.pass(new Date(due_at! - 1).toISOString())
    assert.deepEqual(await told(id), [])
    await crons.pass(new Date(due_at!).toISOString())
    assert.equal((await told(id)).length, 1)
    assert.equal((await crons.runs(id))[0]!.scheduled_for, new Date(next_at!).toISOString())
  })

  test('spreads crons of one time', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => crons.cron({ jitter_s: 600 })))
    const delays = ids
      .map(id => crons.store().crons.read(id)!)
      .map(({ due_at, next_at }) => due_at! - next_at!)
    assert.ok(new Set(delays).size > 30, `${new Set(delays).size} of 60 differ`)
    assert.ok(Math.max(...delays) <= 600_000 && Math.max(...delays) > 300_000)
  })
})
