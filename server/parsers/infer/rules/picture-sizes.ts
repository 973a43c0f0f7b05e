import { escapePattern } from '../../../base/text/escape-pattern.ts'
import { NO_SKIP } from '../../../html/document.ts'
import { nodeReader } from '../../html/node-readers.ts'
import type { Json } from '../../parser-schema.ts'
import { readUrl } from '../../values/read-url.ts'
import { compact } from '../page/text-lengths.ts'
import { asNumberedPattern } from './as-pattern.ts'
import type { Candidate } from './candidate.ts'
import { elementsAt, type FieldCase, scopeOf } from './case.ts'
import { type CssPath, cssPathsOf } from './css-paths.ts'
import { cssRule } from './css-rule.ts'
import type { Hit } from './find-hits.ts'
import type { Guess } from './guess-type.ts'

const MAX_LOOKED_AT = 200
const MAX_PICTURES = 16
const MAX_PATHS = 16
const PENALTY = 0.08
const MIN_NAME_LENGTH = 5
const MAX_ADDRESS_LENGTH = 1_000
/** What a site adds to a file name for a size or a quality: `-300x200`, `-scaled`, `?width=300`, `__w=728`. */
const OF_SIZE = /\d{2,4}x\d{2,4}|scaled|[?&_,;/][a-z_]{1,20}=/i
/** The dimensions or the crop of one picture, and a signature. */
const OF_PAGE = /\d{2,4}x\d{2,4}|\d\.\d{2}|[\da-f]{16}/i

/** Transforms, and a pattern that the address must match after them. */
interface AddressEdit {
  transform: Json[]
  pattern?: string
}

/** A place with the address of a picture, and the edits that turn it into the wanted address. */
interface PictureHit extends Hit {
  edits: AddressEdit[]
}

/** Returns rules for a picture that the page shows in another size than wanted. */
export function resizedCandidates(fieldCase: FieldCase, guess: Guess): Candidate[] {
  if (!guess.image || typeof fieldCase.wanted !== 'string') return []
  const { html } = fieldCase.page
  const scope = scopeOf(fieldCase)
  return pictureHits(fieldCase, fieldCase.wanted).flatMap(({ node, read, edits }) =>
    someOf(cssPathsOf(html, node, scope, compact(fieldCase.wanted as string))).flatMap(
      ({ css, score, reasons }) =>
        edits.map(edit => ({
          rule: { ...cssRule(css, read, guess), ...edit },
          score: score - PENALTY,
          reasons: [...reasons, 'it is the picture in another size'],
        })),
    ),
  )
}

/** The best paths, and the last ones, which also work after classes change. */
const someOf = (paths: CssPath[]) => [...paths.slice(0, MAX_PATHS), ...paths.slice(MAX_PATHS).slice(-2)]

function pictureHits(fieldCase: FieldCase, wanted: string): PictureHit[] {
  const { page } = fieldCase
  const elements = elementsAt(fieldCase)
  const readImage = nodeReader('image')
  const starts = startsOf(wanted)
  const attributes = page
    .attributes()
    .filter(({ node, value }) => starts.some(start => value.includes(start)) && (elements?.has(node) ?? true))
    .slice(0, MAX_LOOKED_AT)
  const pictures = new Set(attributes.map(({ node }) => node))
  const sources = [
    ...[...pictures].map(node => ({ node, read: 'image', value: readImage(page.html, node, NO_SKIP) ?? '' })),
    ...attributes.flatMap(({ node, name, value }) =>
      /\s/.test(value) ? [] : [{ node, read: `@${name}`, value }],
    ),
  ]
  return sources
    .map(({ node, read, value }) => ({ node, read, edits: addressEdits(absolute(fieldCase, value), wanted) }))
    .filter(({ edits }) => edits.length > 0)
    .slice(0, MAX_PICTURES)
}

function absolute({ page }: FieldCase, value: string): string {
  const address = readUrl(value, page.view.base()).value
  return typeof address === 'string' ? address : value
}

/** Returns the starts of the last two names in an address: the folder's and the file's. */
const startsOf = (address: string) =>
  address
    .split('?', 1)[0]!
    .split('/')
    .slice(3)
    .slice(-2)
    .flatMap(name => (name.length >= MIN_NAME_LENGTH ? [name.slice(0, MIN_NAME_LENGTH)] : []))

/**
 * Returns transforms from the address of a picture to that of the same file in another size: `tea-300x200.jpg` and
 * `tea.jpg`, `tea.jpg?width=300` and `tea.jpg?width=1800`. Several, the narrowest first; none if the files differ.
 */
function addressEdits(shown: string, wanted: string): AddressEdit[] {
  if (shown.length > MAX_ADDRESS_LENGTH || wanted.length > MAX_ADDRESS_LENGTH || wanted.includes('$'))
    return []
  const folder = folderEdit(shown, wanted)
  const moved = folder ? shown.replace(...folder) : shown
  const end = endOfName(moved, wanted)
  if (end === null || moved === wanted) return []
  const before = folder ? [{ replace: folder }] : []
  return tailEdits(moved.slice(end), wanted.slice(end)).map(({ transform, ...rest }) => ({
    transform: [...before, ...transform],
    ...rest,
  }))
}

/** Returns where two addresses start to differ, after the file name that both have; null if they have none in common. */
function endOfName(a: string, b: string): number | null {
  let end = 0
  while (end < a.length && a[end] === b[end]) end++
  const query = a.slice(0, end).indexOf('?')
  if (query >= 0) end = query
  // A name ends at a separator: `tea-12` and `tea-13` have `tea` in common.
  const isInside = (text: string) => /^[\p{L}\p{N}]/u.test(text.slice(end))
  if (isInside(a) || isInside(b)) end = a.slice(0, end).search(/[^\p{L}\p{N}][\p{L}\p{N}]*$/u)
  const name = a.slice(a.lastIndexOf('/', end - 1) + 1, Math.max(0, end))
  return name.length >= MIN_NAME_LENGTH ? end : null
}

/** Returns the replacement of a folder that only the first address has: `/cache/` by `/`. */
function folderEdit(a: string, b: string): [string, string] | null {
  const [from, to] = [folderOf(a), folderOf(b)]
  if (from === to || !from.startsWith(to)) return null
  const extraFolder = from.slice(to.length)
  return /\d/.test(extraFolder) ? null : [`/${extraFolder}`, '/']
}

const folderOf = (address: string) => address.split('?', 1)[0]!.replace(/[^/]*$/, '')

function tailEdits(from: string, to: string): AddressEdit[] {
  const [extension = ''] = /\.\w{3,4}$/.exec(from) ?? []
  const isShared = extension !== '' && to.endsWith(extension)
  const withoutExtension = (tail: string) => (isShared ? tail.slice(0, tail.length - extension.length) : tail)
  const [shown, wanted] = [withoutExtension(from), withoutExtension(to)]
  if (![shown, wanted].every(tail => tail === '' || OF_SIZE.test(tail)) || OF_PAGE.test(wanted)) return []
  const [end, kept] = isShared ? ['(\\.\\w+)$', '$1'] : ['$', '']
  const edits = shown.startsWith('?')
    ? [{ pattern: '^([^?]*).*$', with: `$1${wanted}` }]
    : patternsFor(shown).map(pattern => ({ pattern: pattern + end, with: wanted + kept }))
  // If the result lacks the wanted size, it is another picture.
  const pattern = `${escapePattern(wanted)}${isShared ? '\\.\\w+' : ''}$`
  return edits.map(replace => ({ transform: [{ replace }], ...(wanted !== '' && { pattern }) }))
}

/** Returns patterns of a name's end: with any numbers, and everything from its first word on. */
function patternsFor(tail: string): string[] {
  const [first = ''] = /^[^\p{L}\p{N}]*[\p{L}\p{N}]+/u.exec(tail) ?? []
  return [...new Set([asNumberedPattern(tail), ...(first === '' ? [] : [`${asNumberedPattern(first)}.*`])])]
}
