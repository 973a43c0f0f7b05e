import { TAG } from '../tree/names.ts'
import { addNode, TEXT } from '../tree/tree.ts'
import { bodyText, inBody } from './body-rules.ts'
import {
  appendText,
  type Build,
  endTag,
  goOn,
  insert,
  insertImplied,
  type ModeName,
  type Rule,
  startTag,
  text,
} from './build.ts'
import { startFrames } from './frame-rules.ts'
import { headIgnored, headRows, startTemplate, templateEnd } from './head-rules.ts'
import { mergeAttributes } from './merge-attributes.ts'
import { createMode, ignore } from './mode.ts'
import { pop, push, splice, topNode } from './open-elements.ts'
import { cutBlank, endOfBlank, insertText } from './text-elements.ts'

/** End tags that stand for the start tags which they presuppose. */
const OPENING_ENDS = [TAG.BODY, TAG.HTML, TAG.BR]

const openHtml = (build: Build) => insertImplied(build, TAG.HTML)

const openHead = (build: Build) => {
  insertImplied(build, TAG.HEAD)
  build.head = topNode(build.open)
}

const closeHead = (build: Build) => pop(build.open)

function openBody(build: Build): void {
  placeBlanks(build)
  insertImplied(build, TAG.BODY)
}

/** The white space between head and body, which comes after what was still added to the head. */
function placeBlanks({ tree, open, blanks }: Build): void {
  for (const [from, to] of blanks) addNode(tree, TEXT, topNode(open), from, to)
}

/** Does what the tag presupposes, and gives it to the next mode. */
const after =
  (step: Rule, mode: ModeName, next: Rule): Rule =>
  build => {
    step(build)
    goOn(build, mode, next)
  }

/** Text from its first character on that is no white space. */
const afterBlank =
  (rule: Rule): Rule =>
  build => {
    cutBlank(build)
    if (build.from < build.to) rule(build)
  }

export const beforeHtml = createMode({
  start: [[[TAG.HTML], after(insert, 'beforeHead', ignore)]],
  otherStart: after(openHtml, 'beforeHead', startTag),
  end: [[[TAG.HEAD, ...OPENING_ENDS], after(openHtml, 'beforeHead', endTag)]],
  otherEnd: ignore,
  text: afterBlank(after(openHtml, 'beforeHead', text)),
})

const startHead: Rule = build => {
  insert(build)
  build.head = topNode(build.open)
}

export const beforeHead = createMode({
  start: [
    [[TAG.HTML], mergeAttributes],
    [[TAG.HEAD], after(startHead, 'inHead', ignore)],
  ],
  otherStart: after(openHead, 'inHead', startTag),
  end: [[[TAG.HEAD, ...OPENING_ENDS], after(openHead, 'inHead', endTag)]],
  otherEnd: ignore,
  text: afterBlank(after(openHead, 'inHead', text)),
})

/** White space stays in the head, what follows it does not. */
const headText: Rule = build => {
  const { to } = build
  const start = cutBlank(build)
  const rest = build.from
  if (start < rest) appendText(Object.assign(build, { from: start, to: rest }))
  Object.assign(build, { from: rest, to })
  if (rest < to) after(closeHead, 'afterHead', text)(build)
}

export const inHead = createMode({
  start: [...headRows, [[TAG.HTML], mergeAttributes], [[TAG.NOSCRIPT], insertText], headIgnored],
  otherStart: after(closeHead, 'afterHead', startTag),
  end: [
    [[TAG.HEAD], after(closeHead, 'afterHead', ignore)],
    [OPENING_ENDS, after(closeHead, 'afterHead', endTag)],
    templateEnd,
  ],
  otherEnd: ignore,
  text: headText,
})

const betweenText: Rule = build => {
  const start = cutBlank(build)
  if (start < build.from) build.blanks.push([start, build.from])
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

/** The first tag in a template tells what its content is. */
const startsContent =
  (mode: ModeName): Rule =>
  build => {
    build.templates[build.templates.length - 1] = build.modes[mode]
    goOn(build, mode, startTag)
  }

export const inTemplate = createMode({
  start: [
    ...headRows,
    [[TAG.CAPTION, TAG.COLGROUP, TAG.TBODY, TAG.TFOOT, TAG.THEAD], startsContent('inTable')],
    [[TAG.COL], startsContent('inColumnGroup')],
    [[TAG.TR], startsContent('inTableBody')],
    [[TAG.TD, TAG.TH], startsContent('inRow')],
  ],
  otherStart: startsContent('inBody'),
  end: [templateEnd],
  otherEnd: ignore,
  text: inBody.text,
})

/** Opens what every page has, at the end of one that has it not. */
export function openMissing(build: Build): void {
  const { modes } = build
  if (build.mode === modes.beforeHtml) after(openHtml, 'beforeHead', ignore)(build)
  if (build.mode === modes.beforeHead) after(openHead, 'inHead', ignore)(build)
  if (build.mode === modes.inHead) after(closeHead, 'afterHead', ignore)(build)
  if (build.mode === modes.afterHead) after(openBody, 'inBody', ignore)(build)
}
