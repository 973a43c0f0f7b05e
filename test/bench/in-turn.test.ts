import { deepStrictEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { inTurn } from './in-turn.ts'

test('contestants are asked in turn, and their first round does not count', async () => {
  const asked: string[] = []
  const told = await inTurn({ ours: 'a', anchor: 'b' }, async name => asked.push(name), 2)
  deepStrictEqual(asked, ['a', 'b', 'a', 'b', 'a', 'b'])
  deepStrictEqual(told, { ours: [3, 5], anchor: [4, 6] })
})
