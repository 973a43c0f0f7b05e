import type { AppError } from '../../base/errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { at, stringAt } from '../json-walk.ts'
import { notOfKind } from '../one-subject.ts'
import { playerOf, videoIdIn } from './player.ts'
import { isWatchPage } from './watch-page.ts'

/** What a page of the platform is of, in its own words. */
export type PageKind = 'channel' | 'playlist' | 'video' | 'search' | 'hashtag'

/** As a sentence names one whose name is not known. */
const KIND_LABELS: Record<PageKind, string> = {
  channel: 'a channel',
  playlist: 'a playlist',
  video: 'a video',
  search: 'a search',
  hashtag: 'a hashtag',
}

/** Null where a body does not say: a refusal, an answer without a page, a layout that is not known. */
export function pageKind(body: unknown): PageKind | null {
  if (at(body, 'metadata.channelMetadataRenderer') !== undefined) return 'channel'
  if (isPlaylist(body)) return 'playlist'
  if (playerOf(body) !== undefined || isWatchPage(body) || videoIdIn(body) !== null) return 'video'
  if (at(body, 'header.hashtagHeaderRenderer') !== undefined || /\/hashtag\//.test(addressOf(body)))
    return 'hashtag'
  return at(body, 'contents.twoColumnSearchResultsRenderer') === undefined ? null : 'search'
}

/** Told by its metadata, its header or its own address: a playlist wears the header of a channel as well. */
const isPlaylist = (body: unknown): boolean =>
  [
    'metadata.playlistMetadataRenderer',
    'header.playlistHeaderRenderer',
    'sidebar.playlistSidebarRenderer',
  ].some(path => at(body, path) !== undefined) || /\/playlist\?|[?&]list=/.test(addressOf(body))

const addressOf = (body: unknown): string =>
  stringAt(body, 'microformat.microformatDataRenderer.urlCanonical') ?? ''

/** The error of payloads among which one is of another kind of page; undefined where none is. `asked` is what was asked for, if known. */
export function ofOtherKind(
  payloads: Payload[],
  wanted: PageKind,
  asked: string | null,
): AppError | undefined {
  const other = payloads.map(({ body }) => pageKind(body)).find(kind => kind !== null && kind !== wanted)
  return other ? notOfKind(KIND_LABELS[other], asked ?? KIND_LABELS[wanted]) : undefined
}
