import { TAG } from '../../tree/names.ts'
import { addNode } from '../../tree/tree.ts'
import { type Build, endTag, goOn, type ModeName, type Rule, startTag, text } from '../build.ts'
import { appendText, insert, insertImplied } from '../insert.ts'
import { mergeAttributes } from '../merge-attributes.ts'
import { createMode, ignore } from '../mode.ts'
import { pop, topNode } from '../open-elements.ts'
import { cutBlank, insertText } from '../text-elements.ts'
import { headIgnored, headRows, templateEnd } from './head-rules.ts'

/** End tags that stand for the start tags which they presuppose. */
export const OPENING_ENDS = [TAG.BODY, TAG.HTML, TAG.BR]

export const openHtml = (build: Build) => insertImplied(build, TAG.HTML)

export const openHead = (build: Build) => {
  insertImplied(build, TAG.HEAD)
  build.head = topNode(build.open)
}

export const closeHead = (build: Build) => pop(build.open)

export function openBody(build: Build): void {
  placeBlanks(build)
  insertImplied(build, TAG.BODY)
}

/** The white space between head and body, which comes after what was still added to the head. */
export function placeBlanks({ tree, open, blanks }: Build): void {
  for (const [name, from, to] of blanks) addNode(tree, name, topNode(open), from, to)
}

/** Does what the tag presupposes, and returns it to the next mode. */
export const after =
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
