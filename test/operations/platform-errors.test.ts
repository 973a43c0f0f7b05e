import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../server/errors.ts'
import { createPlatformCookies } from '../../server/operations/platform-cookies.ts'
import { platformGet } from '../../server/operations/platform-get.ts'
import type { Services } from '../../server/operations/services.ts'
import { prebuilts } from '../../server/prebuilt/index.ts'

/** Services whose fetcher fails as it does where the name is not found; the platform itself is never asked. */
const offline = (host: string) =>
  ({
    settings: { values: {} },
    cookiesOf: createPlatformCookies(Date.now),
    fetcher: { fetch: () => Promise.reject(new AppError('dns', `The name ${host} was not found.`)) },
  }) as unknown as Services

for (const platform of new Set(prebuilts.map(api => api.platform)))
  test(`an error on the way to ${platform.name} names it by its neutral name`, async () => {
    const get = platformGet(offline(new URL(platform.origin).host), platform, AbortSignal.timeout(1_000), [])
    await assert.rejects(get({ url: platform.origin }), {
      message: `The name ${platform.name} was not found.`,
    })
  })
