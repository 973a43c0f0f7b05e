import { checkedText } from '../../checked-text.ts'
import { definePrebuilt } from '../../define-prebuilt.ts'
import { videosite } from '../platform.ts'
import { videoInput } from '../video/video-id.ts'
import { requireContinuation } from './continuation.ts'
import { commentsExample, commentsOutput } from './output.ts'

export const videositeComments = definePrebuilt({
  id: 'videosite-comments',
  name: 'Videosite comments',
  summary: 'The comments of a video, a page at a time.',
  description:
    'Reads the comments below a video as a visitor sees them, the top ones first: text, author, likes, number of replies and time, about 20 a page. Counts that the platform shows only rounded are given rounded. If comments are turned off, the list is empty and `X-Notice` is `comments_disabled`. Comments that the platform lists without their text are left out, and `X-Notice` is `comments_missing`.',
  platform: videosite,
  input: videoInput({
    continuation: checkedText(requireContinuation)
      .optional()
      .describe('`pagination.continuation` of the page before; without it the first page.')
      .meta({ title: 'Page cursor' }),
  }),
  output: commentsOutput,
  example: { input: { video_id: 'tidepool_01' }, output: commentsExample },
  probe: { video_id: 'jNQXAC9IVRw' },
  paging: {
    list: 'comments',
    key: 'id',
    hasMore: 'has_more',
    cursor: 'continuation',
    input: 'continuation',
  },
  load: () => import('./work.ts'),
})
