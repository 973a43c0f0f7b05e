const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"

/**
 * Precedes everything of the page. Nothing of the page comes before the policy, not even its document type: what we read
 * as a comment, a browser may read as a picture.
 */
const GUARD = [
  '<!doctype html>',
  `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
  '<meta http-equiv="x-dns-prefetch-control" content="off">',
  '<base target="_blank">',
].join('')

/** The policy blocks what a `link` loads, but not its early connection. A `meta` in its place opens none. */
const LINK = /<link(?=[\s/>])/gi

/** The page's HTML behind the policy, with links that do nothing. */
export const guardedPage = (html: string): string => GUARD + html.replace(LINK, '<meta')

/** A page for a sandboxed frame. */
export interface SafePage {
  html: string
  /** Whether the page is longer than what is shown. */
  cut: boolean
}

/**
 * A page for a sandboxed frame: nothing in it can run, nothing is fetched. Its scripts, which could not run, are left
 * out; of the rest `most` characters are shown.
 */
export function safePage(text: string, most: number): SafePage {
  const { html, cut } = withoutScripts(text, most)
  return { html: guardedPage(html), cut }
}

/** One pass, however many scripts are not closed. */
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
