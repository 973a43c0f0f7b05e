import { TokenType, tokenizer } from '@csstools/css-tokenizer'
import type { Embedder, Sheet } from './embedding.ts'

/** Maximum depth of nested imports. */
const MAX_IMPORT_DEPTH = 5
/** Functions whose string arguments are addresses. */
const ADDRESS_FUNCTIONS = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set'])
/** Font formats that all current browsers read, smallest first. */
const FONT_FORMATS = [/\.woff2\b|^data:/i, /\.woff\b/i, /\.[ot]tf\b/i]

/** An `@import` that is being read: its address, and its layer and media. */
interface ImportRule {
  reference: string | null
  condition: string
}

/** A source of a font, and the index of the piece that will hold its address. */
interface FontSource {
  piece: number
  reference: string
}

/** Writes a style sheet for a `style` element or attribute, with its imports and resources embedded. */
export function writeSheet(sheet: Sheet, embedder: Embedder): string {
  return writeNested(sheet, embedder, 0).replace(/<(?=\/style|!--)/gi, '\\3c ')
}

function writeNested({ css, base }: Sheet, embedder: Embedder, depth: number): string {
  const pieces: string[] = []
  const functions: string[] = []
  let importRule: ImportRule | null = null
  let font: FontSource[] | null = null

  const append = (text: string) => {
    if (importRule) importRule.condition += text
    else pieces.push(text)
  }

  const appendAddress = (reference: string) => {
    if (importRule) importRule.reference ??= reference
    else if (font) font.push({ piece: pieces.push('"data:,"') - 1, reference })
    else pieces.push(JSON.stringify(embedder.address('background', reference, base)))
  }

  /** Embeds one source of a font: the smallest of the formats that all browsers read. */
  const endFont = () => {
    const sources = font ?? []
    const [best] = FONT_FORMATS.flatMap(format => sources.filter(({ reference }) => format.test(reference)))
    if (best) pieces[best.piece] = JSON.stringify(embedder.address('font', best.reference, base))
    font = null
  }

  const endImport = () => {
    const { reference, condition } = importRule!
    importRule = null
    if (reference === null || depth === MAX_IMPORT_DEPTH) return
    const imported = embedder.sheet('import', reference, base)
    if (imported) pieces.push(wrapInCondition(condition, writeNested(imported, embedder, depth + 1)))
  }

  /** The `url()` of an import is not part of its condition. */
  const isOfImport = (name: string | undefined) => importRule !== null && name === 'url'

  const enterFunction = (text: string, name: string) => {
    functions.push(name.toLowerCase())
    if (!isOfImport(functions.at(-1))) append(text)
  }

  const handlers: Partial<Record<TokenType, (text: string, value: string) => void>> = {
    [TokenType.Function]: enterFunction,
    [TokenType.OpenParen]: text => enterFunction(text, ''),
    [TokenType.CloseParen](text) {
      if (!isOfImport(functions.pop())) append(text)
    },
    [TokenType.URL](_, value) {
      if (importRule) return appendAddress(value)
      pieces.push('url(')
      appendAddress(value)
      pieces.push(')')
    },
    [TokenType.String](text, value) {
      if (ADDRESS_FUNCTIONS.has(functions.at(-1) ?? '') || importRule?.reference === null)
        appendAddress(value)
      else append(text)
    },
    [TokenType.AtKeyword](text, value) {
      const name = value.toLowerCase()
      if (name === 'import') importRule = { reference: null, condition: '' }
      else append(text)
      if (name === 'font-face') font = []
    },
    [TokenType.Semicolon](text) {
      if (importRule) endImport()
      else append(text)
    },
    [TokenType.CloseCurly](text) {
      endFont()
      append(text)
    },
    [TokenType.Comment]: () => undefined,
    [TokenType.BadURL]: () => undefined,
  }

  const { nextToken, endOfFile } = tokenizer({ css })
  while (!endOfFile()) {
    const [type, text, , , details] = nextToken()!
    const value = details && 'value' in details ? String(details.value) : ''
    const handle = handlers[type] ?? append
    handle(text, value)
  }
  if (importRule) endImport()
  return pieces.join('')
}

/** Wraps the content of an import in its layer and media. A `supports()` condition is assumed to hold. */
function wrapInCondition(condition: string, css: string): string {
  const [, layer, name = '', media = ''] =
    /^\s*(layer\b(?:\(([^)]*)\))?)?\s*(?:supports\((?:[^()]|\([^()]*\))*\))?\s*(.*)$/is.exec(condition) ?? []
  const layered = layer ? `@layer ${name}{${css}}` : css
  return media.trim() ? `@media ${media.trim()}{${layered}}` : layered
}
