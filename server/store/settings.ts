import { SEALED, type Vault } from '../settings/sealed.ts'
import { SETTINGS, type Setting, type SettingName } from '../settings/settings.ts'
import type { Engine } from './engine.ts'

/** A sealed value as stored. */
interface SealedValue {
  sealed: string
}

/**
 * Stores settings that were changed in the app or by the command line, as JSON values by name. With a vault, secret ones
 * are sealed.
 */
export function createSettingsStore(engine: Engine, vault?: Vault) {
  const all = engine.prepare<{ name: string; value: string }>('SELECT name, value FROM settings')
  const upsert = engine.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const remove = engine.prepare('DELETE FROM settings WHERE name = ?')

  const read = () => all.all().map(row => [row.name, JSON.parse(row.value)] as [string, unknown])
  const write = (name: string, value: unknown) =>
    upsert.run(name, JSON.stringify(vault && isSecret(name, value) ? { sealed: vault.seal(value) } : value))

  return {
    /** Returns all values, with `SEALED` in place of those that cannot be opened. */
    all: (): Record<string, unknown> =>
      Object.fromEntries(
        read().map(([name, value]) => [name, isSealed(value) ? unseal(value, vault) : value]),
      ),
    set: (name: string, value: unknown): Promise<void> => engine.write(() => void write(name, value)),
    remove: (name: string): Promise<void> => engine.write(() => void remove.run(name)),
    /** Seals secret values that were set while there was no vault. */
    async sealSecrets(): Promise<void> {
      const plain = vault ? read().filter(([name, value]) => isSecret(name, value)) : []
      for (const [name, value] of plain) await engine.write(() => void write(name, value))
    },
  }
}

const isSecret = (name: string, value: unknown): value is string =>
  typeof value === 'string' && (SETTINGS[name as SettingName] as Setting | undefined)?.masked !== undefined

/** Tells sealed values apart: no setting has an object as its value. */
const isSealed = (value: unknown): value is SealedValue =>
  typeof value === 'object' && value !== null && 'sealed' in value

function unseal({ sealed }: SealedValue, vault: Vault | undefined): string | typeof SEALED {
  try {
    return vault?.open(sealed) ?? SEALED
  } catch {
    return SEALED
  }
}
