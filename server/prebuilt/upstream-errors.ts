import { AppError, type ErrorCode, type ErrorFacts } from '../base/errors.ts'

const EXTRACT_ROUTE = 'POST /v1/extract/'
const SAVE_PAGE_HINT = `A page that your own browser shows can be saved there and sent to ${EXTRACT_ROUTE}{apiId}.`

/** Meanings of a response without data, with the message and the hint, which are the same for all platforms. */
const MEANINGS = {
  not_found: {
    message: 'The platform says that this does not exist.',
    hint: 'Check the spelling; it may have been renamed or deleted.',
  },
  private: {
    message: 'The platform says that this is private.',
    hint: `Only people whom its owner approves can see it. ${SAVE_PAGE_HINT}`,
  },
  unavailable: {
    message:
      'The platform does not show this: it was removed, or is closed to visitors by age, country or membership.',
    hint: SAVE_PAGE_HINT,
  },
  blocked: {
    message:
      'The platform refuses this machine for now: it asks for a captcha, a login or consent, or throttles.',
    hint: `Wait a few minutes and ask less often, or from another network. ${SAVE_PAGE_HINT}`,
  },
  changed: {
    message: 'The platform answered in a layout that Winnow does not know.',
    hint: 'The platform has probably changed. The answer is kept for a bug report.',
  },
  upstream_status: {
    message: 'The platform is having problems.',
    hint: 'Try again later.',
  },
} as const

export type Meaning = keyof typeof MEANINGS

/** Returns the error for the meaning of a response; `message` replaces the general one if more is known. */
export const upstreamError = (
  meaning: Meaning,
  message: string = MEANINGS[meaning].message,
  facts: Pick<ErrorFacts, 'upstreamStatus'> = {},
) => new AppError(meaning, message, { hint: MEANINGS[meaning].hint, ...facts })

/** The error for what a platform shows behind an age gate. */
export const ageGateError = () =>
  upstreamError('unavailable', 'The platform shows this only to visitors who signed in and proved their age.')

/**
 * The same meanings for a saved page that was uploaded: nothing was requested from the platform, and the hint must not be to
 * save a page.
 */
const SAVED_PAGE_MEANINGS: Partial<Record<ErrorCode, { message?: string; hint: string }>> = {
  not_asked_for: {
    hint: 'Send the page of what you ask for, or leave the parameter out to read what the page is of.',
  },
  not_found: { hint: 'If your browser shows it, send that page.' },
  private: {
    hint: 'If you sign in as someone who may see it, your browser shows another page: send that one.',
  },
  unavailable: { hint: 'If your browser shows it once you are signed in, send that page.' },
  blocked: {
    message: 'This page is a captcha, a login, a question for consent or an empty frame, and holds no data.',
    hint: 'Pass what it asks for in your own browser, and send the page that comes after it.',
  },
  changed: {
    hint: 'Check that these are complete pages of this kind. If they are, keep them for a bug report: the platform has changed.',
  },
}

/** Adapts the error of a read to someone who uploaded the page. A hint that the reader chose for saved pages is kept. */
export function asSavedPageError(error: AppError): AppError {
  const { code, message, facts } = error
  const [live, saved] = [MEANINGS[code as Meaning], SAVED_PAGE_MEANINGS[code]]
  if (!saved) return error
  const isGeneral = !live || facts.hint === live.hint || facts.hint?.includes(EXTRACT_ROUTE)
  return new AppError(code, savedMessage(message === live?.message ? (saved.message ?? message) : message), {
    ...facts,
    hint: isGeneral ? saved.hint : facts.hint!,
  })
}

const savedMessage = (message: string) => message.replace(/^The platform's answer\b/, 'This page')

/** An answer that proves little by itself: another source may have what this one seems to lack. */
export class DoubtedError extends AppError {}

/** Returns the error for a meaning that is only likely. */
export const doubtedError = (meaning: Meaning, message: string = MEANINGS[meaning].message) =>
  new DoubtedError(meaning, message, { hint: MEANINGS[meaning].hint })
