import { TokenType, tokenizer } from '@csstools/css-tokenizer'
import type { Embedding, Sheet } from './embedding.ts'

/** Maximum depth of nested imports. */
const DEPTH = 5
/** Functions whose string arguments are addresses. */
const LOADING = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set'])
/** Font formats that all current browsers read, smallest first. */
const FONTS = [/\.woff2\b|^data:/i, /\.woff\b/i, /\.[ot]tf\b/i]

/** An `@import` that is being read: its address, and its layer and media. */
interface Import {
  reference: string | null
  condition: string
}

/** A source of a font, and the index of the piece that will hold its address. */
interface FontSource {
  piece: number
  reference: string
}

/** Writes a style sheet for a `style` element or attribute, with its imports and resources embedded. */
export function writeSheet(sheet: Sheet, embedding: Embedding): string {
  return writeInner(sheet, embedding, 0).replace(/<(?=\/style|!--)/gi, '\\3c ')
}

function writeInner({ css, base }: Sheet, embedding: Embedding, depth: number): string {
  const pieces: string[] = []
  const functions: string[] = []
  let importing: Import | null = null
  let font: FontSource[] | null = null

  const put = (text: string) => {
    if (importing) importing.condition += text
    else pieces.push(text)
  }

  const putAddress = (reference: string) => {
    if (importing) importing.reference ??= reference
    else if (font) font.push({ piece: pieces.push('"data:,"') - 1, reference })
    else pieces.push(JSON.stringify(embedding.address('background', reference, base)))
  }

  /** Embeds one source of a font: the smallest of the formats that all browsers read. */
  const endFont = () => {
    const sources = font ?? []
    const [best] = FONTS.flatMap(form => sources.filter(({ reference }) => form.test(reference)))
    if (best) pieces[best.piece] = JSON.stringify(embedding.address('font', best.reference, base))
    font = null
  }

  const endImport = () => {
    const { reference, condition } = importing!
    importing = null
    if (reference === null || depth === DEPTH) return
    const found = embedding.sheet('import', reference, base)
    if (found) pieces.push(underCondition(condition, writeInner(found, embedding, depth + 1)))
  }

  /** The `url()` of an import is not part of its condition. */
  const isOfImport = (name: string | undefined) => importing !== null && name === 'url'

  const enter = (text: string, name: string) => {
    functions.push(name.toLowerCase())
    if (!isOfImport(functions.at(-1))) put(text)
  }

  const takes: Partial<Record<TokenType, (text: string, value: string) => void>> = {
    [TokenType.Function]: enter,
    [TokenType.OpenParen]: text => enter(text, ''),
    [TokenType.CloseParen](text) {
      if (!isOfImport(functions.pop())) put(text)
    },
    [TokenType.URL](_, value) {
      if (importing) return putAddress(value)
      pieces.push('url(')
      putAddress(value)
      pieces.push(')')
    },
    [TokenType.String](text, value) {
      if (LOADING.has(functions.at(-1) ?? '') || importing?.reference === null) putAddress(value)
      else put(text)
    },
    [TokenType.AtKeyword](text, value) {
      const name = value.toLowerCase()
      if (name === 'import') importing = { reference: null, condition: '' }
      else put(text)
      if (name === 'font-face') font = []
    },
    [TokenType.Semicolon](text) {
      if (importing) endImport()
      else put(text)
    },
    [TokenType.CloseCurly](text) {
      endFont()
      put(text)
    },
    [TokenType.Comment]: () => undefined,
    [TokenType.BadURL]: () => undefined,
  }

  const { nextToken, endOfFile } = tokenizer({ css })
  while (!endOfFile()) {
    const [type, text, , , about] = nextToken()!
    const value = about && 'value' in about ? String(about.value) : ''
    const take = takes[type] ?? put
    take(text, value)
  }
  if (importing) endImport()
  return pieces.join('')
}

/** Wraps the content of an import in its layer and media. A `supports()` condition is assumed to hold. */
function underCondition(condition: string, css: string): string {
  const [, layer, name = '', media = ''] =
    /^\s*(layer\b(?:\(([^)]*)\))?)?\s*(?:supports\((?:[^()]|\([^()]*\))*\))?\s*(.*)$/is.exec(condition) ?? []
  const inLayer = layer ? `@layer ${name}{${css}}` : css
  return media.trim() ? `@media ${media.trim()}{${inLayer}}` : inLayer
}
