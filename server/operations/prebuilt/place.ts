import { AppError } from '../../base/errors.ts'
import type { Platform } from '../../prebuilt/define-prebuilt.ts'
import type { UpstreamRequest } from '../../prebuilt/upstream.ts'
import type { Settings } from '../../settings/resolve-settings.ts'
import type { SettingName } from '../../settings/settings.ts'
import type { Services } from '../services.ts'

/** What asking a platform stands on. */
export type UpstreamServices = PlaceServices &
  Pick<Services, 'identities' | 'cookiesOf' | 'sourcesOf'> & {
    fetcher: Pick<Services['fetcher'], 'fetch'>
    browser: Pick<Services['browser'], 'open'>
  }

type PlaceServices = { settings: Pick<Settings, 'values'> }

/** The setting `<platform>_url`; null where the platform's own address is used. */
export function baseSetting({ settings }: PlaceServices, { name }: Platform): string | null {
  return settings.values[`${name}_url` as SettingName & `${string}_url`]
}

/** The address a platform's requests go to: that of the setting, or the platform's own. */
export const platformBase = (services: PlaceServices, platform: Platform): string =>
  baseSetting(services, platform) ?? platform.origin

/** Where a platform is asked: at its own address, or at that of the setting `<platform>_url`. */
interface PlatformPlace {
  /** The address where a plan's address is asked: with its path and query, whichever scheme and host. */
  there(url: URL): URL
  /** The other way round. */
  back(url: string): string
  /** The guard lets the set address through, for these requests alone. */
  allow(url: URL): boolean
}

export function placeOf(services: PlaceServices, platform: Platform): PlatformPlace {
  const { origin } = platform
  const base = platformBase(services, platform)
  if (base === origin) return { there: url => url, back: url => url, allow: () => false }
  const movedTo = (host: string, { pathname, search }: URL) => new URL(pathname + search, host)
  return {
    there: url => movedTo(base, url),
    back: url => (new URL(url).origin === base ? movedTo(origin, new URL(url)).href : url),
    allow: url => url.origin === base,
  }
}

/** An error of the way to a platform, which is named by its neutral name: its host would say nothing to the caller. */
export function throwNeutral(error: unknown, { name, origin }: Platform): never {
  if (!(error instanceof AppError)) throw error
  const domain = new URL(origin).hostname.split('.').slice(-2).join('.').replaceAll('.', '\\.')
  const host = new RegExp(`[\\w.-]*\\b${domain}(:\\d+)?`, 'g')
  const facts = UNREACHED.has(error.code) ? unreached(name) : error.facts
  throw new AppError(error.code, error.message.replace(host, name), { ...facts, cause: error })
}

/** The address is the platform's own, so that there is no slip of the caller's in it. */
const UNREACHED = new Set<string>(['dns', 'connection'])

const unreached = (name: string) => ({
  hint: `This machine may have no network, or ${name} may be down. A page that you saved is read without network: send it to \`POST /v1/extract/{apiId}\`.`,
})

/** What a request sends, and the type of that; null for nothing. */
export function contentOf({
  json,
  form,
}: Pick<UpstreamRequest, 'json' | 'form'>): { type: string; text: string } | null {
  if (json !== undefined) return { type: 'application/json', text: JSON.stringify(json) }
  if (form) return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() }
  return null
}
