const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"

/**
 * Comes before the whole page, even before its document type: what looks like a comment to this code may be a picture to a
 * browser.
 */
const GUARD = [
  '<!doctype html>',
  `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
  '<meta http-equiv="x-dns-prefetch-control" content="off">',
  '<base target="_blank">',
].join('')

/** The policy blocks the resource of a `link`, but not an early connection to its host. A `meta` in its place opens none. */
const LINK = /<link(?=[\s/>])/gi

/** Returns the HTML of a page behind the policy, with `link` elements disabled. */
export const guardedPage = (html: string): string => GUARD + html.replace(LINK, '<meta')
