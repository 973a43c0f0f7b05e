import { z } from 'zod'
import { checkedText } from '../../checked-text.ts'
import { definePrebuilt } from '../../define-prebuilt.ts'
import { photosocial } from '../platform.ts'
import { requireUsername } from '../username.ts'
import { profileExample, profileOutput } from './output.ts'

export const photosocialProfile = definePrebuilt({
  id: 'photosocial-profile',
  name: 'Photosocial profile',
  summary: 'Name, text, links, counts, kind and newest posts of an account.',
  description:
    'Reads the public page of an account: its name, text, picture and links; how many follow it and how much it posted; whether it is verified, private or professional; its newest posts. A private account has no posts in the answer.',
  platform: photosocial,
  input: z.strictObject({
    username: checkedText(requireUsername)
      .describe('The account: its name, with or without @, or the address of any of its pages.')
      .meta({ title: 'Account' }),
  }),
  output: profileOutput,
  example: { input: { username: 'tidepoolstudio' }, output: profileExample },
  probe: { username: 'instagram' },
  load: () => import('./work.ts'),
})
