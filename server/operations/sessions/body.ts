import { z } from 'zod'
import { labelled } from '../../base/fields/labelled.ts'
import { lineOfText } from '../../base/fields/name-field.ts'
import { inAscii, isHostPattern } from '../../pages/sessions/host-patterns.ts'
import { SESSION_STATES, type SessionRecord } from '../../store/sessions.ts'
import { time } from '../fields.ts'

const host = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .overwrite(inAscii)
  .superRefine((pattern, context) => {
    const refuse = (message: string, hint: string) =>
      context.addIssue({ code: 'custom', message, params: { hint } })
    if (!isHostPattern(pattern))
      refuse(
        'This is not the name of a host.',
        'Write `shop.example`, or `*.shop.example` with all hosts below it.',
      )
    else if (/^\*\.[^.]+$/.test(pattern))
      refuse('This names every site of a top level.', 'Name the site: `*.shop.example`.')
  })

/** The fields of a session that its owner sets. */
export const sessionBody = z.strictObject({
  name: lineOfText()
    .min(1)
    .max(100)
    .describe('Name of the session, unique in the account.')
    .meta({ title: 'Name' }),
  hosts: z
    .array(host)
    .min(1)
    .max(50)
    .describe(
      'The only hosts that it is used for: `shop.example`, or `*.shop.example` with all hosts below it.',
    )
    .meta({ title: 'Hosts' }),
  login_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable()
    .default(null)
    .describe('Where you log in. A page that redirects there shows that the session has expired.')
    .meta({ title: 'Login page' }),
  login_text: z
    .string()
    .trim()
    .min(3)
    .max(200)
    .nullable()
    .default(null)
    .describe('Text that only pages for visitors who are not logged in have, such as `Sign in to continue`.')
    .meta({ title: 'Text of the login page', 'x-advanced': true }),
})

/** The shape of a session in answers. It never contains cookies or storage. */
export const sessionRecord = z.object({
  id: z.string(),
  ...sessionBody.shape,
  state: z
    .enum(SESSION_STATES)
    .describe(
      '`empty`: nobody is logged in yet; `expired`: the site asked to log in again; `sealed`: it cannot be opened on this machine.',
    )
    .meta(
      labelled<SessionRecord['state']>({
        empty: 'Not logged in',
        ready: 'Logged in',
        expired: 'Login expired',
        sealed: 'Cannot be opened here',
      }),
    ),
  cookies: z.int().describe('How many cookies it holds.'),
  storage_items: z.int().describe('How many items of local storage it holds.'),
  cookies_until: time.nullable().describe('When the last of its cookies expires that names a time.'),
  logged_in_at: time.nullable().describe('When it was imported, or somebody logged in.'),
  expired_at: time.nullable().describe('Since when it has expired.'),
  last_used_at: time.nullable().describe('To the minute.'),
  window: z
    .enum(['open', 'possible'])
    .nullable()
    .describe(
      'Its window is open; or one can be opened on the machine of the service. null: there is no browser or no screen.',
    ),
  version: z.int().describe('Increases with every change of its definition.'),
  created_at: time,
  updated_at: time,
})

const at = '2026-01-15T09:30:00.000Z'

export const exampleSessionBody = {
  name: 'shop',
  hosts: ['*.shop.example'],
  login_url: 'https://shop.example/login',
} satisfies z.input<typeof sessionBody>

export const exampleSession = {
  id: 'ses_01KF0K2M4P6R8T0V2X4Z6B8D0F',
  ...exampleSessionBody,
  login_text: null,
  state: 'ready',
  cookies: 4,
  storage_items: 1,
  cookies_until: '2026-02-14T09:30:00.000Z',
  logged_in_at: at,
  expired_at: null,
  last_used_at: at,
  window: 'possible',
  version: 1,
  created_at: at,
  updated_at: at,
} satisfies z.input<typeof sessionRecord>
