import type { Payload } from '../../define-prebuilt.ts'
import type { Upstream } from '../../upstream.ts'
import { videosite } from '../platform.ts'
import type { Video, VideoPart } from './output.ts'
import { planVideo } from './plan.ts'
import { noVideo, videoFrom } from './read-video.ts'
import { type RequestedVideo, videoIdOfInput } from './video-id.ts'

export { payloadsOf } from '../states.ts'

export const plan = (input: RequestedVideo, upstream: Upstream) => planVideo(videoIdOfInput(input)!, upstream)

export function read(payloads: Payload[], input: RequestedVideo = {}): Video {
  const videoId = videoIdOfInput(input)
  const video = videoFrom(payloads, videoId)
  if (video) return videoOf(video, videoId)
  throw noVideo(payloads, videoId)
}

function videoOf(video: VideoPart, videoId: string | null): Video {
  const { video_id: id = null, channel_id: channelId = null } = video
  const address = (path: string, key: string | null) => key && videosite.origin + path + key
  return {
    video_id: id ?? videoId,
    url: address('/watch?v=', id ?? videoId),
    title: video.title ?? null,
    description: video.description ?? null,
    channel: { id: channelId, name: video.channel_name ?? null, url: address('/channel/', channelId) },
    published_at: video.published_at ?? null,
    duration_seconds: video.is_live ? null : (video.duration_seconds ?? null),
    view_count: video.view_count ?? null,
    like_count: video.like_count ?? null,
    comment_count: video.comment_count ?? null,
    thumbnails: video.thumbnails ?? [],
    keywords: video.keywords ?? [],
    category: video.category ?? null,
    is_live: video.is_live ?? null,
    is_family_safe: video.is_family_safe ?? null,
    caption_languages: video.caption_languages ?? [],
  }
}
