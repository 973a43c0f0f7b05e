import { mediaTypeOf } from '../base/media-type.ts'

/** A page that is not HTML: Markdown, or text to keep as it is, such as code, with its language. */
export type TextKind = { isMarkdown: true } | { isMarkdown: false; language: string | null }

const MARKDOWN_FILE = /\.(?:md|markdown|mkd)$/i
/** Some servers send HTML and XML as plain text, JSON or a script, none of which begins like this. */
const MARKUP = /^\s*<(?:!doctype|html|\?xml)/i
const SENT_WITH_MARKUP = /^text\/plain$|[/+]json$|\/(?:java|ecma)script$/

const VERBATIM_TYPES =
  /^(?:text\/(?!html$|xml$|xsl$)|application\/(?:\S+\+)?(?:json|ndjson|jsonl|javascript|ecmascript|ya?ml|toml|sql)$)/

/**
 * Returns what kind of text a page is by its content type or its address, or null if it is to be read as HTML or XML.
 * `start` is the beginning of its text.
 */
export function kindOfText(
  contentType: string | null,
  url: string | undefined,
  start: string,
): TextKind | null {
  const essence = mediaTypeOf(contentType)?.essence.replace('/x-', '/') ?? ''
  if (SENT_WITH_MARKUP.test(essence) && MARKUP.test(start)) return null
  const isPlain = essence === 'text/plain'
  const path = URL.parse(url ?? '')?.pathname ?? ''
  if (essence === 'text/markdown' || (isPlain && MARKDOWN_FILE.test(path))) return { isMarkdown: true }
  if (!VERBATIM_TYPES.test(essence)) return null
  return { isMarkdown: false, language: isPlain ? null : languageOf(essence) }
}

const languageOf = (essence: string): string => essence.replace(/^.*[/+]/, '')
