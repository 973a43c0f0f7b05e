import { access } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { Windows } from '../accounts/windows.ts'
import { RECEIVE_PATH } from '../base/app-paths.ts'
import { AppError } from '../base/errors.ts'
import { queryOf } from './query.ts'
import { setWindowCookie, signInBefore } from './window-cookie.ts'

/** The folder with the built app: beside the compiled service, or in `dist/` of the sources. */
export const APP_FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/app/' : '../../app/', import.meta.url),
)

/**
 * Inline styles are allowed, because the app's scripts create some at run time. Pictures of other hosts are fetched through
 * the service, and saved pages embed their pictures and fonts.
 */
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

const SECURITY_HEADERS = {
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'same-origin',
}

/** Isolates the app from foreign windows, except for the page that receives a page from the bookmarklet after the user's click. */
const openerPolicy = (path: string) => (path === `/app/${RECEIVE_PATH}` ? 'unsafe-none' : 'same-origin')

/** For files with a hash of their content in the name. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Files of the build: plain names without a leading dot. */
const FILE_PATH = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.\w+$/

/**
 * Serves the built app below `/app/`, and its page for every address there that is not a file. The `?token=` of an
 * invitation is exchanged for the cookie of a signed-in window.
 */
export function createAppPages({ windows, folder }: { windows: Windows; folder: string }): Router {
  const router = express.Router({ strict: true, caseSensitive: true })
  router.all(['/', '/app', '/app/', '/app/{*path}'], readOnly)
  router.get(['/', '/app'], (_req, res) => redirectTo(res, '/app/'))
  router.get(['/app/', '/app/{*path}'], signIn(windows), async (req, res) => {
    const name = req.path.slice('/app/'.length)
    if (FILE_PATH.test(name)) await sendFile(req, res, folder, name)
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

const redirectTo = (res: Response, to: string) => res.set('Cache-Control', 'no-store').redirect(303, to)

/** Removes an invalid token from the address too: the page then detects that its window is not signed in. */
const signIn =
  (windows: Windows): RequestHandler =>
  async (req, res, next) => {
    const { token } = queryOf(req).fields
    if (typeof token !== 'string') return next()
    const userAgent = req.get('user-agent')
    const newSignIn = await windows.enter(token, { userAgent, before: signInBefore(req) })
    if (newSignIn) setWindowCookie(req, res, newSignIn)
    redirectTo(res, req.path)
  }

async function sendFile(req: Request, res: Response, folder: string, name: string): Promise<void> {
  res.set('Cache-Control', name.startsWith('assets/') ? IMMUTABLE : 'no-cache')
  if (await sendCompressed(req, res, folder, name)) return
  throw new AppError('unknown_resource', 'There is no such file of the app.', {
    hint: 'Reload the page: the app has been rebuilt since.',
  })
}

async function sendPage(req: Request, res: Response, folder: string): Promise<void> {
  const opener = openerPolicy(req.path)
  res.set({ 'Cache-Control': 'no-cache', ...SECURITY_HEADERS, 'Cross-Origin-Opener-Policy': opener })
  if (await sendCompressed(req, res, folder, 'index.html')) return
  throw new AppError('unavailable_service', 'The pages of the app are not built.', {
    hint: 'Build them with: npm run build',
  })
}

/** Smallest first. The build puts compressed copies beside each file. */
const COMPRESSED_FORMS = [
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
] as const

/** Sends the smallest available form of a file that the client accepts. Returns false if there is none. */
async function sendCompressed(req: Request, res: Response, folder: string, name: string): Promise<boolean> {
  for (const [encoding, ending] of COMPRESSED_FORMS) {
    const isAccepted = encoding === 'identity' || req.acceptsEncodings(encoding)
    if (!isAccepted || !(await exists(join(folder, name + ending)))) continue
    if (encoding !== 'identity') res.set('Content-Encoding', encoding)
    res.type(extname(name)).vary('Accept-Encoding')
    await sendWholeFile(res, folder, name + ending)
    return true
  }
  return false
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/** Sends a file. A client that disconnects early is not an error. */
const sendWholeFile = (res: Response, root: string, name: string) =>
  new Promise<void>((resolve, reject) => {
    res.sendFile(name, { root }, (error?: Error & { code?: string }) =>
      error && error.code !== 'ECONNABORTED' ? reject(error) : resolve(),
    )
  })
