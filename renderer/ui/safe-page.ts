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
