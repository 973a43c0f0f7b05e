import { Build, inTemplate } from './build.ts'
import { lastOf, nodeAt } from './open-elements.ts'
import { Tag } from './tags.ts'
import { furtherTags, setWords } from './tree.ts'
import { ANY_WORD } from './words.ts'

/** The attributes of a second html or body element go to the first one, as far as it has them not. */
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
