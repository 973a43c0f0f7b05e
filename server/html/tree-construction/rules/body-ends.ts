import { adopt } from '../adoption.ts'
import { Build, inTemplate, Mode } from '../build.ts'
import { closeElement, closeImplied, NONE } from '../close.ts'
import { clearToMarker, reconstruct } from '../formatting.ts'
import { insertImplied } from '../insert.ts'
import {
  inButtonScope,
  indexOf,
  inListScope,
  inScope,
  lastOf,
  Open,
  pop,
  popFrom,
  specialAt,
  splice,
} from '../open-elements.ts'
import { Tag } from '../tags.ts'

export function endBlock(): void {
  if (inScope(Build.tag)) closeElement(Build.tag, NONE)
}

export function endItem(): void {
  if (inScope(Build.tag)) closeElement(Build.tag, Build.tag)
}

export function endListItem(): void {
  if (inListScope(Tag.LI)) closeElement(Tag.LI, Tag.LI)
}

export function endHeading(): void {
  let lowest = -1
  let isOpen: bool = false
  for (let tag: i32 = Tag.H1; tag <= Tag.H6; tag++) {
    isOpen = isOpen || inScope(tag)
    lowest = max(lowest, lastOf(tag))
  }
  if (!isOpen) return
  closeImplied(NONE)
  popFrom(lowest)
}

export function endParagraph(): void {
  if (!inButtonScope(Tag.P)) insertImplied(Tag.P)
  closeElement(Tag.P, Tag.P)
}

export function endForm(): void {
  const form = Build.form
  if (!inTemplate()) Build.form = 0
  if (!(form !== 0 || inTemplate()) || !inScope(Tag.FORM)) return
  if (inTemplate()) {
    closeElement(Tag.FORM, NONE)
    return
  }
  closeImplied(NONE)
  const index = indexOf(form, Tag.FORM)
  if (index >= 0) splice(index, 1, 0, 0)
}

export function endBounded(): void {
  if (!inScope(Build.tag)) return
  closeElement(Build.tag, NONE)
  clearToMarker()
}

export function endBreak(): void {
  reconstruct()
  insertImplied(Tag.BR)
  pop()
}

export function endBody(): void {
  if (inScope(Tag.BODY)) Build.mode = Mode.AfterBody
}

export function endFormatting(): void {
  if (!adopt()) endOther()
}

export function endOther(): void {
  const tag = Build.tag
  const index = lastOf(tag)
  if (index <= 0 || specialAt(Open.top) > index) return
  closeImplied(tag)
  popFrom(index)
}
