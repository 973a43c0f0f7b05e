import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminServices } from '../../server/admin/services.ts'
import { settingOperations } from '../../server/admin/settings.ts'
import { resolveSettings } from '../../server/settings/resolve-settings.ts'

test('a setting keeps its value when a change of it cannot be saved', async () => {
  const settings = resolveSettings({ flags: {}, env: {}, stored: { retries: 4 } })
  const full = async () => {
    throw new Error('The disk is full.')
  }
  const services = { settings, store: { settings: { set: full, remove: full } } }
  const [, change] = settingOperations(services as unknown as AdminServices)
  for (const value of [5, undefined]) {
    await assert.rejects(async () => change.run({ name: 'retries', value }, undefined as never), /full/)
    assert.equal(settings.values.retries, 4)
  }
})
