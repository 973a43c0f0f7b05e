import { ANY_WORD } from '../scan/words.ts'
import { TAG } from '../tree/names.ts'
import type { Rule } from './build.ts'

/** The attributes of a second html or body element go to the first one, as far as it has them not. */
export const mergeAttributes: Rule = build => {
  const { tree, open, tag, from, to, templates } = build
  const index = open.last[tag]!
  if (templates.length > 0 || index < 0) return
  if (tag === TAG.BODY) build.hasContent = true
  if (from === to) return
  const node = open.nodes[index]!
  tree.words[node] = ANY_WORD
  const spans = tree.more.get(node)
  if (spans) spans.push([from, to])
  else tree.more.set(node, [[from, to]])
}
