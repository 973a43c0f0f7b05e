import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../server/base/errors.ts'
import { platformBrowse } from '../../server/operations/prebuilt/browse.ts'
import { createPlatformCookies } from '../../server/operations/prebuilt/cookies.ts'
import { platformGet } from '../../server/operations/prebuilt/get.ts'
import type { Services } from '../../server/operations/services.ts'
import { prebuilts } from '../../server/prebuilt/index.ts'

/** Services whose fetcher and browser fail as if the host name did not resolve; no request is sent. */
const offline = (host: string) => {
  const fail = () => Promise.reject(new AppError('dns', `The name ${host} was not found.`))
  return {
    settings: { values: {} },
    cookiesOf: createPlatformCookies(Date.now),
    fetcher: { fetch: fail },
    browser: { open: fail },
  } as unknown as Services
}

for (const platform of new Set(prebuilts.map(api => api.platform)))
  test(`a network error of ${platform.name} names the platform by its neutral name, not by its host`, async () => {
    const fetchers = [platformGet, platformBrowse].map(open =>
      open(offline(new URL(platform.origin).host), platform, AbortSignal.timeout(1_000), []),
    )
    for (const fetcher of fetchers)
      await assert.rejects(fetcher({ url: platform.origin }), {
        message: `The name ${platform.name} was not found.`,
      })
  })
