import { z } from 'zod'
import { AppError } from '../base/errors.ts'
import { time } from '../operations/fields.ts'
import { defineOperation } from '../operations/operation.ts'
import { platformBase } from '../operations/prebuilt/upstream-services.ts'
import type { Services } from '../operations/services.ts'
import type { Platform } from '../prebuilt/define-prebuilt.ts'
import type { AdminServices } from './services.ts'

const row = z.object({
  name: z.string(),
  base_url: z.string().nullable().describe("Where requests go instead of the platform's own address."),
  last_success_at: time.nullable().describe('When a call last got data from it.'),
  blocked_since: time.nullable().describe('When it first blocked a call since then.'),
  cookies: z.boolean().describe('It has set cookies that go with the next requests.'),
  profile: z.boolean().describe('A browser profile is kept for it.'),
  window: z.boolean().describe('Its profile can be opened in a window here.'),
})

const example = {
  name: 'realty',
  base_url: null,
  last_success_at: '2026-01-14T18:02:11.000Z',
  blocked_since: '2026-01-15T09:30:00.000Z',
  cookies: true,
  profile: true,
  window: true,
} satisfies z.input<typeof row>

const input = z.strictObject({ name: z.string().describe('Name of the platform.') })

/** The platforms: their health, a window to pass a challenge once, and a reset that makes Winnow a new visitor. */
export function platformOperations(services: AdminServices) {
  const { browser, cookiesOf } = services

  const list = defineOperation({
    id: 'platform-list',
    group: 'admin',
    summary: 'Every platform, how it has answered, and what is kept for it.',
    method: 'GET',
    path: '/admin/platforms',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({ data: z.array(row) }),
    example: { input: {}, output: { data: [example] } },
    answer: 'value',
    run: async () => ({
      data: await Promise.all(platformsOf(services).map(platform => shown(services, platform))),
    }),
  })

  const open = defineOperation({
    id: 'platform-open',
    group: 'admin',
    summary: 'Open a platform in a window, to pass its challenge once.',
    description: 'Later calls come from the same profile, and thus as the visitor who passed it.',
    method: 'POST',
    path: '/admin/platforms/{name}/open',
    access: 'admin',
    input,
    output: row,
    example: { input: { name: 'realty' }, output: example },
    answer: 'value',
    async run({ name }) {
      const platform = platformNamed(services, name)
      const base = platformBase(services, platform)
      await browser.show(name, base, url => base !== platform.origin && url.origin === base)
      return shown(services, platform)
    },
  })

  const forget = defineOperation({
    id: 'platform-forget',
    group: 'admin',
    summary: 'Drop the cookies and the browser profile of a platform.',
    description: 'The next call visits it as a new visitor.',
    method: 'POST',
    path: '/admin/platforms/{name}/forget',
    access: 'admin',
    input,
    output: row,
    example: { input: { name: 'realty' }, output: { ...example, cookies: false, profile: false } },
    answer: 'value',
    async run({ name }) {
      const platform = platformNamed(services, name)
      await browser.forget(name)
      cookiesOf(platform).clear()
      return shown(services, platform)
    },
  })
  return [list, open, forget] as const
}

const platformsOf = ({ prebuilts }: Services) => [...new Set(prebuilts.map(({ platform }) => platform))]

/** Returns the platform with that name. Throws 404. */
function platformNamed(services: Services, name: string): Platform {
  const all = platformsOf(services)
  const platform = all.find(known => known.name === name)
  if (platform) return platform
  throw new AppError('unknown_resource', `There is no platform ${name}.`, {
    hint: `There are: ${all.map(known => known.name).join(', ')}.`,
  })
}

async function shown(services: Services, platform: Platform): Promise<z.input<typeof row>> {
  const { prebuilts, store, browser, cookiesOf } = services
  const apis = prebuilts.filter(api => api.platform === platform)
  const base = platformBase(services, platform)
  return {
    name: platform.name,
    base_url: base === platform.origin ? null : base,
    ...(await store.platformCalls.of(apis.map(({ id }) => id))),
    cookies: cookiesOf(platform).count() > 0,
    profile: browser.knows(platform.name),
    window: browser.canShow(),
  }
}
