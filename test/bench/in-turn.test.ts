import { deepStrictEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { inTurn } from './in-turn.ts'

test('contestants are asked in turn, and their first round does not count', async () => {
  const calledNames: string[] = []
  const results = await inTurn({ ours: 'a', anchor: 'b' }, async name => calledNames.push(name), 2)
  deepStrictEqual(calledNames, ['a', 'b', 'a', 'b', 'a', 'b'])
  deepStrictEqual(results, { ours: [3, 5], anchor: [4, 6] })
})
