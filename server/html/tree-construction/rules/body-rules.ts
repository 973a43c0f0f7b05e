import { TAG } from '../../tree/names.ts'
import { adopt } from '../adoption.ts'
import type { Rule } from '../build.ts'
import { insertForeign, MATHML, SVG } from '../foreign.ts'
import { append } from '../insert.ts'
import { mergeAttributes } from '../merge-attributes.ts'
import { createMode, ignore, type Row } from '../mode.ts'
import { HEADINGS } from '../tag-sets.ts'
import { insertText } from '../text-elements.ts'
import {
  endBlock,
  endBody,
  endBounded,
  endBreak,
  endForm,
  endHeading,
  endItem,
  endListItem,
  endOther,
  endParagraph,
} from './body-ends.ts'
import {
  afterParagraph,
  bodyText,
  itemRule,
  reconstructed,
  rubyRule,
  startAnchor,
  startBlock,
  startBounded,
  startButton,
  startEmpty,
  startForm,
  startFormatting,
  startHeading,
  startImage,
  startNobr,
  startOption,
  startOther,
  startPlainText,
  startPre,
  startSelect,
  startTable,
} from './body-starts.ts'
import { replaceBody } from './frame-rules.ts'
import { headRows, templateEnd } from './head-rules.ts'

const BLOCKS = [TAG.DL, TAG.OL, TAG.UL, TAG.DIV, TAG.DIR, TAG.NAV, TAG.MAIN, TAG.MENU, TAG.ASIDE, TAG.CENTER]
  .concat([TAG.FIGURE, TAG.FOOTER, TAG.HEADER, TAG.HGROUP, TAG.DIALOG, TAG.DETAILS, TAG.ADDRESS, TAG.ARTICLE])
  .concat([TAG.SEARCH, TAG.SECTION, TAG.SUMMARY, TAG.FIELDSET, TAG.BLOCKQUOTE, TAG.FIGCAPTION])

const FORMATTING = [
  TAG.B,
  TAG.BIG,
  TAG.CODE,
  TAG.EM,
  TAG.FONT,
  TAG.I,
  TAG.S,
  TAG.SMALL,
  TAG.STRIKE,
  TAG.STRONG,
].concat([TAG.TT, TAG.U])

const TABLE_PARTS = [
  TAG.COL,
  TAG.TH,
  TAG.TD,
  TAG.TR,
  TAG.HEAD,
  TAG.FRAME,
  TAG.TBODY,
  TAG.TFOOT,
  TAG.THEAD,
].concat([TAG.CAPTION, TAG.COLGROUP])

const BOUNDED = [TAG.APPLET, TAG.OBJECT, TAG.MARQUEE]

const startNoscript: Rule = build => (build.opensNoscript ? startOther(build) : insertText(build))

export const bodyStart: Row[] = [
  ...headRows,
  [FORMATTING, startFormatting],
  [[TAG.A], startAnchor],
  [[TAG.NOBR], startNobr],
  [HEADINGS, afterParagraph(startHeading)],
  [[TAG.P, ...BLOCKS], startBlock],
  [[TAG.LI], itemRule(TAG.LI)],
  [[TAG.DD, TAG.DT], itemRule(TAG.DD, TAG.DT)],
  [[TAG.BR, TAG.IMG, TAG.WBR, TAG.AREA, TAG.EMBED, TAG.KEYGEN, TAG.INPUT], startEmpty],
  [[TAG.IMAGE], reconstructed(startImage)],
  [[TAG.PARAM, TAG.TRACK, TAG.SOURCE], append],
  [[TAG.HR], afterParagraph(append)],
  [[TAG.RB, TAG.RTC], rubyRule(-1)],
  [[TAG.RT, TAG.RP], rubyRule(TAG.RTC)],
  [[TAG.PRE, TAG.LISTING], afterParagraph(startPre)],
  [[TAG.XMP], afterParagraph(reconstructed(insertText))],
  [[TAG.IFRAME, TAG.NOEMBED, TAG.TEXTAREA], insertText],
  [[TAG.NOSCRIPT], startNoscript],
  [[TAG.SVG], reconstructed(insertForeign(SVG))],
  [[TAG.MATH], reconstructed(insertForeign(MATHML))],
  [[TAG.HTML, TAG.BODY], mergeAttributes],
  [[TAG.FORM], startForm],
  [[TAG.TABLE], startTable],
  [[TAG.BUTTON], startButton],
  [BOUNDED, reconstructed(startBounded)],
  [[TAG.SELECT], reconstructed(startSelect)],
  [[TAG.OPTION, TAG.OPTGROUP], startOption],
  [[TAG.FRAMESET], replaceBody],
  [[TAG.PLAINTEXT], afterParagraph(startPlainText)],
  [TABLE_PARTS, ignore],
]

export const inBody = createMode({
  start: bodyStart,
  otherStart: startOther,
  end: [
    [[...FORMATTING, TAG.A, TAG.NOBR], build => adopt(build, endOther)],
    [[TAG.PRE, TAG.LISTING, TAG.BUTTON, ...BLOCKS], endBlock],
    [[TAG.P], endParagraph],
    [[TAG.LI], endListItem],
    [[TAG.DD, TAG.DT], endItem],
    [HEADINGS, endHeading],
    [[TAG.BR], endBreak],
    [[TAG.BODY, TAG.HTML], endBody],
    [[TAG.FORM], endForm],
    [BOUNDED, endBounded],
    templateEnd,
  ],
  otherEnd: endOther,
  text: bodyText,
})
