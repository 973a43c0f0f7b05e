import { z } from 'zod'
import { checkedText } from '../../checked-text.ts'
import { definePrebuilt } from '../../define-prebuilt.ts'
import { photosocial } from '../platform.ts'
import { postExample, postOutput } from './output.ts'
import { requirePostLink } from './post-link.ts'

export const photosocialPost = definePrebuilt({
  id: 'photosocial-post',
  name: 'Photosocial post',
  summary: 'Owner, text, picture or video, counts, time and place of a post.',
  description:
    'Reads the public page of a picture, a video or a set of them: who posted it, when and where, its text, its address, its likes and comments. Likes that the owner hides are null. They are rounded if the platform shows visitors only a rounded number.',
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
  load: () => import('./work.ts'),
})
