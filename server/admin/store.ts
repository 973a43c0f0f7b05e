import { z } from 'zod'
import { defineOperation } from '../operations/operation.ts'
import { compact as compactStore } from '../store/file/compact.ts'
import { storeBytes } from '../store/file/on-copy.ts'
import type { AdminServices } from './services.ts'

/** The file of the store: its integrity and its size. */
export function storeOperations(services: AdminServices) {
  const { store, dataDir, checkStore } = services

  const check = defineOperation({
    id: 'store-check',
    group: 'admin',
    summary: 'Check the whole store for damage.',
    description:
      'A copy is checked, for which the disk must have room; calls go on meanwhile. Where the store is damaged, ' +
      'nothing is written into it any more, and the hint of what is refused names the newest intact backup.',
    method: 'POST',
    path: '/admin/store/check',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({
      whole: z.boolean(),
      bytes: z.int().describe('Size of what was checked.'),
      damage: z.array(z.string()).describe('What is damaged, in the words of SQLite.'),
    }),
    example: { input: {}, output: { whole: true, bytes: 118_784, damage: [] } },
    answer: 'value',
    async run() {
      const bytes = storeBytes(dataDir)
      const damage = await checkStore()
      return { whole: damage.length === 0, bytes, damage }
    },
  })

  const compact = defineOperation({
    id: 'store-compact',
    group: 'admin',
    summary: 'Rewrite the store without its freed space.',
    description:
      'The disk needs about twice the size of what is left, for as long as it takes. Until it has ended nothing else is ' +
      'answered: some seconds a gigabyte.',
    method: 'POST',
    path: '/admin/store/compact',
    access: 'admin',
    input: z.strictObject({}),
    output: z.object({
      bytes_before: z.int(),
      bytes_after: z.int(),
    }),
    example: { input: {}, output: { bytes_before: 52_428_800, bytes_after: 18_874_368 } },
    answer: 'value',
    run: () => compactStore(store, dataDir),
  })
  return [check, compact] as const
}
