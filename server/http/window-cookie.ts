import type { IncomingMessage } from 'node:http'
import type { Request, Response } from 'express'
import { type Entered, SESSION_MS, type Windows } from '../accounts/windows.ts'
import type { Session } from '../store/accounts/sessions.ts'

/** Cookies know no ports, so that each service of a machine needs a name of its own. */
const nameOf = ({ socket }: IncomingMessage) => `winnow_${socket.localPort}`

/** Its id alone, which opens nothing: so that a browser that signs in again leaves no session behind. */
const idNameOf = (req: IncomingMessage) => `${nameOf(req)}_id`

/** Sets the cookie of a session: for `/admin` alone, out of reach of scripts and of other sites. */
export function setWindowCookie(req: Request, res: Response, { id, secret }: Entered): void {
  const options = { httpOnly: true, sameSite: 'strict', maxAge: SESSION_MS } as const
  res.cookie(nameOf(req), secret, { ...options, path: '/admin' })
  res.cookie(idNameOf(req), id, { ...options, path: '/app' })
}

function cookieOf(req: IncomingMessage, name: string): string | undefined {
  const start = `${name}=`
  const pairs = (req.headers.cookie ?? '').split('; ')
  return pairs.find(pair => pair.startsWith(start))?.slice(start.length)
}

/** The id of the session that a browser which signs in held before. */
export const sessionBefore = (req: IncomingMessage) => cookieOf(req, idNameOf(req))

/** The session that a request comes from; undefined for any other. */
export function sessionOf(req: IncomingMessage, windows: Windows): Session | undefined {
  const secret = cookieOf(req, nameOf(req))
  return (secret && windows.find(secret)) || undefined
}
