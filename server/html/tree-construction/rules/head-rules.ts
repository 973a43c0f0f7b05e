import { TAG } from '../../tree/names.ts'
import type { Rule } from '../build.ts'
import { setMarker } from '../formatting.ts'
import { append, insert } from '../insert.ts'
import { ignore, type Row } from '../mode.ts'
import { endTemplate } from '../reset-mode.ts'
import { insertText } from '../text-elements.ts'

export const startTemplate: Rule = build => {
  insert(build)
  setMarker(build)
  build.mode = build.modes.inTemplate
  build.templates.push(build.mode)
}

/** Elements of a page's head without content. */
export const HEAD_VOID = [TAG.BASE, TAG.BASEFONT, TAG.BGSOUND, TAG.LINK, TAG.META]

/** What stands in a head, and what stands elsewhere but goes by the same rules. */
export const headRows: Row[] = [
  [HEAD_VOID, append],
  [[TAG.TITLE, TAG.NOFRAMES, TAG.STYLE, TAG.SCRIPT], insertText],
  [[TAG.TEMPLATE], startTemplate],
]

/** Content that is the same in a table or a select as in a head. */
export const scriptRows: Row[] = [
  [[TAG.STYLE, TAG.SCRIPT], insertText],
  [[TAG.TEMPLATE], startTemplate],
]

export const templateEnd: Row = [[TAG.TEMPLATE], endTemplate]

export const headIgnored: Row = [[TAG.HEAD], ignore]
