import { parseCount } from '../../../base/text/counts.ts'
import { at, find, findAll, listAt, stringAt } from '../../json-walk.ts'
import { textAt } from '../text.ts'
import { columnOf, isWatchPage } from '../watch-page.ts'

/** The platform's help page about comments that are turned off. Its text varies with the language, its number does not. */
const OFF_HELP = /support\.google\.com\/youtube\/answer\/9706180/

/** Returns the sections of a watch page for comments: below the video, and in a panel beside it. */
function sectionsOf(body: unknown): unknown[] {
  const panelSections = listAt(body, 'engagementPanels').map(panel =>
    find(panel, 'engagementPanelSectionListRenderer'),
  )
  const columnSections = columnOf(body).map(part => at(part, 'itemSectionRenderer'))
  return [...columnSections, ...panelSections].filter(section =>
    ['sectionIdentifier', 'panelIdentifier', 'targetId'].some(name =>
      stringAt(section, name)?.includes('comment'),
    ),
  )
}

/**
 * Returns the number of comments that a watch page shows (rounded if it is large), above the first comment or beside the
 * title of their panel.
 */
export function commentCount(body: unknown): number | null {
  const counts = sectionsOf(body).flatMap(section => [
    textAt(find(section, 'engagementPanelTitleHeaderRenderer'), 'contextualInfo'),
    textAt(find(section, 'commentsEntryPointHeaderRenderer'), 'commentCount'),
  ])
  return counts.map(parseCount).find(count => count !== null) ?? null
}

/** Returns the token with which a watch page requests its first comments, or null if it has none. */
export function firstCommentsToken(body: unknown): string | null {
  const tokens = sectionsOf(body).map(section => stringAt(find(section, 'continuationCommand'), 'token'))
  return tokens.find(token => token !== null) ?? null
}

/**
 * Whether a watch page says that comments are turned off: by a message that links to the platform's help page about it (also
 * for children's videos), or by a live chat in place of the comments.
 */
export function commentsAreOff(body: unknown): boolean {
  if (!isWatchPage(body)) return false
  const messages = [...findAll(columnOf(body), 'messageRenderer')]
  const links = messages.flatMap(message => [...findAll(message, 'url')])
  const chat = at(body, 'contents.twoColumnWatchNextResults.conversationBar.liveChatRenderer')
  return (
    links.some(link => typeof link === 'string' && OFF_HELP.test(link)) ||
    (chat !== undefined && sectionsOf(body).length === 0)
  )
}

const COMMENT_LINK = /\/watch\?v=([\w-]{11})&(?:amp;)?lc=/

/** Returns the video of a list of comments, by the link in one of them; reads a response or the markup of a page. */
export function commentedVideo(body: unknown): string | null {
  if (typeof body === 'string') return COMMENT_LINK.exec(body)?.[1] ?? null
  const times = [...findAll(body, /^publishedTime(?:Command|Text)$/)]
  const links = times.flatMap(time => [...findAll(time, 'url')]).filter(link => typeof link === 'string')
  return links.map(link => COMMENT_LINK.exec(link)?.[1]).find(Boolean) ?? null
}
