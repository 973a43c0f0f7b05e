import { TAG } from '../../tree/names.ts'
import { type Build, goOn, type ModeName, type Rule, startTag } from '../build.ts'
import { clearBackTo } from '../close.ts'
import { setMarker } from '../formatting.ts'
import { insert, insertImplied } from '../insert.ts'
import { inTableScope, pop } from '../open-elements.ts'

export const SECTIONS = [TAG.TBODY, TAG.TFOOT, TAG.THEAD]

export const CELLS = [TAG.TD, TAG.TH]

export const PARTS = [TAG.CAPTION, TAG.COL, TAG.COLGROUP, ...SECTIONS]

export const OUTER = [TAG.BODY, TAG.HTML]

export const ROW = [TAG.TR]

/** Opens a part of a table below one of `parents`, and goes on in its mode. */
export const opens =
  (parents: number[], mode: ModeName): Rule =>
  build => {
    clearBackTo(build, parents)
    insert(build)
    build.mode = build.modes[mode]
  }

/** Opens the part that stands between but has no tag, and goes on there. */
export const implies =
  (parents: number[], part: number, mode: ModeName): Rule =>
  build => {
    clearBackTo(build, parents)
    insertImplied(build, part)
    goOn(build, mode, startTag)
  }

export const withMarker =
  (rule: Rule): Rule =>
  build => {
    rule(build)
    setMarker(build)
  }

/** Closes a part of a table if one of `tags` is open, and returns its tag to the mode around. */
export const leaves =
  (isOpen: (build: Build) => boolean, parents: number[], mode: ModeName, next: Rule): Rule =>
  build => {
    if (!isOpen(build)) return
    clearBackTo(build, parents)
    pop(build.open)
    goOn(build, mode, next)
  }

export const anyOpen =
  (...tags: number[]) =>
  ({ open }: Build) =>
    tags.some(tag => inTableScope(open, tag))

export const sameOpen = ({ open, tag }: Build) => inTableScope(open, tag)
