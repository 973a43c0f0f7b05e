import { AppError } from '../../../server/base/errors.ts'
import type { Browse, Get, SourceMemory, Upstream } from '../../../server/prebuilt/upstream.ts'

/** What a machine without a browser says. */
const noBrowser: Browse = () => Promise.reject(new AppError('no_browser', 'There is no browser.'))

/** Remembers nothing. */
export const forgetful: SourceMemory = { order: sources => [...sources], shuns: () => false, note() {} }

/** A plan's ways with a `get` of a test, without a browser unless there is one. */
export const upstreamOf = (get: Get, browse: Browse = noBrowser): Upstream => ({
  signal: new AbortController().signal,
  get,
  browse,
  sources: forgetful,
})
