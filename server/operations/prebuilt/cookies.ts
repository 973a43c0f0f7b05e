import { type CookieJar, createCookieJar } from '../../pages/cookie-jar.ts'
import { patternOf } from '../../pages/sessions/host-patterns.ts'
import type { Platform } from '../../prebuilt/define-prebuilt.ts'

/** One jar for each platform: its cookies go to it and to nobody else, and are gone with the process. */
export function createPlatformCookies(now: () => number) {
  const jars = new Map<string, CookieJar>()

  return ({ name, origin }: Platform): CookieJar => {
    const known = jars.get(name)
    if (known) return known
    const jar = createCookieJar([patternOf(new URL(origin))], now)
    jars.set(name, jar)
    return jar
  }
}
