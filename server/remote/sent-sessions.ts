import { z } from 'zod'
import { MAX_ORIGINS, MAX_SESSION_COOKIES } from '../pages/sessions/session.ts'
import { MAX_COOKIE_LENGTH, SAME_SITE, SENDABLE } from '../pages/set-cookie.ts'

/** JSON has no infinity: null stands for a cookie that lasts until its browser closes. */
const expiry = z
  .number()
  .nullable()
  .transform(at => at ?? Number.POSITIVE_INFINITY)

const text = z.string().max(MAX_COOKIE_LENGTH)
const sessionCookie = z.object({
  name: text,
  value: text.regex(SENDABLE),
  host: text,
  domain: text.nullable(),
  path: text,
  expiresAt: expiry,
  secure: z.boolean(),
  httpOnly: z.boolean(),
  sameSite: z.enum(SAME_SITE).nullable(),
})

/** Cookies and local storage. */
export const sessionState = z.object({
  cookies: z.array(sessionCookie).max(2 * MAX_SESSION_COOKIES),
  storage: z
    .array(
      z.object({
        origin: z.url({ protocol: /^https?$/ }),
        items: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
    )
    .max(MAX_ORIGINS),
})

export const sentSession = z.object({
  terms: z.object({
    name: z.string(),
    hosts: z.array(z.string()),
    login_url: z.string().nullable(),
    login_text: z.string().nullable(),
  }),
  state: sessionState,
})
