import { z } from 'zod'
import { checkedText } from '../../checked-text.ts'
import { definePrebuilt } from '../../define-prebuilt.ts'
import { videosite } from '../platform.ts'
import { channelExample, channelOutput } from './output.ts'
import { requireChannelPath } from './path.ts'

export const videositeChannel = definePrebuilt({
  id: 'videosite-channel',
  name: 'Videosite channel',
  summary: 'Identity, counts, about text and links of a channel.',
  description:
    'Reads the public page of a channel: its name, description, pictures and tags; how many subscribers, videos and views it has; when and where it began; where its owner can be found elsewhere. Counts that the platform shows only rounded are given rounded.',
  platform: videosite,
  input: z.strictObject({
    handle: checkedText(requireChannelPath)
      .describe(
        'The channel: its @handle, its id (`UC` and 22 characters), or the address of any of its pages.',
      )
      .meta({ title: 'Channel' }),
  }),
  output: channelOutput,
  example: { input: { handle: '@tidepoolstudio' }, output: channelExample },
  probe: { handle: '@youtube' },
  load: () => import('./work.ts'),
})
