import { z } from 'zod'
import { type CronTiming, nextTickWithJitter } from '../../crons/plan-ticks.ts'
import type { CronRecord } from '../../store/crons/crons.ts'
import { CRON_RUN_STATES } from '../../store/crons/rows.ts'
import { idField, pageFields, pageShape } from '../fields.ts'
import { accountOf, defineOperation } from '../operation.ts'
import { found, resource } from '../resource.ts'
import type { Services } from '../services.ts'
import { stateFilter } from '../states.ts'
import { READS, REPLACES, STARTS, WRITES } from '../tool-hints.ts'
import { cronBody, cronRecord, cronRunShape, exampleCron, exampleCronBody, exampleCronRun } from './body.ts'
import { cronPreviewOperations } from './preview.ts'
import { assertRunScope, cronRecords, shownCron } from './records.ts'

const BY_HAND = 'Paused by hand.'

const MANUAL_RUN = {
  scheduled_for: null,
  cause: 'manual',
  state: 'running',
  credits: { reserved: 2, used: 0 },
  finished_at: null,
} as const

/** Operations for cron records, their history, and for running, pausing and resuming crons. */
export function cronOperations(services: Services) {
  const { store, crons: scheduler, now } = services
  const id = { id: idField('cron') }
  const own = async (input: { id: string }, { account }: { account: { id: string } }): Promise<CronRecord> =>
    found(await store.crons.find(account.id, input.id))

  const records = resource({
    noun: 'cron',
    plural: 'crons',
    body: cronBody,
    record: cronRecord,
    example: { body: exampleCronBody, record: exampleCron },
    store: cronRecords(services),
    searched: 'name, id, schedule or target',
    listTool: { name: 'cron_list', group: 'crons', hints: READS },
    createTool: { name: 'cron_create', group: 'crons', hints: WRITES },
    replaceTool: {
      name: 'cron_update',
      group: 'crons',
      hints: REPLACES,
      summary: 'Change a cron.',
      description: 'What you leave out stays as it is; `target` and `budget` are replaced as a whole.',
      keeps: true,
    },
  })

  const run = defineOperation({
    id: 'cron-run',
    group: 'crons',
    summary: 'Run a cron now, whether it is paused or not; its schedule stays as it is.',
    description:
      'Its budget and its `overlap` setting apply: with `overlap: skip` it is refused while a run is under way.',
    method: 'POST',
    path: '/v1/crons/{id}/run',
    access: 'run',
    input: z.strictObject(id),
    output: cronRunShape,
    example: { input: { id: exampleCron.id }, output: { ...exampleCronRun, ...MANUAL_RUN } },
    answer: 'accepted',
    madeAt: '/v1/cron-runs',
    faces: { tool: { name: 'cron_run', group: 'crons', hints: STARTS } },
    own,
    run: (input, context) => scheduler.runNow(input.id, context.caller!),
  })

  const runs = defineOperation({
    id: 'cron-runs',
    group: 'crons',
    summary:
      'List the runs of a cron and the ticks that were skipped, newest first, with the reason of each.',
    method: 'GET',
    path: '/v1/crons/{id}/runs',
    access: 'read',
    input: z.strictObject({
      ...id,
      ...pageFields,
      state: stateFilter(CRON_RUN_STATES, 'runs'),
    }),
    output: pageShape(cronRunShape),
    example: {
      input: { id: exampleCron.id, state: 'completed' },
      output: { data: [exampleCronRun], has_more: false, next_cursor: null },
    },
    answer: 'value',
    faces: { tool: { name: 'cron_runs', group: 'crons', hints: READS } },
    own,
    run: ({ id: cronId, ...query }) => store.cronRuns.list(cronId, query),
  })

  const runGet = defineOperation({
    id: 'cron-run-get',
    group: 'crons',
    summary: 'Read one run of a cron.',
    method: 'GET',
    path: '/v1/cron-runs/{id}',
    access: 'read',
    input: z.strictObject({ id: idField('cron run') }),
    output: cronRunShape,
    example: { input: { id: exampleCronRun.id }, output: exampleCronRun },
    answer: 'value',
    run: async (input, context) => found(await store.cronRuns.find(accountOf(context), input.id)),
  })

  const pause = defineOperation({
    id: 'cron-pause',
    group: 'crons',
    summary:
      'Pause a cron: it does not fire until it is resumed; what is running continues, what is queued is skipped.',
    method: 'POST',
    path: '/v1/crons/{id}/pause',
    access: 'manage',
    input: z.strictObject({
      ...id,
      reason: z
        .string()
        .trim()
        .min(1)
        .max(500)
        .default(BY_HAND)
        .describe('Why, as a note.')
        .meta({ title: 'Reason' }),
    }),
    output: cronRecord,
    example: {
      input: { id: exampleCron.id, reason: 'The shop is being rebuilt.' },
      output: {
        ...exampleCron,
        enabled: false,
        next_run_at: null,
        paused_reason: 'The shop is being rebuilt.',
      },
    },
    answer: 'value',
    faces: { tool: { name: 'cron_pause', group: 'crons', hints: WRITES } },
    own,
    async run({ id: cronId, reason }, { owned, ...context }) {
      const accountId = accountOf(context)
      const cron = { ...owned, account_id: accountId }
      if (owned.enabled) await store.write(() => store.cronEndings.pause(cron, reason, owned.failures, now()))
      return shownCron(found(await store.crons.find(accountId, cronId)))
    },
  })

  const resume = defineOperation({
    id: 'cron-resume',
    group: 'crons',
    summary: 'Resume a paused cron, from its next tick on; ticks missed during the pause are not repeated.',
    description: 'It runs as the key that resumes it, which needs the scope `run` too.',
    method: 'POST',
    path: '/v1/crons/{id}/resume',
    access: 'manage',
    input: z.strictObject(id),
    output: cronRecord,
    example: { input: { id: exampleCron.id }, output: exampleCron },
    answer: 'value',
    faces: { tool: { name: 'cron_resume', group: 'crons', hints: WRITES } },
    own,
    async run(_input, { owned, ...context }) {
      if (owned.enabled) return shownCron(owned)
      const { account, key } = context.caller!
      assertRunScope({ key })
      const nextOf = (cron: CronTiming) => nextTickWithJitter(cron, now())
      const resumed = found(await store.crons.resume(account.id, owned.id, now(), { key_id: key.id, nextOf }))
      scheduler.wake()
      return shownCron(resumed)
    },
  })
  return [...records, run, pause, resume, runs, runGet, ...cronPreviewOperations(services)] as const
}
