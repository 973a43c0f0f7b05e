import { TAG } from '../../tree/names.ts'
import type { Rule } from '../build.ts'
import { closeElement, closeImplied } from '../close.ts'
import { clearToMarker, reconstruct } from '../formatting.ts'
import { insertImplied } from '../insert.ts'
import { inButtonScope, indexOf, inListScope, inScope, pop, popFrom, splice } from '../open-elements.ts'
import { HEADINGS } from '../tag-sets.ts'

export const endBlock: Rule = build => {
  if (inScope(build.open, build.tag)) closeElement(build, build.tag, -1)
}

export const endItem: Rule = build => {
  if (inScope(build.open, build.tag)) closeElement(build, build.tag)
}

export const endListItem: Rule = build => {
  if (inListScope(build.open, TAG.LI)) closeElement(build, TAG.LI)
}

export const endHeading: Rule = build => {
  const { open } = build
  if (!HEADINGS.some(tag => inScope(open, tag))) return
  closeImplied(build)
  popFrom(open, Math.max(...HEADINGS.map(tag => open.last[tag]!)))
}

export const endParagraph: Rule = build => {
  if (!inButtonScope(build.open, TAG.P)) insertImplied(build, TAG.P)
  closeElement(build, TAG.P)
}

export const endForm: Rule = build => {
  const { open, form, templates } = build
  const inTemplate = templates.length > 0
  if (!inTemplate) build.form = 0
  if (!(form || inTemplate) || !inScope(open, TAG.FORM)) return
  if (inTemplate) return closeElement(build, TAG.FORM, -1)
  closeImplied(build)
  const index = indexOf(open, form, TAG.FORM)
  if (index >= 0) splice(open, index, 1)
}

export const endBounded: Rule = build => {
  if (!inScope(build.open, build.tag)) return
  closeElement(build, build.tag, -1)
  clearToMarker(build)
}

export const endBreak: Rule = build => {
  reconstruct(build)
  insertImplied(build, TAG.BR)
  pop(build.open)
}

export const endBody: Rule = build => {
  if (inScope(build.open, TAG.BODY)) build.mode = build.modes.afterBody
}

export const endOther: Rule = build => {
  const { open, tag } = build
  const index = tag < open.last.length ? open.last[tag]! : -1
  if (index <= 0 || open.specials[open.top]! > index) return
  closeImplied(build, tag)
  popFrom(open, index)
}
