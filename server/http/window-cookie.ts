import type { IncomingMessage } from 'node:http'
import type { Request, Response } from 'express'
import type { Windows } from '../accounts/windows.ts'

/** Cookies know no ports, so that each service of a machine needs a name of its own. */
const nameOf = ({ socket }: IncomingMessage) => `winnow_${socket.localPort}`

/** Sets the cookie of a new window: for `/admin` alone, out of reach of scripts and of other sites. */
export const setWindowCookie = (req: Request, res: Response, secret: string) =>
  res.cookie(nameOf(req), secret, { path: '/admin', httpOnly: true, sameSite: 'strict' })

/** The id of the signed-in window that a request comes from; undefined for any other. */
export function windowOf(req: IncomingMessage, windows: Windows): string | undefined {
  const start = `${nameOf(req)}=`
  const pairs = (req.headers.cookie ?? '').split('; ')
  const secret = pairs.find(pair => pair.startsWith(start))?.slice(start.length)
  return (secret && windows.find(secret)) || undefined
}
