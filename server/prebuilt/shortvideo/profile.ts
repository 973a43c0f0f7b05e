import { z } from 'zod'
import { checkedText } from '../checked-text.ts'
import { definePrebuilt } from '../define-prebuilt.ts'
import { shortvideo } from './platform.ts'
import { profileExample, profileOutput } from './profile-output.ts'
import { requireAccount } from './subject-address.ts'

export const shortvideoProfile = definePrebuilt({
  id: 'shortvideo-profile',
  name: 'Shortvideo profile',
  summary: 'Identity, counts, privacy and commerce flags of an account.',
  description:
    'Reads the public page of an account: its name, bio, picture and link; how many followers, likes and videos it has; whether it is private or sells. If the platform refuses the page, the smaller embed page is read, whose counts are rounded.',
  platform: shortvideo,
  input: z.strictObject({
    username: checkedText(requireAccount)
      .describe(
        'The account: its name with or without @, the address of any of its pages, or a short link to it.',
      )
      .meta({ title: 'Account' }),
  }),
  output: profileOutput,
  example: { input: { username: '@tidepool.studio' }, output: profileExample },
  probe: { username: 'tiktok' },
  load: () => import('./profile-work.ts'),
})
