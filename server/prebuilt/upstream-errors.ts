import { AppError, type ErrorFacts } from '../base/errors.ts'

const FROM_BROWSER =
  'A page that your own browser shows can be saved there and sent to POST /v1/extract/{apiId}.'

/** What an upstream answer can mean beside data: the sentence and how to fix it, the same for every platform. */
const MEANINGS = {
  not_found: {
    message: 'The platform says that this does not exist.',
    hint: 'Check the spelling; it may have been renamed or deleted.',
  },
  private: {
    message: 'The platform says that this is private.',
    hint: `Only people whom its owner admits can see it. ${FROM_BROWSER}`,
  },
  unavailable: {
    message:
      'The platform does not show this: it was removed, or is closed to visitors by age, country or membership.',
    hint: FROM_BROWSER,
  },
  blocked: {
    message:
      'The platform refuses this machine for now: it asks for a captcha, a login or consent, or throttles.',
    hint: `Wait some minutes and ask less often, or from another network. ${FROM_BROWSER}`,
  },
  changed: {
    message: 'The platform answered in a layout that Winnow does not know.',
    hint: 'The platform has probably changed. The answer is kept for a bug report.',
  },
  upstream_status: {
    message: 'The platform is out of order.',
    hint: 'Try again later.',
  },
} as const

export type Meaning = keyof typeof MEANINGS

/** The error for what an upstream answer means; `message` where more is known than the meaning says. */
export const upstreamError = (
  meaning: Meaning,
  message: string = MEANINGS[meaning].message,
  facts: Pick<ErrorFacts, 'upstreamStatus'> = {},
) => new AppError(meaning, message, { hint: MEANINGS[meaning].hint, ...facts })

/** A word that proves little by itself: another source may have what this one seems to lack. */
export class DoubtedError extends AppError {}

/** The same, where what the answer means is only likely. */
export const doubtedError = (meaning: Meaning, message: string = MEANINGS[meaning].message) =>
  new DoubtedError(meaning, message, { hint: MEANINGS[meaning].hint })
