import { TAG } from '../../tree/names.ts'
import { MORE_TEXT, TEXT } from '../../tree/tree.ts'
import { type Build, endTag, type Rule, startTag, text } from '../build.ts'
import { insert } from '../insert.ts'
import { mergeAttributes } from '../merge-attributes.ts'
import { createMode, ignore } from '../mode.ts'
import { pop, push, splice } from '../open-elements.ts'
import { cutBlank, endOfBlank } from '../text-elements.ts'
import { after, closeHead, OPENING_ENDS, openBody, openHead, openHtml, placeBlanks } from './before-rules.ts'
import { bodyText } from './body-starts.ts'
import { startFrames } from './frame-rules.ts'
import { headIgnored, headRows, startTemplate, templateEnd } from './head-rules.ts'

const betweenText: Rule = build => {
  const start = cutBlank(build)
  const goesOn = build.blanks.length > 0 && !build.isParted
  if (start < build.from) {
    build.blanks.push([goesOn ? MORE_TEXT : TEXT, start, build.from])
    build.isParted = false
  }
  if (build.from < build.to) after(openBody, 'inBody', text)(build)
}

const startBody: Rule = build => {
  placeBlanks(build)
  insert(build)
  build.mode = build.modes.inBody
}

/** What belongs into the head is put there although its end tag was before. */
const intoHead =
  (rule: Rule): Rule =>
  build => {
    push(build.open, build.head, TAG.HEAD)
    rule(build)
    pop(build.open)
  }

const templateIntoHead: Rule = build => {
  const { open, head } = build
  push(open, head, TAG.HEAD)
  startTemplate(build)
  splice(open, open.top - 1, 1)
}

export const afterHead = createMode({
  start: [
    ...headRows.map(([tags, rule]): [readonly number[], Rule] => [tags, intoHead(rule)]),
    [[TAG.TEMPLATE], templateIntoHead],
    [[TAG.HTML], mergeAttributes],
    [[TAG.BODY], startBody],
    [[TAG.FRAMESET], startFrames],
    headIgnored,
  ],
  otherStart: after(openBody, 'inBody', startTag),
  end: [[OPENING_ENDS, after(openBody, 'inBody', endTag)], templateEnd],
  otherEnd: ignore,
  text: betweenText,
})

const afterBodyText: Rule = build => {
  if (endOfBlank(build.source, build.from, build.to) < build.to) build.mode = build.modes.inBody
  bodyText(build)
}

export const afterBody = createMode({
  start: [[[TAG.HTML], mergeAttributes]],
  otherStart: after(ignore, 'inBody', startTag),
  end: [[[TAG.HTML], ignore]],
  otherEnd: after(ignore, 'inBody', endTag),
  text: afterBodyText,
})

/** Opens what every page has, at the end of one that has it not. */
export function openMissing(build: Build): void {
  const { modes } = build
  if (build.mode === modes.beforeHtml) after(openHtml, 'beforeHead', ignore)(build)
  if (build.mode === modes.beforeHead) after(openHead, 'inHead', ignore)(build)
  if (build.mode === modes.inHead) after(closeHead, 'afterHead', ignore)(build)
  if (build.mode === modes.afterHead) after(openBody, 'inBody', ignore)(build)
}
