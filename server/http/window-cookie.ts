import type { IncomingMessage } from 'node:http'
import type { Request, Response } from 'express'
import { type NewSignIn, SIGN_IN_MS, type Windows } from '../accounts/windows.ts'
import type { SignIn } from '../store/accounts/sign-ins.ts'

/** Cookies are not separated by port, so each service on a machine needs its own cookie name. */
const nameOf = ({ socket }: IncomingMessage) => `winnow_${socket.localPort}`

/** A cookie with only the id of the sign-in, which gives no access. With it, a browser that signs in again replaces its old sign-in. */
const idNameOf = (req: IncomingMessage) => `${nameOf(req)}_id`

/** Sets the cookies of a sign-in: the secret for `/admin` only, hidden from scripts and other sites. */
export function setWindowCookie(req: Request, res: Response, { id, secret }: NewSignIn): void {
  const options = { httpOnly: true, sameSite: 'strict', maxAge: SIGN_IN_MS } as const
  res.cookie(nameOf(req), secret, { ...options, path: '/admin' })
  res.cookie(idNameOf(req), id, { ...options, path: '/app' })
}

function cookieOf(req: IncomingMessage, name: string): string | undefined {
  const start = `${name}=`
  const pairs = (req.headers.cookie ?? '').split('; ')
  return pairs.find(pair => pair.startsWith(start))?.slice(start.length)
}

/** Returns the id of the earlier sign-in of a browser that signs in again. */
export const signInBefore = (req: IncomingMessage) => cookieOf(req, idNameOf(req))

/** Returns the sign-in of a request; undefined if it has none. */
export function signInOf(req: IncomingMessage, windows: Windows): SignIn | undefined {
  const secret = cookieOf(req, nameOf(req))
  return (secret && windows.find(secret)) || undefined
}
