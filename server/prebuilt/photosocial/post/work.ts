import type { Payload } from '../../define-prebuilt.ts'
import type { Upstream } from '../../upstream.ts'
import type { MediaPart } from '../media-part.ts'
import type { Post } from './output.ts'
import { planPost } from './plan.ts'
import { parsePostLink, requirePostLink } from './post-link.ts'
import { postFrom, postUnreadable } from './read-post.ts'

export { payloadsOf } from '../states.ts'

export const plan = ({ url }: { url: string }, upstream: Upstream) => planPost(requirePostLink(url), upstream)

export function read(payloads: Payload[], input?: { url?: string | undefined }): Post {
  const link = input?.url ? parsePostLink(input.url) : null
  const shortcode = link && 'shortcode' in link ? link.shortcode : undefined
  const post = postFrom(payloads, shortcode)
  if (!post) throw postUnreadable(payloads, shortcode)
  return postOf(post)
}

const postOf = (post: Partial<MediaPart>): Post => ({
  id: post.id ?? null,
  shortcode: post.shortcode ?? null,
  owner: {
    id: post.owner_id ?? null,
    username: post.owner_username ?? null,
    full_name: post.owner_full_name ?? null,
    profile_pic_url: post.owner_picture ?? null,
    is_verified: post.owner_verified ?? null,
  },
  caption: post.caption ?? null,
  display_url: post.display_url ?? null,
  is_video: post.is_video ?? null,
  // Some layouts have the video of one part of a post with several parts.
  video_url: post.is_video === false ? null : (post.video_url ?? null),
  likes: post.hides_likes ? null : (post.likes ?? null),
  comments: post.comments ?? null,
  timestamp: post.timestamp ?? null,
  location: post.location ?? null,
})
