import { type Cookie, type CookieJar, createCookieJar } from '../../pages/cookie-jar.ts'
import { patternOf } from '../../pages/sessions/host-patterns.ts'
import type { Platform } from '../../prebuilt/define-prebuilt.ts'

/** Stores the cookies of platforms beyond the life of the process. */
interface PlatformCookieStore {
  read(platform: string): readonly Cookie[]
  keep(platform: string, cookies: Cookie[]): void
}

const noStore: PlatformCookieStore = { read: () => [], keep: () => undefined }

/**
 * Creates one cookie jar for each platform; its cookies are sent only to that platform. Without a store they are lost when
 * the process ends.
 */
export function createPlatformCookies(now: () => number, store = noStore) {
  const jars = new Map<string, CookieJar>()

  function createJar({ name, origin }: Platform): CookieJar {
    let isDue = false
    const keep = () => {
      isDue = false
      store.keep(name, jar.all())
    }
    // An answer may set several cookies at once; they are stored together.
    const changed = () => {
      if (!isDue) queueMicrotask(keep)
      isDue = true
    }
    const hosts = [patternOf(new URL(origin))]
    const jar = createCookieJar(hosts, now, { owner: name, cookies: store.read(name), changed })
    return jar
  }

  return (platform: Platform): CookieJar => {
    const known = jars.get(platform.name)
    if (known) return known
    const jar = createJar(platform)
    jars.set(platform.name, jar)
    return jar
  }
}
