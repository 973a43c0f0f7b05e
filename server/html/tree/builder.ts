import { foreignContent, html } from 'parse5'
import { SEND_PART_OF_PAGE } from '../../base/error-hints.ts'
import { AppError } from '../../base/errors.ts'
import { type MarkupSource, nameIn } from '../scan/source.ts'
import { createWorkBudget } from '../work.ts'
import { BLOCK } from './blocks.ts'
import { FIXED_NAMES, fixedNumber, namesOf, TAG } from './names.ts'
import { questionsTo } from './page-questions.ts'
import type { Tree } from './tree.ts'
import { TREE_MODULE } from './tree-module.ts'

/** The exports of the module `tree-construction/`. Addresses refer to its memory. */
interface TreeModule {
  memory: WebAssembly.Memory
  PAGE: WebAssembly.Global
  startPage(length: number): void
  /** Returns the address of the report. */
  buildTree(tagsTo: number, opensNoscript: boolean): number
  spreadNames(high: number, low: number): void
  fixedNameAt(): number
  addFixedName(length: number, isCased: boolean): void
  pairNames(lowerName: number, cased: number): void
  addOddName(from: number, length: number): number
  placeOfName(number: number): number
  lengthOfName(number: number): number
  setFlags(tag: number, known: number): void
}

/** Options for building a tree. */
interface BuildOptions {
  opensNoscript: boolean
  /** Returns an array of this length, without clearing it. */
  roomFor(length: number): Int32Array
}

/** Builds one tree after another in its own memory, which only grows. */
export interface TreeBuilder {
  build(page: MarkupSource, how: BuildOptions): Tree
  /**
   * Whether its memory is small enough to be used for the next tree. Small trees are copied out of it; a larger tree stays
   * in it.
   */
  isReusable(): boolean
  /** Whether its memory may be kept for another large page, once nobody reads its tree. */
  isKept(): boolean
}

const REUSABLE_BYTES = 4 * 1024 * 1024
/** Pages of 16 MB take 30 to 60 MB, malicious ones more. */
const KEPT_BYTES = 128 * 1024 * 1024

/** V8 shares the compiled code between threads, and compiles each function on its first call. */
let compiledModule: WebAssembly.Module | undefined

export function createBuilder(): TreeBuilder {
  compiledModule ??= new WebAssembly.Module(Buffer.from(TREE_MODULE, 'base64'))
  let source: MarkupSource | undefined
  let oddNames = new Map<string, number>()

  /** Returns the number of a name that has to be compared by characters, not by bytes. */
  function oddName(from: number, to: number): number {
    const name = nameIn(source!, from, to)
    const number = oddNames.get(name) ?? module.addOddName(from, to - from)
    oddNames.set(name, number)
    return number
  }

  const host = { ...questionsTo(() => source!), oddName, refuse }
  const { exports } = new WebAssembly.Instance(compiledModule, { host })
  const module = exports as unknown as TreeModule
  passNames(module)

  const isReusable = () => module.memory.buffer.byteLength <= REUSABLE_BYTES

  return {
    isReusable,
    isKept: () => module.memory.buffer.byteLength <= KEPT_BYTES,
    build(page, { opensNoscript, roomFor }) {
      source = page
      oddNames = new Map()
      module.startPage(page.bytes.length)
      new Uint8Array(module.memory.buffer).set(page.bytes, module.PAGE.value)
      const report = module.buildTree(page.tagsTo, opensNoscript)
      source = undefined
      return readTree(module, report, page, isReusable() ? roomFor : null)
    },
  }
}

function refuse(rows: number): never {
  throw new AppError('extraction_failed', `The page has more than ${rows} elements and texts.`, {
    hint: SEND_PART_OF_PAGE,
  })
}

const IS_SPECIAL = 1
const ENDS_FOREIGN = 2

/**
 * `Math.random` is sufficient, because no page sees these numbers; loading a cryptographic library takes longer than reading a page.
 */
const random32 = (): number => Math.floor(Math.random() * 2 ** 32) | 0

/** Passes the names that all pages share to the module, and what parse5 knows about them. */
function passNames(module: TreeModule): void {
  module.spreadNames(random32(), random32())
  const names = FIXED_NAMES.slice(1)
  // All names are ASCII, and the module reads each one after the previous.
  new TextEncoder().encodeInto(names.join(''), new Uint8Array(module.memory.buffer, module.fixedNameAt()))
  for (const name of names) module.addFixedName(name.length, name !== name.toLowerCase())
  for (const [lowerName, cased] of foreignContent.SVG_TAG_NAMES_ADJUSTMENT_MAP)
    module.pairNames(fixedNumber(lowerName)!, fixedNumber(cased)!)
  for (const tag of html.SPECIAL_ELEMENTS[html.NS.HTML]) module.setFlags(tag, IS_SPECIAL)
  for (const tagID of FIXED_NAMES.keys())
    if (tagID !== TAG.FONT && foreignContent.causesExit({ tagID } as never))
      module.setFlags(tagID, ENDS_FOREIGN)
}

const REPORT_LENGTH = 9
const ROW_COLUMNS = 6
const BYTES = Int32Array.BYTES_PER_ELEMENT

/**
 * Returns the tree that the module built. Columns that the module will overwrite are copied at once, into the array from
 * `roomFor`.
 */
function readTree(
  module: TreeModule,
  report: number,
  source: MarkupSource,
  roomFor: BuildOptions['roomFor'] | null,
): Tree {
  const { buffer } = module.memory
  const reportNumbers = new Int32Array(buffer, report, REPORT_LENGTH) as unknown as ReportNumbers
  const [count, capacity, rowsAt, blockNamesAt, blockWordsAt, depth, nameCount, furtherLength, furtherAt] =
    reportNumbers
  const blocks = Math.floor(count / BLOCK) + 1
  const copy = roomFor?.(ROW_COLUMNS * count + 2 * blocks)
  let copied = 0
  const read = (at: number, length: number): Int32Array => {
    const view = new Int32Array(buffer, at, length)
    if (!copy) return view
    copy.set(view, copied)
    copied += length
    return copy.subarray(copied - length, copied)
  }
  const column = (index: number) => read(rowsAt + index * capacity * BYTES, count)
  return {
    source,
    names: namesOf(source, placesOfNames(module, nameCount)),
    count,
    name: column(0),
    parent: column(1),
    end: column(2),
    from: column(3),
    to: column(4),
    words: column(5),
    blocks: { names: read(blockNamesAt, blocks), words: read(blockWordsAt, blocks) },
    more: furtherTags(new Int32Array(buffer, furtherAt, furtherLength)),
    depth,
    work: createWorkBudget(),
  }
}

/** The numbers of a report, in order. */
type ReportNumbers = [number, number, number, number, number, number, number, number, number]

/** Returns the offsets and lengths of the names that only this page has. */
function placesOfNames(module: TreeModule, count: number): Int32Array {
  const places = new Int32Array(2 * (count - FIXED_NAMES.length))
  for (let at = 0, number = FIXED_NAMES.length; number < count; at += 2, number++) {
    places[at] = module.placeOfName(number)
    places[at + 1] = module.lengthOfName(number)
  }
  return places
}

/** Groups further tags with attributes by element; they are triples of node, from and to. */
function furtherTags(numbers: Int32Array): Tree['more'] {
  const more: Tree['more'] = new Map()
  for (let at = 0; at < numbers.length; at += 3) {
    const spans = more.get(numbers[at]!) ?? []
    spans.push([numbers[at + 1]!, numbers[at + 2]!])
    more.set(numbers[at]!, spans)
  }
  return more
}
