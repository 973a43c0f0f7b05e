import { z } from 'zod'
import { AppError } from '../base/errors.ts'
import { idField, webAddress } from '../operations/fields.ts'
import { defineOperation } from '../operations/operation.ts'
import { found } from '../operations/resource.ts'
import { exampleSession, sessionRecord } from '../operations/sessions/body.ts'
import { sessionRecords } from '../operations/sessions/records.ts'
import { accountField } from './accounts/accounts.ts'
import { type AdminServices, accountNamed } from './services.ts'

/** Windows on the machine of the service in which a person logs in. */
export function sessionWindowOperations(services: AdminServices) {
  const records = sessionRecords(services)

  const open = defineOperation({
    id: 'session-open',
    group: 'admin',
    summary: 'Open a window on the machine of the service, where a person logs a session in.',
    description: 'What the hosts of the session have given until then is kept when the window is closed.',
    method: 'POST',
    path: '/admin/sessions/{id}/open',
    access: 'admin',
    input: z.strictObject({
      id: idField('session'),
      account: accountField,
      url: webAddress.optional().describe('Where the window begins; absent: the login page of the session.'),
    }),
    output: sessionRecord,
    example: { input: { id: exampleSession.id }, output: { ...exampleSession, window: 'open' } },
    answer: 'value',
    async run({ id, account, url }) {
      const { id: accountId } = await accountNamed(services, account)
      const { login_url } = found(await records.find(accountId, id))
      const address = url ?? login_url
      if (address === null) throw noAddress()
      await services.sessions.openWindow({ accountId, id }, address)
      return found(await records.find(accountId, id))
    },
  })
  return [open] as const
}

const noAddress = () =>
  new AppError('invalid_input', 'The session names no login page.', {
    field: 'url',
    hint: 'Send the address as `url`, or give the session one as `login_url`.',
  })
