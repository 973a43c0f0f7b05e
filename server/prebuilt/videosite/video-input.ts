import { z } from 'zod'
import { checkedText } from '../checked-text.ts'
import { exactlyOne } from '../exactly-one.ts'
import { requireVideoId, videoIdOf } from './video-id.ts'

const VIDEO = {
  video_id: checkedText(requireVideoId).optional().describe('Id of the video: 11 characters.'),
  url: checkedText(requireVideoId)
    .optional()
    .describe('Address of the video, in any form that a browser or a share button gives.'),
}

/** The input of an API about one video: `video_id` or `url`, and fields of its own. */
export const videoInput = <Shape extends z.ZodRawShape>(more: Shape) =>
  exactlyOne(z.strictObject({ ...VIDEO, ...more }), 'video_id', 'url')

/** The id of the video that was asked for, as far as that is known. */
export const askedVideo = (asked: { video_id?: string | undefined; url?: string | undefined }) =>
  videoIdOf(asked.video_id ?? asked.url ?? '')
