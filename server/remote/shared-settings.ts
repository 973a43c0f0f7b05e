import { hash } from 'node:crypto'
import { oncePerTurn } from '../base/once.ts'
import type { SettingValues } from '../settings/settings.ts'
import { SHARED_SETTINGS, type SharedSettings } from './protocol.ts'
import { withoutSecrets } from './secrets.ts'

/** Settings and their hash, which both sides compare. */
export interface HashedSettings {
  hash: string
  values: SharedSettings
}

/** Creates a function that returns the settings for a pool. All pages of an event-loop turn share them. */
export function createSharedSettings({
  settings,
  userAgent,
  mayKnowSecrets,
}: {
  settings: () => Readonly<SettingValues>
  userAgent(): string
  mayKnowSecrets(pool: string): boolean
}): (pool: string) => HashedSettings {
  const settingsByPool = oncePerTurn(() => new Map<string, HashedSettings>())

  function settingsFor(pool: string): HashedSettings {
    const all = settings()
    const proxy = mayKnowSecrets(pool) ? all.proxy : withoutSecrets(all.proxy)
    const picked = Object.fromEntries(SHARED_SETTINGS.map(name => [name, all[name]]))
    const values = { ...(picked as unknown as SharedSettings), proxy, user_agent: userAgent() }
    return { hash: hash('sha256', JSON.stringify(values), 'base64url'), values }
  }

  return pool => {
    const known = settingsByPool().get(pool)
    if (known) return known
    const created = settingsFor(pool)
    settingsByPool().set(pool, created)
    return created
  }
}
