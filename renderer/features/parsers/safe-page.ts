const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"

/** Stands before everything of the page's own, so that nothing of it comes to be without the policy. */
const GUARD = [
  `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
  '<meta http-equiv="x-dns-prefetch-control" content="off">',
  '<base target="_blank">',
].join('')

/** A document type keeps its place at the very front, else the page would be laid out as an old one. */
const DOCTYPE = /^(?:\s|<!--[\s\S]*?-->)*<!doctype[^>]*>/i

/** Links fetch nothing but what the policy refuses anyway, but for the looking up of names. */
const LINK = /<link\b[^>]*>/gi

/** A page for a sandboxed frame: nothing in it can run, nothing is fetched. */
export function safePage(html: string): string {
  const [doctype = ''] = DOCTYPE.exec(html) ?? []
  return doctype + GUARD + html.slice(doctype.length).replace(LINK, '')
}
