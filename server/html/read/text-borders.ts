/** Elements that a browser draws apart from their neighbours: words on their two sides never touch. */
export const APART: ReadonlySet<string> = new Set(
  `address article aside blockquote body br button caption center dd details dialog dir div dl dt fieldset
  figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu nav ol optgroup
  option p pre search section select summary table tbody td textarea tfoot th thead title tr ul`.split(/\s+/),
)

/** Elements whose content is no text of the page, unless one of them is what a rule asks for. */
export const UNREAD: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript'])

/** White space collapsed and trimmed. */
export const collapsed = (text: string): string => text.replace(/\s+/g, ' ').trim()
