import { parseCount } from '../../../base/counts.ts'
import { at, find, findAll, listAt, stringAt } from '../../json-walk.ts'
import { textAt } from '../text.ts'
import { columnOf, isWatchPage } from '../watch-page.ts'

/** The platform's page about comments that are turned off; its text varies with the language, its number does not. */
const OFF_HELP = /support\.google\.com\/youtube\/answer\/9706180/

/** The places of a watch page for comments: below the video, and in a panel beside it. */
function sectionsOf(body: unknown): unknown[] {
  const beside = listAt(body, 'engagementPanels').map(panel =>
    find(panel, 'engagementPanelSectionListRenderer'),
  )
  const below = columnOf(body).map(part => at(part, 'itemSectionRenderer'))
  return [...below, ...beside].filter(section =>
    ['sectionIdentifier', 'panelIdentifier', 'targetId'].some(name =>
      stringAt(section, name)?.includes('comment'),
    ),
  )
}

/**
 * The number of comments that a watch page shows, rounded where it is large: above the first of them, or beside the title of
 * their panel.
 */
export function commentCount(body: unknown): number | null {
  const counts = sectionsOf(body).flatMap(section => [
    textAt(find(section, 'engagementPanelTitleHeaderRenderer'), 'contextualInfo'),
    textAt(find(section, 'commentsEntryPointHeaderRenderer'), 'commentCount'),
  ])
  return counts.map(parseCount).find(count => count !== null) ?? null
}

/** The token with which a watch page asks for its first comments; null where it has none. */
export function firstCommentsToken(body: unknown): string | null {
  const tokens = sectionsOf(body).map(section => stringAt(find(section, 'continuationCommand'), 'token'))
  return tokens.find(token => token !== null) ?? null
}

/**
 * Whether a watch page says that its video takes no comments: a message that links to the platform's page about it
 * (videos for children have it as well); or a live chat where the comments would stand.
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

/** The video that a list of comments is about, by the link of one of them: of an answer, or of the markup of a page. */
export function commentedVideo(body: unknown): string | null {
  if (typeof body === 'string') return COMMENT_LINK.exec(body)?.[1] ?? null
  const times = [...findAll(body, /^publishedTime(?:Command|Text)$/)]
  const links = times.flatMap(time => [...findAll(time, 'url')])
  return links.map(link => COMMENT_LINK.exec(`${link}`)?.[1]).find(Boolean) ?? null
}
