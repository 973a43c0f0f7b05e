import type { AppError } from '../../../base/errors.ts'
import { parseCount } from '../../../base/text/counts.ts'
import type { Payload, Reader } from '../../define-prebuilt.ts'
import { at, booleanAt, find, findAll, listAt, stringAt } from '../../json-walk.ts'
import { mergeParts, readLayouts, unreadable } from '../../layouts.ts'
import { upstreamError } from '../../upstream-errors.ts'
import { isEmptyAnswer } from '../ask-video.ts'
import { channelIdOf } from '../channel/path.ts'
import { commentCount } from '../comments/section.ts'
import { otherKindError } from '../page-kind.ts'
import { filterByVideo, playerOf, videoIdIn, videoLabel } from '../player.ts'
import { meaningOfVideo } from '../player-meaning.ts'
import { imagesAt, textAt, textOf } from '../text.ts'
import { captionTracks } from '../transcript/caption-tracks.ts'
import { columnOf } from '../watch-page.ts'
import type { VideoPart } from './output.ts'
import { idOf } from './video-id.ts'

/** The desktop watch page: for most clients the only source of likes, and of the number of comments. */
const watchPage: Reader<VideoPart> = {
  layout: 'videoPrimaryInfoRenderer',
  recognise: body => (find(columnOf(body), 'videoPrimaryInfoRenderer') === undefined ? undefined : body),
  read(body) {
    const head = find(columnOf(body), 'videoPrimaryInfoRenderer')
    const foot = find(columnOf(body), 'videoSecondaryInfoRenderer')
    const owner = at(foot, 'owner.videoOwnerRenderer')
    const views = at(head, 'viewCount.videoViewCountRenderer')
    const isLive = at(views, 'isLive') === true
    return {
      video_id: videoIdIn(body),
      title: textAt(head, 'title'),
      description: textAt(foot, 'attributedDescription') ?? textAt(foot, 'description'),
      channel_id:
        channelIdOf(at(owner, 'navigationEndpoint.browseEndpoint.browseId')) ??
        channelIdOf(at(foot, 'subscribeButton.subscribeButtonRenderer.channelId')),
      channel_name: textAt(owner, 'title') ?? textAt(owner, 'attributedTitle'),
      // Until 2019 the date was below the title.
      published_at: textAt(head, 'dateText') ?? textAt(foot, 'dateText'),
      // A live stream shows the number of current viewers here.
      view_count: isLive ? null : parseCount(textAt(views, 'viewCount')),
      like_count: likesOf(at(head, 'videoActions')),
      comment_count: commentCount(body),
      is_live: isLive ? true : null,
    }
  },
}

/** Returns the likes. The label of the button has the exact number, its text a rounded one. */
function likesOf(actions: unknown): number | null {
  const formerButton = [...findAll(actions, 'toggleButtonRenderer')].find(
    button => at(button, 'defaultIcon.iconType') === 'LIKE',
  )
  const button = find(actions, 'likeButtonViewModel') ?? formerButton
  const texts = [find(button, 'accessibilityText'), find(button, 'label'), find(button, 'title')]
  return texts.map(text => parseCount(textOf(text))).find(count => count !== null) ?? null
}

/** The details that the player of every client has, even if it may not play the video. */
const videoDetails: Reader<VideoPart> = {
  layout: 'videoDetails',
  recognise: body => at(playerOf(body), 'videoDetails'),
  read: details => ({
    video_id: idOf(at(details, 'videoId')),
    title: stringAt(details, 'title'),
    description: stringAt(details, 'shortDescription'),
    channel_id: channelIdOf(at(details, 'channelId')),
    channel_name: stringAt(details, 'author'),
    duration_seconds: lengthOf(details),
    view_count: parseCount(at(details, 'viewCount')),
    thumbnails: imagesAt(details, 'thumbnail.thumbnails'),
    keywords: listAt(details, 'keywords').filter(keyword => typeof keyword === 'string'),
    is_live: isLive(details),
  }),
}

/** Additional facts of the desktop player, for search engines. */
const playerMicroformat: Reader<VideoPart> = {
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
    view_count: parseCount(at(facts, 'viewCount')),
    like_count: parseCount(at(facts, 'likeCount')),
    thumbnails: imagesAt(facts, 'thumbnail.thumbnails'),
    category: stringAt(facts, 'category'),
    is_live: booleanAt(facts, 'liveBroadcastDetails.isLiveNow'),
    is_family_safe: booleanAt(facts, 'isFamilySafe'),
  }),
}

/** The list of caption tracks. */
const captionList: Reader<VideoPart> = {
  layout: 'captions.playerCaptionsTracklistRenderer',
  recognise: body => (captionTracks(playerOf(body)).length > 0 ? playerOf(body) : undefined),
  read: player => ({
    caption_languages: [...new Set(captionTracks(player).map(({ language }) => language))],
  }),
}

/** Returns the length in seconds, or null for a stream, which has 0 while it runs and before. */
const lengthOf = (facts: unknown): number | null => parseCount(at(facts, 'lengthSeconds')) || null

/** The player has `isLive` only for a live stream. Any other video was never a stream, is upcoming, or has a length. */
function isLive(details: unknown): boolean | null {
  if (booleanAt(details, 'isLive')) return true
  const wasNeverLive = booleanAt(details, 'isLiveContent') === false
  const isNotRunning = booleanAt(details, 'isUpcoming') === true || lengthOf(details) !== null
  return wasNeverLive || isNotRunning ? false : booleanAt(details, 'isLive')
}

/** If two layouts have the same field, the earlier one wins, since it is more exact. */
const READERS = [videoDetails, playerMicroformat, captionList, watchPage]

/** Reads one video from payloads: the wanted one, or else the first. Returns null if they hold none. */
export function videoFrom(payloads: Payload[], videoId: string | null): VideoPart | null {
  const video = mergeParts(readLayouts(READERS, filterByVideo(payloads, videoId)))
  return video.title == null ? null : video
}

/** Returns the error for payloads without a video: their meaning, or the layouts that were tried. */
export function noVideo(payloads: Payload[], videoId: string | null): AppError {
  const ownPayloads = filterByVideo(payloads, videoId)
  const isNone = videoId !== null && ownPayloads.some(({ body }) => isEmptyAnswer(body))
  const meaning = meaningOfVideo(ownPayloads) ?? (isNone ? upstreamError('not_found') : undefined)
  return (
    meaning ??
    otherKindError(ownPayloads, 'video', videoId && videoLabel(videoId)) ??
    unreadable(READERS, ownPayloads, 'the title of the video')
  )
}
