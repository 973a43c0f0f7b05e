import { readFile } from 'node:fs/promises'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Windows } from '../accounts/windows.ts'
import { AppError } from '../errors.ts'
import type { Encoded } from './encode-ending.ts'
import { windowCookie } from './window-cookie.ts'

/** Where the build puts the app: beside the compiled service, or in `dist/` of its sources. */
export const APP_FOLDER = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/app/' : '../../app/', import.meta.url),
)

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/** Styles are made by scripts of ours while they run; results show images of the pages that they come from. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: http: https:",
  "font-src 'self'",
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
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** For files whose names hold a hash of their content. */
const FOR_GOOD = 'public, max-age=31536000, immutable'

/** Files of the build: plain names, no dots in front. */
const FILE = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.\w+$/

/**
 * Serves the built app below `/app/`, and its one page for every address there that is no file. A `?token=` of an
 * invitation becomes the cookie of a signed-in window. Gives null for paths that are not the app's.
 */
export function createAppPages({ windows, folder }: { windows: Windows; folder: string }) {
  return async (
    req: IncomingMessage,
    path: string,
    query: Record<string, unknown>,
  ): Promise<Encoded | null> => {
    if (path === '/' || path === '/app') return moved('/app/')
    if (!path.startsWith('/app/')) return null
    if (req.method !== 'GET' && req.method !== 'HEAD') throw onlyRead()
    if (typeof query.token === 'string') return signIn(req, path, query.token, windows)
    const name = path.slice('/app/'.length)
    return FILE.test(name) ? file(req, folder, name) : page(req, folder)
  }
}

const moved = (to: string, more: OutgoingHttpHeaders = {}): Encoded => ({
  status: 303,
  headers: { Location: to, 'Cache-Control': 'no-store', ...more },
  body: '',
})

/** The page itself tells where the token was no good: it finds its window not signed in. */
function signIn(req: IncomingMessage, path: string, token: string, windows: Windows): Encoded {
  const secret = windows.enter(token)
  return moved(path, secret ? { 'Set-Cookie': windowCookie(req, secret) } : {})
}

async function file(req: IncomingMessage, folder: string, name: string): Promise<Encoded> {
  const found = await packedFile(req, join(folder, name))
  if (found) return found.with({ 'Cache-Control': name.startsWith('assets/') ? FOR_GOOD : 'no-cache' })
  throw new AppError('unknown_resource', 'There is no such file of the app.', {
    hint: 'Load the page anew: the app has been built again since.',
  })
}

async function page(req: IncomingMessage, folder: string): Promise<Encoded> {
  const found = await packedFile(req, join(folder, 'index.html'))
  if (found) return found.with({ 'Cache-Control': 'no-cache', ...SAFE })
  throw new AppError('unavailable_service', 'The pages of the app are not built.', {
    hint: 'Build them with: npm run build',
  })
}

const PACKED = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/** The file as the client takes it smallest; the build leaves packed copies beside it. */
async function packedFile(req: IncomingMessage, file: string) {
  const accepted = String(req.headers['accept-encoding'] ?? '')
  const ways = PACKED.filter(([encoding]) => accepted.includes(encoding))
  for (const [encoding, ending] of [...ways, [null, ''] as const]) {
    const body = await readFile(file + ending).catch(() => null)
    if (body) return { with: (more: OutgoingHttpHeaders) => fileAnswer(file, body, encoding, more) }
  }
  return null
}

const fileAnswer = (
  file: string,
  body: Buffer,
  encoding: string | null,
  more: OutgoingHttpHeaders,
): Encoded => ({
  status: 200,
  headers: {
    'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ...(encoding && { 'Content-Encoding': encoding }),
    ...more,
  },
  body,
})

const onlyRead = () =>
  new AppError('method_not_allowed', 'Pages can be read only.', {
    hint: 'Use GET.',
    headers: { Allow: 'GET, HEAD' },
  })
