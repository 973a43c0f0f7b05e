import { z } from 'zod'
import { checkedText } from '../checked-text.ts'
import { definePrebuilt } from '../define-prebuilt.ts'
import { exactlyOne } from '../exactly-one.ts'
import { commentsExample, commentsOutput } from './comments-output.ts'
import { shortvideo } from './platform.ts'
import { requireVideo } from './subject-address.ts'

export const shortvideoComments = definePrebuilt({
  id: 'shortvideo-comments',
  name: 'Shortvideo comments',
  summary: 'A page of the comments of a video.',
  description:
    'Reads the comments of a video in the order shown: text, time, likes, number of replies and who wrote them. Comments that the platform hides are left out, so a page may hold fewer than `count`. A saved page holds no comments; a HAR file that a browser saved while it showed them does.',
  platform: shortvideo,
  input: exactlyOne(
    z.strictObject({
      url: checkedText(text => requireVideo(text, 'url'))
        .optional()
        .describe('The video: its address in any form, or a short link to it.')
        .meta({ title: 'Video address' }),
      video_id: checkedText(text => requireVideo(text, 'video_id'))
        .optional()
        .describe('The id of the video, instead of `url`.')
        .meta({ title: 'Video ID' }),
      cursor: z
        .int()
        .min(0)
        .optional()
        .describe('`pagination.cursor` of the page before.')
        .meta({ title: 'Page cursor' }),
      count: z
        .int()
        .min(1)
        .max(50)
        .default(20)
        .describe('Comments on this page, 1 to 50.')
        .meta({ title: 'Comments per page' }),
    }),
    'url',
    'video_id',
  ),
  output: commentsOutput,
  example: { input: { video_id: '7600000000000000001' }, output: commentsExample },
  probe: { video_id: '6862153058223197445' },
  paging: { list: 'comments', key: 'id', hasMore: 'has_more', cursor: 'cursor', input: 'cursor' },
  load: () => import('./comments-work.ts'),
})
