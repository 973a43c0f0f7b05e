import { AppError } from '../../base/errors.ts'
import type { Platform } from '../../prebuilt/define-prebuilt.ts'
import type { UpstreamRequest } from '../../prebuilt/upstream.ts'
import type { Settings } from '../../settings/resolve-settings.ts'
import type { SettingName } from '../../settings/settings.ts'
import type { Services } from '../services.ts'

/** The services that requests to a platform need. */
export type UpstreamServices = AddressServices &
  Pick<Services, 'identities' | 'cookiesOf' | 'sourcesOf'> & {
    fetcher: Pick<Services['fetcher'], 'fetch'>
    browser: Pick<Services['browser'], 'open'>
  }

type AddressServices = { settings: Pick<Settings, 'values'> }

/** Returns the setting `<platform>_url`; null if the platform's own address is used. */
export function baseSetting({ settings }: AddressServices, { name }: Platform): string | null {
  return settings.values[`${name}_url` as SettingName & `${string}_url`]
}

/** Returns the base address for requests to a platform: the setting, or the platform's own. */
export const platformBase = (services: AddressServices, platform: Platform): string =>
  baseSetting(services, platform) ?? platform.origin

/** The address for requests to a platform: its own, or the setting `<platform>_url`. */
interface PlatformAddress {
  /** Maps the URL of a plan to this address. Path and query stay; scheme and host change. */
  there(url: URL): URL
  /** Maps a URL at this address back to the platform's own. */
  back(url: string): string
  /** Whether the guard allows a URL: it allows the address of the setting for these requests only. */
  allow(url: URL): boolean
}

export function platformAddressOf(services: AddressServices, platform: Platform): PlatformAddress {
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

/** Rethrows an error with the platform's neutral name in place of its host, which callers do not know. */
export function throwNeutral(error: unknown, { name, origin }: Platform): never {
  if (!(error instanceof AppError)) throw error
  const domain = new URL(origin).hostname.split('.').slice(-2).join('.').replaceAll('.', '\\.')
  const host = new RegExp(`[\\w.-]*\\b${domain}(:\\d+)?`, 'g')
  const facts = UNREACHED.has(error.code) ? unreached(name) : error.facts
  throw new AppError(error.code, error.message.replace(host, name), { ...facts, cause: error })
}

/** Errors whose usual hint suggests a typo in the URL. Here the URL is the platform's own. */
const UNREACHED = new Set<string>(['dns', 'connection'])

const unreached = (name: string) => ({
  hint: `This machine may have no network, or ${name} may be down. A page that you saved is read without network: send it to \`POST /v1/extract/{apiId}\`.`,
})

/** Returns the body of a request and its content type; null for no body. */
export function contentOf({
  json,
  form,
}: Pick<UpstreamRequest, 'json' | 'form'>): { type: string; text: string } | null {
  if (json !== undefined) return { type: 'application/json', text: JSON.stringify(json) }
  if (form) return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() }
  return null
}
