import { z } from 'zod'
import { DAY } from '../../base/times.ts'
import { UPDATE_KINDS } from '../../store/updates.ts'
import { accountOf } from '../operation.ts'
import type { Services } from '../services.ts'
import { defineEvents } from './events.ts'

const update = z.object({
  kind: z.enum(UPDATE_KINDS),
  id: z.string().nullable().describe('null where it may be any record of the kind.'),
})

/** `GET /v1/updates`: the stream of changed records of an account. */
export function updateOperations({ updates, now }: Services) {
  const follow = defineEvents({
    id: 'update-events',
    group: 'account',
    summary: 'Follow an account: which records were created, changed or removed, as it happens.',
    description:
      'An event names each record once, by kind and id; read those that you show again. The first event has `reset`: what changed before a stream began is not reported, so read all that you show, also after a broken connection. A stream ends after a day at most, and when its key ends.',
    method: 'GET',
    path: '/v1/updates',
    access: 'read',
    input: z.strictObject({}),
    output: z.object({
      reset: z.boolean().describe('Anything may have changed: read again what you show.'),
      updates: z.array(update).describe('Records that have changed, each once; at most 100 of a kind.'),
    }),
    example: {
      input: {},
      output: { reset: false, updates: [{ kind: 'job', id: 'job_01KF0H8D5F7H9K1M3P5R7T9V1X' }] },
    },
    run(_input, context) {
      const { key, source } = context.caller!
      const left = key.expires_at === null ? DAY : Math.min(DAY, Date.parse(key.expires_at) - now())
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(Math.max(0, left))])
      // Only the owner of the machine uses the app, so only the app gets updates about the machine.
      return updates.follow({ accountId: accountOf(context), seesMachine: source === 'app' }, signal)
    },
  })
  return [follow] as const
}
