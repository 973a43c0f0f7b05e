import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { AppError } from '../../server/base/errors.ts'
import type { CronDocument } from '../../server/store/crons/rows.ts'
import type { ScheduledCron } from '../../server/store/crons/scheduled-crons.ts'
import { at, startClockedCrons } from './support/clocked-crons.ts'

const { crons, told } = startClockedCrons()

describe('when a run is still running at the next tick, with overlap', () => {
  const secondTick = async (overlap: CronDocument['overlap']) => {
    const id = await crons.cron({ overlap })
    await crons.pass(at('09:00'))
    await crons.pass(at('10:00'))
    return id
  }

  test('`skip`, the tick is skipped with this reason', async () => {
    assert.deepEqual(await told(await secondTick('skip')), ['09:00 running', '10:00 skipped overlap'])
  })
  test('`allow`, both run', async () => {
    assert.deepEqual(await told(await secondTick('allow')), ['09:00 running', '10:00 running'])
  })
  test('`replace`, the first is cancelled for the second', async () => {
    assert.deepEqual(await told(await secondTick('replace')), ['09:00 cancelled replaced', '10:00 running'])
    assert.deepEqual(crons.stopped, ['job_1'])
  })
  test('`queue`, the second waits for the end of the first', async () => {
    const id = await secondTick('queue')
    assert.deepEqual(await told(id), ['09:00 running', '10:00 queued'])
    await crons.end('job_1', 'failed')
    assert.deepEqual(await told(id), ['09:00 failed', '10:00 running'])
  })
  test('`queue`, the waiting run is started even after a restart', async () => {
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

test('a tick that comes while its cron is deleted leaves no queued run', async () => {
  const { crons: stored, cronEndings } = crons.store()
  const ids = await Promise.all(Array.from({ length: 40 }, () => crons.cron({ overlap: 'queue' })))
  await crons.pass(at('09:00'))
  const passing = crons.pass(at('10:00'))
  const onRemoved = (cron: ScheduledCron) => cronEndings.dropQueued(cron, 'deleted', crons.now())
  for (const [i, id] of ids.entries()) {
    if (i % 8 === 7) await setImmediate()
    else await null
    await stored.remove('acc_1', id, crons.now(), { expected: undefined, onRemoved })
  }
  await passing
  for (const id of ids) assert.ok(!(await told(id)).includes('10:00 queued'), String(await told(id)))
})

describe('two schedulers over one store', () => {
  test('fire each tick only once', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => crons.cron({ overlap: 'allow' })))
    const other = await crons.rival()
    await Promise.all([crons.jump(at('09:00')), other.wake()])
    await crons.quiet()
    await other.drain(0)
    for (const id of ids) assert.deepEqual(await told(id), ['09:00 running'])
  })
})

describe('a budget', () => {
  test('per run skips a run that costs more', async () => {
    const id = await crons.cron({ budget: { per_run: 2, per_day: null } })
    crons.price(3)
    await crons.pass(at('09:00'))
    crons.price(2)
    await crons.pass(at('10:00'))
    assert.deepEqual(await told(id), ['09:00 skipped over_budget_run', '10:00 running'])
  })

  test('per day counts held and used credits until midnight in the time zone of the cron', async () => {
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

describe('a run that is replaced by a later one', () => {
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

  test('frees nothing of today’s budget if it started yesterday', async () => {
    const id = await crons.cron({ ...replacing, expression: '0 0,1,2 * * *' })
    crons.price(4)
    for (const time of ['00:00', '01:00', '02:00']) await crons.pass(`2026-06-02T${time}:00Z`)
    crons.price(5)
    await crons.pass('2026-06-03T00:00:00Z')
    assert.deepEqual((await told(id)).slice(-2), ['02:00 running', '00:00 skipped over_budget_day'])
  })

  test('continues when the later run is refused for any reason, also when that is started by hand', async () => {
    const id = await crons.cron(replacing)
    await crons.pass(at('09:00'))
    crons.refuse(new AppError('insufficient_credits', 'No.'))
    await crons.pass(at('10:00'))
    await assert.rejects(crons.scheduler().runNow(id, 'key_1'), { code: 'insufficient_credits' })
    assert.deepEqual(await told(id), ['09:00 running', '10:00 skipped no_credits'])
    assert.deepEqual(crons.stopped, [])
  })
})

describe('failing runs', () => {
  test('pause the cron with the reason when enough of them fail in a row, without a success in between', async () => {
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

  test('include runs that cannot start, and their error is the reason for the pause', async () => {
    const id = await crons.cron({ max_consecutive_failures: 1 })
    crons.refuse(new AppError('unknown_resource', 'There is nothing here under this id.'))
    await crons.pass(at('09:00'))
    const [run] = await crons.runs(id)
    assert.deepEqual([run!.state, run!.error!.code], ['failed', 'unknown_resource'])
    const { enabled, paused_reason } = (await crons.store().crons.find('acc_1', id))!
    assert.deepEqual([enabled, paused_reason], [false, 'A run failed: There is nothing here under this id.'])
  })

  test('do not include runs that are skipped for lack of credits or slots', async () => {
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
  test('delays a tick by a fixed time that ends before the next tick', async () => {
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

  test('gives crons of the same time different delays', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => crons.cron({ jitter_s: 600 })))
    const delays = ids
      .map(id => crons.store().crons.read(id)!)
      .map(({ due_at, next_at }) => due_at! - next_at!)
    assert.ok(new Set(delays).size > 30, `${new Set(delays).size} of 60 differ`)
    assert.ok(Math.max(...delays) <= 600_000 && Math.max(...delays) > 300_000)
  })
})
