import { html, parse } from 'parse5'
import type { Markup } from '../markup.ts'
import { BANG, CLOSE, DASH, isFolded, isLetter, OPEN, QUESTION, SLASH } from '../scan/characters.ts'
import { endOfBogus, endOfComment, endOfSection } from '../scan/skip.ts'
import { createSource, cut, type Source } from '../scan/source.ts'
import { readTagEnd } from '../scan/tags.ts'
import { numberOf } from '../tree/names.ts'
import { reorder } from '../tree/reorder.ts'
import { closeTree, KEPT_TEXT, RAW_TEXT, type Tree } from '../tree/tree.ts'
import { type Build, createBuild, endTag, startTag } from './build.ts'
import { endInForeign, isForeignTag, isForeignText, isInForeign, startInForeign } from './foreign.ts'
import { addHere, appendText } from './insert.ts'
import { modes } from './modes.ts'
import { endTemplate } from './reset-mode.ts'
import { openMissing } from './rules/after-rules.ts'

/** The tree that a browser builds of a page, in one pass over it, by the rules of the standard. */
export function buildTree(page: Markup, opensNoscript = false): Tree {
  const source = createSource(page)
  const build = Object.assign(createBuild(source, modes), { opensNoscript })
  while (build.at < source.bytes.length) readToken(build)
  endPage(build)
  const { tree, moves, open } = build
  tree.depth = open.deepest
  const ordered = moves.nodes.length > 0 ? reorder(tree, moves) : tree
  closeTree(ordered)
  return ordered
}

function endPage(build: Build): void {
  build.from = build.source.bytes.length
  while (build.templates.length > 0) endTemplate(build)
  openMissing(build)
}

/** Reads the text up to the next tag or comment, then that. */
function readToken(build: Build): void {
  const { source, at } = build
  const next = nextMarkup(source, at)
  if (next > at) readText(build, at, next)
  build.at = next
  if (next < source.bytes.length) readMarkup(build, next)
}

function readText(build: Build, from: number, to: number): void {
  build.from = from
  build.to = to
  if (isInForeign(build) && isForeignText(build)) appendText(build, KEPT_TEXT)
  else build.mode.text(build)
}

/** Texts are mostly short: from this length on the search for their end is left to the engine. */
const NEAR = 24

/** The place of the next `<` that is not text. */
function nextMarkup({ bytes }: Source, from: number): number {
  let at = nextOpen(bytes, from)
  while (at >= 0 && !opensMarkup(bytes, at)) at = nextOpen(bytes, at + 1)
  return at < 0 ? bytes.length : at
}

function nextOpen(bytes: Buffer, from: number): number {
  const near = Math.min(from + NEAR, bytes.length)
  for (let at = from; at < near; at++) if (bytes[at] === OPEN) return at
  return bytes.indexOf(OPEN, near)
}

function opensMarkup(bytes: Uint8Array, at: number): boolean {
  if (at + 1 === bytes.length) return false
  const code = bytes[at + 1]!
  if (code === SLASH) return at + 2 < bytes.length
  return isLetter(code) || code === BANG || code === QUESTION
}

function readMarkup(build: Build, at: number): void {
  const { source } = build
  const code = source.bytes[at + 1]!
  if (isLetter(code)) readTag(build, at + 1, false)
  else if (code === SLASH) readEndTag(build, at)
  else readNoElement(build, at)
}

function readEndTag(build: Build, at: number): void {
  const code = build.source.bytes[at + 2]!
  if (isLetter(code)) readTag(build, at + 2, true)
  else if (code === CLOSE) build.at = at + 3
  else readBogus(build, at)
}

function readTag(build: Build, nameAt: number, isEnd: boolean): void {
  const { source, tree } = build
  if (nameAt >= source.tagsTo) {
    build.at = source.bytes.length
    return
  }
  build.tag = numberOf(tree.names, source, nameAt)
  build.from = tree.names.endOfLast
  readTagEnd(source, build.from, build)
  build.at = build.to + 1
  if (build.to === source.bytes.length) return
  if (isInForeign(build)) readForeignTag(build, isEnd)
  else if (isEnd) endTag(build)
  else startTag(build)
}

function readForeignTag(build: Build, isEnd: boolean): void {
  if (isEnd) endInForeign(build)
  else if (isForeignTag(build)) startInForeign(build)
  else startTag(build)
}

/** A comment, a doctype, a section of foreign content, or what browsers take for a comment. */
function readNoElement(build: Build, at: number): void {
  const { source, open } = build
  const { bytes } = source
  if (bytes[at + 1] === BANG && bytes[at + 2] === DASH && bytes[at + 3] === DASH) {
    partTexts(build)
    build.at = endOfComment(source, at)
  } else if (bytes[at + 1] === BANG && isFolded(bytes, at + 2, 'doctype')) {
    build.at = endOfBogus(source, at)
    if (open.top < 0) readDoctype(build, cut(source, at, build.at))
  } else if (isInForeign(build) && isForeignText(build) && cut(source, at, at + SECTION.length) === SECTION) {
    readSection(build, at + SECTION.length)
  } else readBogus(build, at)
}

function readBogus(build: Build, at: number): void {
  partTexts(build)
  build.at = endOfBogus(build.source, at)
}

/** A comment parts texts, but behind the body it stands behind that. */
function partTexts(build: Build): void {
  if (build.mode !== build.modes.afterBody) build.isParted = true
}

const SECTION = '<![CDATA['

/** A section in which nothing is markup. */
function readSection(build: Build, from: number): void {
  const to = endOfSection(build.source, from)
  if (from < to) addHere(build, RAW_TEXT, from, to)
  build.at = Math.min(to + ']]>'.length, build.source.bytes.length)
}

/** Whether the doctype that starts a page asks for the rules of old browsers: only parse5 knows them all. */
function readDoctype(build: Build, doctype: string): void {
  if (!build.quirks || build.tag > 0) return
  build.quirks = !/^<!doctype html>$/i.test(doctype) && parse(doctype).mode === html.DOCUMENT_MODE.QUIRKS
}
