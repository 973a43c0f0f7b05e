import type { Engine } from './engine.ts'

/** Settings that were changed in the app or by the command line, as JSON values by name. */
export function createSettingsStore(engine: Engine) {
  const all = engine.prepare<{ name: string; value: string }>('SELECT name, value FROM settings')
  const upsert = engine.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value',
  )
  const remove = engine.prepare('DELETE FROM settings WHERE name = ?')

  return {
    all: (): Record<string, unknown> =>
      Object.fromEntries(all.all().map(row => [row.name, JSON.parse(row.value)])),
    set: (name: string, value: unknown): Promise<void> =>
      engine.write(() => void upsert.run(name, JSON.stringify(value))),
    remove: (name: string): Promise<void> => engine.write(() => void remove.run(name)),
  }
}
