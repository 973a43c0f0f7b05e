import { z } from 'zod'
import { checkedText } from '../../checked-text.ts'
import { definePrebuilt } from '../../define-prebuilt.ts'
import type { MediaPart } from '../media-part.ts'
import { photosocial } from '../platform.ts'
import { type Post, postExample, postOutput } from './output.ts'
import { planPost } from './plan.ts'
import { parsePostLink, requirePostLink } from './post-link.ts'
import { postFrom, postUnreadable } from './read-post.ts'

export const photosocialPost = definePrebuilt({
  id: 'photosocial-post',
  name: 'Photosocial post',
  summary: 'Owner, text, picture or video, counts, time and place of a post.',
  description:
    'Reads the public page of a picture, a video or a set of them: who posted it, when and where, its text, its address, its likes and comments. Likes that the owner hides are null; where the platform shows visitors only a rounded number, it is given rounded.',
  platform: photosocial,
  input: z.strictObject({
    url: checkedText(requirePostLink)
      .describe('The post: any address of its page, a short link to it, its shortcode or its id.')
      .meta({ title: 'Post' }),
  }),
  output: postOutput,
  example: {
    input: { url: `/p/${postExample.shortcode}/` },
    output: postExample,
  },
  probe: { url: '/p/BsOGulcndj-/' },

  plan: ({ url }, upstream) => planPost(requirePostLink(url), upstream),

  read(payloads, input) {
    const link = input?.url ? parsePostLink(input.url) : null
    const shortcode = link && 'shortcode' in link ? link.shortcode : undefined
    const post = postFrom(payloads, shortcode)
    if (!post) throw postUnreadable(payloads, shortcode)
    return postOf(post)
  },
})

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
