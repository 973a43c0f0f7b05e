import { html, parse } from 'parse5'
import { endOfBogus, endOfComment, endOfName, endOfTag, isLetter } from '../scan/scan.ts'
import { numberOf } from '../tree/names.ts'
import { reorder } from '../tree/reorder.ts'
import { closeTree, type Tree } from '../tree/tree.ts'
import { appendText, type Build, createBuild, endTag, handOver, startTag, text } from './build.ts'
import { endInForeign, isForeign, isInForeign, startInForeign } from './foreign.ts'
import { modes } from './modes.ts'
import { openMissing } from './outer-rules.ts'
import { endTemplate } from './reset-mode.ts'

const BANG = 33
const SLASH = 47
const CLOSE = 62
const QUESTION = 63

/**
 * The tree that a browser builds of a page, in one pass over it; or why its misnesting is beyond the rules here and
 * parse5 has to build it.
 */
export function buildTree(source: string): Tree | string {
  const build = createBuild(source, modes)
  if (source.includes('\0')) return 'a NUL character'
  while (build.at < source.length && build.reason === null) readToken(build)
  if (build.reason === null) {
    build.from = source.length
    while (build.templates.length > 0) endTemplate(build)
    openMissing(build)
  }
  if (build.reason !== null) return build.reason
  build.tree.depth = build.open.deepest
  const tree = build.moved.size > 0 ? reorder(build.tree, build.moved) : build.tree
  closeTree(tree)
  return tree
}

/** Reads the text up to the next tag or comment, then that. */
function readToken(build: Build): void {
  const { source, at } = build
  const next = nextMarkup(source, at)
  if (next > at) readText(build, at, next)
  build.at = next
  if (next < source.length && build.reason === null) readMarkup(build, next)
}

function readText(build: Build, from: number, to: number): void {
  build.from = from
  build.to = to
  if (isInForeign(build) && isForeign(build)) appendText(build)
  else text(build)
}

/** The place of the next `<` that is no text. */
function nextMarkup(source: string, from: number): number {
  for (let at = source.indexOf('<', from); at >= 0; at = source.indexOf('<', at + 1)) {
    const code = source.charCodeAt(at + 1)
    if (isLetter(code) || code === BANG || code === QUESTION) return at
    if (code === SLASH && at + 2 < source.length) return at
  }
  return source.length
}

function readMarkup(build: Build, at: number): void {
  const { source } = build
  const code = source.charCodeAt(at + 1)
  if (isLetter(code)) readTag(build, at + 1, false)
  else if (code === SLASH) readEndTag(build, at)
  else if (source.startsWith('<!--', at)) build.at = endOfComment(source, at)
  else readDeclaration(build, at)
}

function readEndTag(build: Build, at: number): void {
  const code = build.source.charCodeAt(at + 2)
  if (isLetter(code)) readTag(build, at + 2, true)
  else if (code === CLOSE) handOver(build, 'an end tag without a name')
  else build.at = endOfBogus(build.source, at)
}

function readTag(build: Build, nameAt: number, isEnd: boolean): void {
  const { source, tree } = build
  build.from = endOfName(source, nameAt)
  build.to = endOfTag(source, build.from)
  build.at = build.to + 1
  if (build.to >= source.length) return
  build.tag = numberOf(tree.names, source, nameAt, build.from)
  if (isInForeign(build)) readForeignTag(build, isEnd)
  else if (isEnd) endTag(build)
  else startTag(build)
}

function readForeignTag(build: Build, isEnd: boolean): void {
  if (isEnd) endInForeign(build)
  else if (isForeign(build)) startInForeign(build)
  else startTag(build)
}

/** A doctype, or what browsers take for a comment. */
function readDeclaration(build: Build, at: number): void {
  const { source, open } = build
  build.at = endOfBogus(source, at)
  if (isInForeign(build) && source.startsWith('<![CDATA[', at)) handOver(build, 'a CDATA section')
  if (open.top < 0 && /^<!doctype/i.test(source.slice(at, at + 9)))
    readDoctype(build, source.slice(at, build.at))
}

/** Whether the doctype that starts a page asks for the rules of old browsers: only parse5 knows them all. */
function readDoctype(build: Build, doctype: string): void {
  if (!build.quirks || build.tag > 0) return
  build.quirks = !/^<!doctype html>$/i.test(doctype) && parse(doctype).mode === html.DOCUMENT_MODE.QUIRKS
}
