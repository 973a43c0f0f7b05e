import { readCookie } from './cookie-fields.ts'
import { type FileContent, type FoundCookie, MAX_ENTRIES, tooMany } from './file-content.ts'

const HTTP_ONLY = '#HttpOnly_'

/** Reads the cookies.txt format of curl and browser extensions: one cookie a line, seven fields separated by tabs. Throws 400. */
export function readCookiesTxt(text: string): FileContent {
  const lines = text.split(/\r?\n/)
  if (lines.length > MAX_ENTRIES) throw tooMany('lines')
  const cookies = lines.flatMap((line, index): FoundCookie[] => {
    const isHttpOnly = line.startsWith(HTTP_ONLY)
    if (!line.trim() || (line.startsWith('#') && !isHttpOnly)) return []
    return [
      {
        at: `line ${index + 1}`,
        read: readLine(isHttpOnly ? line.slice(HTTP_ONLY.length) : line, isHttpOnly),
      },
    ]
  })
  return { cookies, origins: [] }
}

function readLine(line: string, httpOnly: boolean): FoundCookie['read'] {
  const [domain, below, path, secure, expires, name, ...value] = line.split('\t')
  if (name === undefined) return 'A line has seven fields, separated by tabs.'
  return readCookie({
    name,
    value: value.join('\t'),
    domain,
    isHostOnly: below !== 'TRUE' && !domain!.startsWith('.'),
    path,
    expires: Number(expires),
    secure: secure === 'TRUE',
    httpOnly,
  })
}
