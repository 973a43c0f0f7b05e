import { parseCount } from '../../base/text/counts.ts'
import type { Payload, Reader } from '../define-prebuilt.ts'
import { at, find, stringAt } from '../json-walk.ts'
import { readLayouts } from '../layouts.ts'
import { scopeOf } from './states.ts'

/** What the page of a video says about its comments, which it does not contain. */
interface VideoPart {
  video_id: string | null
  comments_off: boolean
  comment_count: number | null
}

/** Nobody may comment. */
const COMMENTS_OFF = 3

export const videoDetail: Reader<VideoPart> = {
  layout: 'webapp.video-detail.itemStruct',
  recognise: body => find(scopeOf(body, 'webapp.video-detail'), 'itemStruct'),
  read: video => ({
    video_id: stringAt(video, 'id'),
    comments_off: at(video, 'itemCommentStatus') === COMMENTS_OFF,
    comment_count:
      parseCount(at(video, 'statsV2.commentCount')) ?? parseCount(at(video, 'stats.commentCount')),
  }),
}

/** Whether the page of a video says that there are no comments: they are turned off, or there are none yet. */
export const saysNoComments = (payloads: Payload[]): boolean =>
  readLayouts([videoDetail], payloads).some(video => video.comments_off || video.comment_count === 0)
