import { access } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { Windows } from '../accounts/windows.ts'
import { RECEIVE_PATH } from '../base/app-paths.ts'
import { AppError } from '../base/errors.ts'
import { queryOf } from './query.ts'
import { setWindowCookie, signInBefore } from './window-cookie.ts'

/** Where the build puts the app: beside the compiled service, or in `dist/` of its sources. */
export const APP_FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/app/' : '../../app/', import.meta.url),
)

/** Styles are made by scripts of ours while they run; pictures of other hosts come through the service, and pages
 * hold the pictures and fonts that they show. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SAFE = {
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'same-origin',
}

/** Foreign windows are cut off, but for the page that takes what a bookmarklet hands over, after a click of the user. */
const openerPolicy = (path: string) => (path === `/app/${RECEIVE_PATH}` ? 'unsafe-none' : 'same-origin')

/** For files whose names hold a hash of their content. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** Files of the build: plain names, no dots in front. */
const FILE = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.\w+$/

/**
 * Serves the built app below `/app/`, and its one page for every address there that is no file. A `?token=` of an
 * invitation becomes the cookie of a signed-in window.
 */
export function createAppPages({ windows, folder }: { windows: Windows; folder: string }): Router {
  const router = express.Router({ strict: true, caseSensitive: true })
  router.all(['/', '/app', '/app/', '/app/{*path}'], readOnly)
  router.get(['/', '/app'], (_req, res) => moved(res, '/app/'))
  router.get(['/app/', '/app/{*path}'], signIn(windows), async (req, res) => {
    const name = req.path.slice('/app/'.length)
    if (FILE.test(name)) await sendFile(req, res, folder, name)
    else await sendPage(req, res, folder)
  })
  return router
}

const readOnly: RequestHandler = ({ method }, _res, next) => {
  if (method === 'GET' || method === 'HEAD') return next()
  throw new AppError('method_not_allowed', 'Pages can only be read.', {
    hint: 'Use GET.',
    headers: { Allow: 'GET, HEAD' },
  })
}

const moved = (res: Response, to: string) => res.set('Cache-Control', 'no-store').redirect(303, to)

/** A token that is not valid is dropped too: the page then finds that its window is not signed in. */
const signIn =
  (windows: Windows): RequestHandler =>
  async (req, res, next) => {
    const { token } = queryOf(req).fields
    if (typeof token !== 'string') return next()
    const userAgent = req.get('user-agent')
    const entered = await windows.enter(token, { userAgent, before: signInBefore(req) })
    if (entered) setWindowCookie(req, res, entered)
    moved(res, req.path)
  }

async function sendFile(req: Request, res: Response, folder: string, name: string): Promise<void> {
  res.set('Cache-Control', name.startsWith('assets/') ? FOR_GOOD : 'no-cache')
  if (await sendPacked(req, res, folder, name)) return
  throw new AppError('unknown_resource', 'There is no such file of the app.', {
    hint: 'Reload the page: the app has been rebuilt since.',
  })
}

async function sendPage(req: Request, res: Response, folder: string): Promise<void> {
  const opener = openerPolicy(req.path)
  res.set({ 'Cache-Control': 'no-cache', ...SAFE, 'Cross-Origin-Opener-Policy': opener })
  if (await sendPacked(req, res, folder, 'index.html')) return
  throw new AppError('unavailable_service', 'The pages of the app are not built.', {
    hint: 'Build them with: npm run build',
  })
}

/** Smallest first; the build leaves compressed copies beside each file. */
const ENDINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
] as const

/** Sends a file in the smallest form that is there and that the client accepts; false where there is none. */
async function sendPacked(req: Request, res: Response, folder: string, name: string): Promise<boolean> {
  for (const [encoding, ending] of ENDINGS) {
    const isAccepted = encoding === 'identity' || req.acceptsEncodings(encoding)
    if (!isAccepted || !(await isThere(join(folder, name + ending)))) continue
    if (encoding !== 'identity') res.set('Content-Encoding', encoding)
    res.type(extname(name)).vary('Accept-Encoding')
    await wholeFile(res, folder, name + ending)
    return true
  }
  return false
}

const isThere = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/** A client that goes before the end is no fault of ours. */
const wholeFile = (res: Response, root: string, name: string) =>
  new Promise<void>((resolve, reject) => {
    res.sendFile(name, { root }, (error?: Error & { code?: string }) =>
      error && error.code !== 'ECONNABORTED' ? reject(error) : resolve(),
    )
  })
