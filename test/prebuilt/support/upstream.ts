import { AppError } from '../../../server/base/errors.ts'
import type { Browse, Get, SourceMemory, Upstream } from '../../../server/prebuilt/upstream.ts'

/** How a machine without a browser answers. */
const noBrowser: Browse = () => Promise.reject(new AppError('no_browser', 'There is no browser.'))

/** A memory of sources that remembers nothing. */
export const emptySourceMemory: SourceMemory = {
  order: sources => [...sources],
  shuns: () => false,
  note() {},
}

/** The upstream of a plan with the `get` of a test, and without a browser by default. */
export const upstreamOf = (get: Get, browse: Browse = noBrowser): Upstream => ({
  signal: new AbortController().signal,
  get,
  browse,
  sources: emptySourceMemory,
})
