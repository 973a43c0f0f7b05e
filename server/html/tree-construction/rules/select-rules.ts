import { TAG } from '../../tree/names.ts'
import { type Build, endTag, type Rule, startTag } from '../build.ts'
import { append, appendText, insert } from '../insert.ts'
import { mergeAttributes } from '../merge-attributes.ts'
import { createMode, extendMode, ignore } from '../mode.ts'
import { inTableScope, type OpenElements, pop, popThrough, topTag } from '../open-elements.ts'
import { resetMode } from '../reset-mode.ts'
import { headRows, templateEnd } from './head-rules.ts'

const closeTop = (open: OpenElements, tag: number) => {
  if (topTag(open) === tag) pop(open)
}

const startOption: Rule = build => {
  closeTop(build.open, TAG.OPTION)
  insert(build)
}

const startGroup =
  (rule: Rule): Rule =>
  build => {
    closeTop(build.open, TAG.OPTION)
    closeTop(build.open, TAG.OPTGROUP)
    rule(build)
  }

/** Nothing but options stands between a select and what is in its scope. */
const isInSelect = ({ open }: Build) => {
  let index = open.top
  while (open.tags[index] === TAG.OPTION || open.tags[index] === TAG.OPTGROUP) index--
  return open.tags[index] === TAG.SELECT
}

const closeSelect = (build: Build) => {
  popThrough(build.open, TAG.SELECT)
  resetMode(build)
}

const leaves =
  (next: Rule): Rule =>
  build => {
    if (!isInSelect(build)) return
    closeSelect(build)
    next(build)
  }

const endGroup: Rule = ({ open }) => {
  const isBelow = open.top > 0 && open.tags[open.top - 1] === TAG.OPTGROUP
  if (isBelow) closeTop(open, TAG.OPTION)
  closeTop(open, TAG.OPTGROUP)
}

const inHead = headRows.map(([tags, rule]): [number[], Rule] => [
  tags.filter(tag => tag === TAG.SCRIPT || tag === TAG.TEMPLATE),
  rule,
])

export const inSelect = createMode({
  start: [
    ...inHead,
    [[TAG.HTML], mergeAttributes],
    [[TAG.OPTION], startOption],
    [[TAG.OPTGROUP], startGroup(insert)],
    [[TAG.HR], startGroup(append)],
    [[TAG.INPUT, TAG.KEYGEN, TAG.TEXTAREA], leaves(startTag)],
    [[TAG.SELECT], leaves(ignore)],
  ],
  otherStart: ignore,
  end: [
    [[TAG.OPTGROUP], endGroup],
    [[TAG.OPTION], ({ open }) => closeTop(open, TAG.OPTION)],
    [[TAG.SELECT], leaves(ignore)],
    templateEnd,
  ],
  otherEnd: ignore,
  text: appendText,
})

const TABLE_TAGS = [TAG.CAPTION, TAG.TABLE, TAG.TBODY, TAG.TFOOT, TAG.THEAD, TAG.TR, TAG.TD, TAG.TH]

export const inSelectInTable = extendMode(inSelect, {
  start: [
    [
      TABLE_TAGS,
      build => {
        closeSelect(build)
        startTag(build)
      },
    ],
  ],
  end: [
    [
      TABLE_TAGS,
      build => {
        if (!inTableScope(build.open, build.tag)) return
        closeSelect(build)
        endTag(build)
      },
    ],
  ],
})
