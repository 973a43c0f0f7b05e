import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { numberHeadings, numberOf, tokensOf } from '../../renderer/features/read/headings.ts'
import type { TextPart } from '../../renderer/features/read/page-text.ts'

const part = (markdown: string) => ({ page: { markdown } }) as TextPart

const OUTLINE = [
  { level: 2, text: 'Leaf', from: 1 },
  { level: 3, text: 'Notes', from: 3 },
  { level: 2, text: 'Drying *& rolling*', from: 5 },
  { level: 3, text: 'Notes', from: 7 },
]

describe('the headings of a text', () => {
  test('are numbered by the outline across all parts, even if several have the same text', () => {
    const parts = [
      part('First.\n\n## Leaf\n\nA leaf.\n\n### Notes\n\nOne.'),
      part('## Drying \\*& rolling\\*\n\nTwo.\n\n### Notes\n\nThree.'),
    ]
    assert.deepEqual([...numberHeadings(parts, OUTLINE)], [1, 3, 5, 7])
    const headings = parts.flatMap(tokensOf).filter(({ type }) => type === 'heading')
    assert.deepEqual(headings.map(numberOf), [1, 3, 5, 7])
  })

  test('are numbered in an excerpt of the text, and one that is not in the outline is skipped', () => {
    const parts = [part('## Unknown\n\n## [Drying](https://tea.example) *\\*& rolling\\**\n\n### Notes')]
    assert.deepEqual([...numberHeadings(parts, OUTLINE)], [5, 7])
  })
})
