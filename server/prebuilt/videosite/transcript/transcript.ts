import { z } from 'zod'
import { definePrebuilt } from '../../define-prebuilt.ts'
import { videosite } from '../platform.ts'
import { videoInput } from '../video/video-id.ts'
import { transcriptExample, transcriptOutput } from './output.ts'

const LANGUAGE_CODE = /^[A-Za-z]{2,3}(?:[-_][A-Za-z\d]{1,8}){0,3}$/

export const videositeTranscript = definePrebuilt({
  id: 'videosite-transcript',
  name: 'Videosite transcript',
  summary: 'What is said in a video, with times.',
  description:
    'Reads the captions of a video in one language: those that people wrote before those that a program made. Nothing is translated. If the platform shows captions only to its own player, save the page of the video with its transcript open: that page holds them.',
  platform: videosite,
  input: videoInput({
    lang: z
      .string()
      .regex(LANGUAGE_CODE, 'must be the code of a language, such as `en` or `pt-BR`')
      .default('en')
      .describe('Code of the language; variants count, as `en-GB` for `en`.')
      .meta({ title: 'Language' }),
  }),
  output: transcriptOutput,
  example: { input: { video_id: 'tidepool_01' }, output: transcriptExample },
  probe: { video_id: 'jNQXAC9IVRw' },
  load: () => import('./work.ts'),
})
