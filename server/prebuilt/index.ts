import type { Prebuilt } from './define-prebuilt.ts'
import { photosocialPost } from './photosocial/post/post.ts'
import { photosocialPosts } from './photosocial/posts/posts.ts'
import { photosocialProfile } from './photosocial/profile/profile.ts'
import { realtyDetails } from './realty/details.ts'
import { shortvideoComments } from './shortvideo/comments.ts'
import { shortvideoProfile } from './shortvideo/profile.ts'
import { videositeChannel } from './videosite/channel/channel.ts'
import { videositeComments } from './videosite/comments/comments.ts'
import { videositeTranscript } from './videosite/transcript/transcript.ts'
import { videositeVideo } from './videosite/video/video.ts'

/**
 * All prebuilt APIs, in the order of the docs. A new API needs a file, a line here, a sample page and a folder of test
 * pages.
 */
export const prebuilts = [
  photosocialProfile,
  photosocialPosts,
  photosocialPost,
  shortvideoProfile,
  shortvideoComments,
  videositeChannel,
  videositeVideo,
  videositeComments,
  videositeTranscript,
  realtyDetails,
] as const satisfies readonly Prebuilt[]
