import type { Prebuilt } from './define-prebuilt.ts'
import { realtyDetails } from './realty/details.ts'
import { shortvideoComments } from './shortvideo/comments.ts'
import { shortvideoProfile } from './shortvideo/profile.ts'
import { videositeChannel } from './videosite/channel.ts'

/** Every prebuilt API, in the order of the docs. Adding one is a file, a line here and a folder of test pages. */
export const prebuilts = [
  shortvideoProfile,
  shortvideoComments,
  videositeChannel,
  realtyDetails,
] as const satisfies readonly Prebuilt[]
