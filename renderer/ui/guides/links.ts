/** Where a link of a guide leads: within the app, out to the web, or nowhere that the app has. */
export type LinkTarget = { guide: string; hash: string } | { address: string } | null

/**
 * Reads a link as it is written in `docs/` or in the README: `jobs.md#states`, `docs/jobs.md`, `../README.md`, `#states` on the
 * page `here`, or an address of the web.
 */
export function linkTarget(href: string, here: string, isGuide: (name: string) => boolean): LinkTarget {
  if (/^https?:\/\//.test(href)) return { address: href }
  const [, name, hash = ''] = /^(?:(?:\.\.\/|docs\/)?([\w-]+)\.md)?(#.*)?$/.exec(href) ?? []
  const guide = name ?? (hash ? here : '')
  return isGuide(guide) ? { guide, hash } : null
}

/** The id of a heading, as GitHub makes it of the text: `how-pages-are-fetched`. */
export const headingId = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-')
