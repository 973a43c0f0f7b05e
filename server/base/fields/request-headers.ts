import { z } from 'zod'

/** Headers that depend on the address, the body or the connection: the HTTP client sets them. */
const CONNECTION_HEADERS = new Set([
  'host',
  'content-length',
  'connection',
  'expect',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Whether a fetch cannot set this header; its name may be in any case. */
export const isConnectionHeader = (name: string) => CONNECTION_HEADERS.has(name.toLowerCase())

export const headerName = z
  .string()
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is not a header name: it may have letters, digits and hyphens, no blanks')

/** Longer than the name of any known header. Sites close the connection on one that is much longer. */
const MAX_NAME_LENGTH = 256

/** Adds an issue for each header that a fetch cannot set, and for names that are too long. `path` leads to the headers. */
export function checkHeaderNames(
  headers: Record<string, unknown>,
  context: z.RefinementCtx,
  path: readonly string[] = [],
): void {
  for (const name of Object.keys(headers).filter(isConnectionHeader))
    context.addIssue({
      code: 'custom',
      path: [...path, name],
      message: 'cannot be set: it belongs to the connection',
      params: { hint: 'Leave it out: Winnow sends what the address, the body and the connection need.' },
    })
  if (Object.keys(headers).some(name => name.length > MAX_NAME_LENGTH))
    context.addIssue({
      code: 'custom',
      path: [...path],
      message: `must have names of at most ${MAX_NAME_LENGTH} characters`,
    })
}
