import { at, stringAt } from '../json-walk.ts'
import { otherKindErrorOf } from '../one-subject.ts'
import { playerOf, videoIdIn } from './player.ts'
import { isWatchPage } from './watch-page.ts'

/** The kind of a page, according to its data. */
type PageKind = 'channel' | 'playlist' | 'video' | 'search' | 'hashtag'

/** The kind in a sentence, for a subject whose name is not known. */
const KIND_LABELS: Record<PageKind, string> = {
  channel: 'a channel',
  playlist: 'a playlist',
  video: 'a video',
  search: 'a search',
  hashtag: 'a hashtag',
}

/** Returns null if a body does not say its kind: a refusal, a response without a page, an unknown layout. */
export function pageKind(body: unknown): PageKind | null {
  if (at(body, 'metadata.channelMetadataRenderer') !== undefined) return 'channel'
  if (isPlaylist(body)) return 'playlist'
  if (playerOf(body) !== undefined || isWatchPage(body) || videoIdIn(body) !== null) return 'video'
  if (at(body, 'header.hashtagHeaderRenderer') !== undefined || /\/hashtag\//.test(addressOf(body)))
    return 'hashtag'
  return at(body, 'contents.twoColumnSearchResultsRenderer') === undefined ? null : 'search'
}

/** Recognised by its metadata, its header or its own address, since a playlist may have the header of a channel. */
const isPlaylist = (body: unknown): boolean =>
  [
    'metadata.playlistMetadataRenderer',
    'header.playlistHeaderRenderer',
    'sidebar.playlistSidebarRenderer',
  ].some(path => at(body, path) !== undefined) || /\/playlist\?|[?&]list=/.test(addressOf(body))

const addressOf = (body: unknown): string =>
  stringAt(body, 'microformat.microformatDataRenderer.urlCanonical') ?? ''

/** Returns an error if any payload is a page of another kind, otherwise undefined. */
export const otherKindError = otherKindErrorOf(pageKind, KIND_LABELS)
