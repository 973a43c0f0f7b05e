import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { hasWebScheme } from '../../base/web-scheme.ts'
import { typeOfFile } from '../../parsers/json/rows-of-text.ts'
import { type ClientAnswer, exitCodeFor, olderService } from '../client.ts'
import { type CommonOptions, flagsOf } from '../common-options.ts'
import { print } from '../print.ts'
import { type InputReader, isStdin } from '../read-input.ts'
import { withService } from '../service.ts'

/** Media types of files that are not HTML, by file extension. */
const MEDIA_TYPES = new Map([
  ['.json', 'application/json'],
  ['.md', 'text/markdown'],
  ['.txt', 'text/plain'],
])

/**
 * Returns the fields for the page that a command names: an address, or the bytes of a file or of standard input together
 * with its address.
 */
export function pageFields(page: string, url: string | undefined, input: InputReader) {
  if (hasWebScheme(page)) return { url: page }
  if (page && !isStdin(page) && !existsSync(page.replace(/^@/, '')))
    throw new Error(`There is no file ${page}. An address begins with https:// or http://.`)
  const type = typeOfFile(page) ?? MEDIA_TYPES.get(extname(page)) ?? ''
  return { html: new File([new Uint8Array(input.bytes(page))], 'page.html', { type }), url }
}

/** Calls an operation on a page. Shows the value of a success, or the error of any other answer. */
export async function callForPage(
  id: string,
  fields: Record<string, unknown>,
  options: CommonOptions,
  show: (body: unknown) => void,
): Promise<void> {
  await withService(flagsOf(options), async client => {
    const operation = (await client.operations()).find(one => one.id === id)
    if (!operation) throw olderService()
    const definedFields = Object.entries(fields).filter(([, value]) => value !== undefined)
    showAnswer(await client.call(operation, Object.fromEntries(definedFields), options.account), show)
  })
}

function showAnswer({ status, body }: ClientAnswer, show: (body: unknown) => void): void {
  if (status < 400) show(body)
  else {
    print(body, { json: true }, () => '', process.stderr)
    process.exitCode = exitCodeFor(body as Record<string, unknown>)
  }
}
