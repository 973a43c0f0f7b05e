import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mayHide, visible } from '../../server/base/text/visible-text.ts'

/** A text in a result, and whether it contains invisible characters. */
const TEXTS: [title: string, text: string, hides: boolean][] = [
  ['plain words', 'A kettle, 24.50', false],
  ['quotes and lines', '"A kettle"\nof steel\t\\', false],
  ['letters of other scripts', 'Čajník, 薬缶, 🫖', false],
  ['a control that JSON escapes', 'a\u0001b', true],
  ['a backspace, which has an escape of its own', 'a\bb', true],
  ['the one control of ASCII that JSON does not escape', 'a\u007fb', true],
  ['a space without width', 'a\u200bb', true],
  ['a tag', 'a\u{e0041}b', true],
]

describe('the JSON of a result shows whether it has invisible text', () => {
  for (const [title, text, hides] of TEXTS)
    test(title, () => {
      assert.equal(mayHide(JSON.stringify({ text })), hides)
      assert.equal(JSON.stringify(visible({ text })) !== JSON.stringify({ text }), hides)
    })
})
