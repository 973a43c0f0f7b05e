import { definePrebuilt } from '../../define-prebuilt.ts'
import { videosite } from '../platform.ts'
import { videoExample, videoOutput } from './output.ts'
import { videoInput } from './video-id.ts'

export const videositeVideo = definePrebuilt({
  id: 'videosite-video',
  name: 'Videosite video',
  summary: 'Title, channel, dates and counts of a video.',
  description:
    'Reads what the platform says about a video: title, description, channel, date, length, views, likes, number of comments, preview pictures, keywords, category and the languages of its captions. This includes videos that cannot be played here, if the platform describes them.',
  platform: videosite,
  input: videoInput({}),
  output: videoOutput,
  example: { input: { video_id: 'tidepool_01' }, output: videoExample },
  probe: { video_id: 'jNQXAC9IVRw' },
  load: () => import('./work.ts'),
})
