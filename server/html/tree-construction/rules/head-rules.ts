import { Build, Mode, templates } from '../build.ts'
import { setMarker } from '../formatting.ts'
import { append, insert } from '../insert.ts'
import { onEnd, onStart } from '../modes.ts'
import { endTemplate } from '../reset-mode.ts'
import { Tag } from '../tags.ts'
import { insertText } from '../text-elements.ts'

export function startTemplate(): void {
  insert()
  setMarker()
  Build.mode = Mode.InTemplate
  templates.push(Mode.InTemplate)
}

/** Elements of the head without content. */
export const HEAD_VOID: StaticArray<i32> = [Tag.BASE, Tag.BASEFONT, Tag.BGSOUND, Tag.LINK, Tag.META]

/** Elements of the head that contain text. */
export const HEAD_TEXT: StaticArray<i32> = [Tag.TITLE, Tag.NOFRAMES, Tag.STYLE, Tag.SCRIPT]

/** Adds the rules for elements of the head, which also apply to them elsewhere. */
export function addHeadRules(mode: i32): void {
  onStart(mode, HEAD_VOID, append)
  onStart(mode, HEAD_TEXT, insertText)
  addTemplateRules(mode)
}

/** Adds the rules of the head that also apply in tables. */
export function addScriptRules(mode: i32): void {
  onStart(mode, [Tag.STYLE, Tag.SCRIPT], insertText)
  addTemplateRules(mode)
}

export function addTemplateRules(mode: i32): void {
  onStart(mode, [Tag.TEMPLATE], startTemplate)
  onEnd(mode, [Tag.TEMPLATE], endTemplate)
}
