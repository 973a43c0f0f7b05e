import { parseCount } from '../../base/counts.ts'
import type { Reader } from '../define-prebuilt.ts'
import { at, booleanAt, listAt, stringAt } from '../json-walk.ts'
import { captionTracks } from './caption-tracks.ts'
import { channelIdOf } from './channel-path.ts'
import { playerOf } from './player.ts'
import { imagesAt, textAt } from './text.ts'
import { idOf } from './video-id.ts'
import type { VideoPart } from './video-part.ts'

/** The details that the player of every client is told, also where it may not play the video. */
export const videoDetails: Reader<VideoPart> = {
  layout: 'videoDetails',
  recognise: body => at(playerOf(body), 'videoDetails'),
  read: details => ({
    video_id: idOf(at(details, 'videoId')),
    title: stringAt(details, 'title'),
    description: stringAt(details, 'shortDescription'),
    channel_id: channelIdOf(at(details, 'channelId')),
    channel_name: stringAt(details, 'author'),
    duration_seconds: lengthOf(details),
    view_count: parseCount(stringAt(details, 'viewCount')),
    thumbnails: imagesAt(details, 'thumbnail.thumbnails'),
    keywords: listAt(details, 'keywords').filter(keyword => typeof keyword === 'string'),
    is_live: isLive(details),
  }),
}

/** What the desktop's player is told beside: for search engines. */
export const playerMicroformat: Reader<VideoPart> = {
  layout: 'microformat.playerMicroformatRenderer',
  recognise: body => at(playerOf(body), 'microformat.playerMicroformatRenderer'),
  read: facts => ({
    video_id: idOf(at(facts, 'externalVideoId')),
    title: textAt(facts, 'title'),
    description: textAt(facts, 'description'),
    channel_id: channelIdOf(at(facts, 'externalChannelId')),
    channel_name: stringAt(facts, 'ownerChannelName'),
    published_at: stringAt(facts, 'publishDate') ?? stringAt(facts, 'uploadDate'),
    duration_seconds: lengthOf(facts),
    view_count: parseCount(stringAt(facts, 'viewCount')),
    like_count: parseCount(stringAt(facts, 'likeCount')),
    thumbnails: imagesAt(facts, 'thumbnail.thumbnails'),
    category: stringAt(facts, 'category'),
    is_live: booleanAt(facts, 'liveBroadcastDetails.isLiveNow'),
    is_family_safe: booleanAt(facts, 'isFamilySafe'),
  }),
}

/** The list of captions. */
export const captionList: Reader<VideoPart> = {
  layout: 'captions.playerCaptionsTracklistRenderer',
  recognise: body => (captionTracks(playerOf(body)).length > 0 ? playerOf(body) : undefined),
  read: player => ({
    caption_languages: [...new Set(captionTracks(player).map(({ language }) => language))],
  }),
}

/** Seconds; a stream has 0 while it runs and before. */
const lengthOf = (facts: unknown): number | null => parseCount(stringAt(facts, 'lengthSeconds')) || null

/** The player is told `isLive` only of what is live; of all else, that it never was, will be, or how long it has become. */
function isLive(details: unknown): boolean | null {
  if (booleanAt(details, 'isLive')) return true
  const isNone = booleanAt(details, 'isLiveContent') === false
  const isOutside = booleanAt(details, 'isUpcoming') === true || lengthOf(details) !== null
  return isNone || isOutside ? false : booleanAt(details, 'isLive')
}
