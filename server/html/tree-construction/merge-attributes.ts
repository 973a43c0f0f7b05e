import { Build, inTemplate } from './build.ts'
import { lastOf, nodeAt } from './open-elements.ts'
import { Tag } from './tags.ts'
import { furtherTags, setWords } from './tree.ts'
import { ANY_WORD } from './words.ts'

/** Adds the attributes of a second html or body tag to the first one, unless it has them already. */
export function mergeAttributes(): void {
  const index = lastOf(Build.tag)
  if (inTemplate() || index < 0) return
  if (Build.tag === Tag.BODY) Build.hasContent = true
  if (Build.from === Build.to) return
  const node = nodeAt(index)
  setWords(node, ANY_WORD)
  furtherTags.push(node)
  furtherTags.push(Build.from)
  furtherTags.push(Build.to)
}
