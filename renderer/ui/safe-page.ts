const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"

/** Stands before everything of the page's own, so that nothing of it comes to be without the policy. */
const GUARD = [
  `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
  '<meta http-equiv="x-dns-prefetch-control" content="off">',
  '<base target="_blank">',
].join('')

/** A document type keeps its place at the very front, else the page would be laid out as an old one. */
const DOCTYPE = /^(?:\s|<!--[\s\S]{0,9999}?-->)*<!doctype[^>]{0,999}>/i

/** Links fetch nothing but what the policy refuses anyway, but for the looking up of names. */
const LINK = /<link\b[^>]{0,999}>/gi

/** A page for a sandboxed frame. */
export interface SafePage {
  html: string
  /** The page goes on after what is shown. */
  cut: boolean
}

/**
 * A page for a sandboxed frame: nothing in it can run, nothing is fetched. Its scripts, which could not run, are left
 * out; of the rest `most` characters are shown.
 */
export function safePage(text: string, most: number): SafePage {
  const [doctype = ''] = DOCTYPE.exec(text) ?? []
  const { html, cut } = withoutScripts(text.slice(doctype.length), most)
  return { html: doctype + GUARD + html.replace(LINK, ''), cut }
}

/** A page whose scripts and links are left out already, behind the document type of the original. */
export const guardedPage = (original: string, html: string): string =>
  (DOCTYPE.exec(original)?.[0] ?? '') + GUARD + html

/** One pass, however many scripts are left open. */
function withoutScripts(text: string, most: number): SafePage {
  const opening = /<script[\s>]/gi
  const closing = /<\/script\s*>/gi
  let html = ''
  let from = 0
  while (html.length <= most) {
    opening.lastIndex = from
    const start = opening.exec(text)?.index ?? text.length
    html += text.slice(from, start)
    closing.lastIndex = start
    if (start === text.length || !closing.exec(text)) break
    from = closing.lastIndex
  }
  return { html: html.slice(0, most), cut: html.length > most }
}
