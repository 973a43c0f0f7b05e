import { Mode } from '../build.ts'
import { append } from '../insert.ts'
import { mergeAttributes } from '../merge-attributes.ts'
import { addMode, ignore, onEnd, onStart } from '../modes.ts'
import { Tag } from '../tags.ts'
import { insertText } from '../text-elements.ts'
import {
  endBlock,
  endBody,
  endBounded,
  endBreak,
  endForm,
  endFormatting,
  endHeading,
  endItem,
  endListItem,
  endOther,
  endParagraph,
} from './body-ends.ts'
import {
  bodyText,
  startAnchor,
  startAnnotation,
  startBase,
  startBlock,
  startBounded,
  startButton,
  startEmpty,
  startForm,
  startFormatting,
  startFormula,
  startGroup,
  startHeading,
  startImage,
  startInput,
  startListItem,
  startNobr,
  startNoscript,
  startOption,
  startOther,
  startPicture,
  startPlainText,
  startPre,
  startRule,
  startSelect,
  startTable,
  startTerm,
  startXmp,
} from './body-starts.ts'
import { replaceBody } from './frame-rules.ts'
import { addHeadRules } from './head-rules.ts'

const LISTS: StaticArray<i32> = [Tag.DL, Tag.OL, Tag.UL, Tag.DIR, Tag.MENU]

const BLOCKS: StaticArray<i32> = [
  Tag.DIV,
  Tag.NAV,
  Tag.MAIN,
  Tag.ASIDE,
  Tag.CENTER,
  Tag.FIGURE,
  Tag.FOOTER,
  Tag.HEADER,
  Tag.HGROUP,
  Tag.DIALOG,
  Tag.DETAILS,
  Tag.ADDRESS,
  Tag.ARTICLE,
  Tag.SEARCH,
  Tag.SECTION,
  Tag.SUMMARY,
  Tag.FIELDSET,
  Tag.BLOCKQUOTE,
  Tag.FIGCAPTION,
]

const FORMATTING: StaticArray<i32> = [
  Tag.B,
  Tag.BIG,
  Tag.CODE,
  Tag.EM,
  Tag.FONT,
  Tag.I,
  Tag.S,
  Tag.SMALL,
  Tag.STRIKE,
  Tag.STRONG,
  Tag.TT,
  Tag.U,
]

const HEADINGS: StaticArray<i32> = [Tag.H1, Tag.H2, Tag.H3, Tag.H4, Tag.H5, Tag.H6]

const TABLE_PARTS: StaticArray<i32> = [
  Tag.COL,
  Tag.TH,
  Tag.TD,
  Tag.TR,
  Tag.HEAD,
  Tag.FRAME,
  Tag.TBODY,
  Tag.TFOOT,
  Tag.THEAD,
  Tag.CAPTION,
  Tag.COLGROUP,
]

const BOUNDED: StaticArray<i32> = [Tag.APPLET, Tag.OBJECT, Tag.MARQUEE]

addMode(Mode.InBody, startOther, endOther, bodyText)
addHeadRules(Mode.InBody)
onStart(Mode.InBody, FORMATTING, startFormatting)
onStart(Mode.InBody, [Tag.A], startAnchor)
onStart(Mode.InBody, [Tag.NOBR], startNobr)
onStart(Mode.InBody, HEADINGS, startHeading)
onStart(Mode.InBody, [Tag.P], startBlock)
onStart(Mode.InBody, LISTS, startBlock)
onStart(Mode.InBody, BLOCKS, startBlock)
onStart(Mode.InBody, [Tag.LI], startListItem)
onStart(Mode.InBody, [Tag.DD, Tag.DT], startTerm)
onStart(Mode.InBody, [Tag.BR, Tag.IMG, Tag.WBR, Tag.AREA, Tag.EMBED, Tag.KEYGEN], startEmpty)
onStart(Mode.InBody, [Tag.INPUT], startInput)
onStart(Mode.InBody, [Tag.IMAGE], startImage)
onStart(Mode.InBody, [Tag.PARAM, Tag.TRACK, Tag.SOURCE], append)
onStart(Mode.InBody, [Tag.HR], startRule)
onStart(Mode.InBody, [Tag.RB, Tag.RTC], startBase)
onStart(Mode.InBody, [Tag.RT, Tag.RP], startAnnotation)
onStart(Mode.InBody, [Tag.PRE, Tag.LISTING], startPre)
onStart(Mode.InBody, [Tag.XMP], startXmp)
onStart(Mode.InBody, [Tag.IFRAME, Tag.NOEMBED, Tag.TEXTAREA], insertText)
onStart(Mode.InBody, [Tag.NOSCRIPT], startNoscript)
onStart(Mode.InBody, [Tag.SVG], startPicture)
onStart(Mode.InBody, [Tag.MATH], startFormula)
onStart(Mode.InBody, [Tag.HTML, Tag.BODY], mergeAttributes)
onStart(Mode.InBody, [Tag.FORM], startForm)
onStart(Mode.InBody, [Tag.TABLE], startTable)
onStart(Mode.InBody, [Tag.BUTTON], startButton)
onStart(Mode.InBody, BOUNDED, startBounded)
onStart(Mode.InBody, [Tag.SELECT], startSelect)
onStart(Mode.InBody, [Tag.OPTION], startOption)
onStart(Mode.InBody, [Tag.OPTGROUP], startGroup)
onStart(Mode.InBody, [Tag.FRAMESET], replaceBody)
onStart(Mode.InBody, [Tag.PLAINTEXT], startPlainText)
onStart(Mode.InBody, TABLE_PARTS, ignore)

onEnd(Mode.InBody, FORMATTING, endFormatting)
onEnd(Mode.InBody, [Tag.A, Tag.NOBR], endFormatting)
onEnd(Mode.InBody, [Tag.PRE, Tag.LISTING, Tag.BUTTON, Tag.SELECT], endBlock)
onEnd(Mode.InBody, LISTS, endBlock)
onEnd(Mode.InBody, BLOCKS, endBlock)
onEnd(Mode.InBody, [Tag.P], endParagraph)
onEnd(Mode.InBody, [Tag.LI], endListItem)
onEnd(Mode.InBody, [Tag.DD, Tag.DT], endItem)
onEnd(Mode.InBody, HEADINGS, endHeading)
onEnd(Mode.InBody, [Tag.BR], endBreak)
onEnd(Mode.InBody, [Tag.BODY, Tag.HTML], endBody)
onEnd(Mode.InBody, [Tag.FORM], endForm)
onEnd(Mode.InBody, BOUNDED, endBounded)
