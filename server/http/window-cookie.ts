import type { IncomingMessage } from 'node:http'
import type { Request, Response } from 'express'
import { type Entered, SIGN_IN_MS, type Windows } from '../accounts/windows.ts'
import type { SignIn } from '../store/accounts/sign-ins.ts'

/** Cookies know no ports, so that each service of a machine needs a name of its own. */
const nameOf = ({ socket }: IncomingMessage) => `winnow_${socket.localPort}`

/** Its id alone, which opens nothing: so that a browser that signs in again leaves no sign-in behind. */
const idNameOf = (req: IncomingMessage) => `${nameOf(req)}_id`

/** Sets the cookie of a sign-in: for `/admin` alone, out of reach of scripts and of other sites. */
export function setWindowCookie(req: Request, res: Response, { id, secret }: Entered): void {
  const options = { httpOnly: true, sameSite: 'strict', maxAge: SIGN_IN_MS } as const
  res.cookie(nameOf(req), secret, { ...options, path: '/admin' })
  res.cookie(idNameOf(req), id, { ...options, path: '/app' })
}

function cookieOf(req: IncomingMessage, name: string): string | undefined {
  const start = `${name}=`
  const pairs = (req.headers.cookie ?? '').split('; ')
  return pairs.find(pair => pair.startsWith(start))?.slice(start.length)
}

/** The id of the sign-in that a browser which signs in held before. */
export const signInBefore = (req: IncomingMessage) => cookieOf(req, idNameOf(req))

/** The sign-in that a request comes from; undefined for any other. */
export function signInOf(req: IncomingMessage, windows: Windows): SignIn | undefined {
  const secret = cookieOf(req, nameOf(req))
  return (secret && windows.find(secret)) || undefined
}
