import { randomInt } from 'node:crypto'
import zlib from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { DAY } from '../../base/times.ts'
import { MAX_DICTIONARIES } from '../../threads/tasks.ts'
import type { KnownDictionary } from '../page-codec.ts'

/** Identifies pages that are similar: those that one parser of an account reads on one host. */
interface PageKind {
  accountId: string
  parser: { id: string }
  url: string
}

/**
 * Dictionaries for packing the pages of jobs. Pages of one kind share a template, so with a dictionary they take a quarter of
 * the space.
 */
export interface PageDictionaries {
  /** Returns undefined if no page of this kind has been read recently. */
  find(kind: PageKind): KnownDictionary | undefined
  /**
   * Makes this page the dictionary for later pages of its kind. `body` is packed without a dictionary; `size` is its unpacked
   * size in bytes.
   */
  learn(kind: PageKind, body: Uint8Array, size: number): void
}

/**
 * A page that may serve as a dictionary. Most pages are the only ones of their kind, so the dictionary is created when the
 * second arrives.
 */
interface LearnedPage {
  body: Uint8Array
  /** Null if the page cannot serve as a dictionary. */
  dictionary?: KnownDictionary | null
}

/** Maximum size of a dictionary in bytes. A larger one would cost more memory than it saves. */
const MAX_BYTES = 1_048_576
const IDS = 2 ** 48 - 1
/**
 * The magic number of trained dictionaries. zstd would try to read a page that begins with it as a trained dictionary, and
 * fail.
 */
const MAGIC = Buffer.from([0x37, 0xa4, 0x30, 0xec])

export function createPageDictionaries(): PageDictionaries {
  // After a day the site may have another template.
  const learned = new LRUCache<string, LearnedPage>({ max: MAX_DICTIONARIES, ttl: DAY })

  return {
    find(kind) {
      const page = learned.get(nameOf(kind))
      if (page && page.dictionary === undefined) page.dictionary = dictionaryOf(page.body)
      return page?.dictionary ?? undefined
    },
    learn(kind, body, size) {
      const name = nameOf(kind)
      if (size <= MAX_BYTES && !learned.has(name)) learned.set(name, { body })
    },
  }
}

/** Dictionaries for workers: none, because the pages that they read go to a store without these dictionaries. */
export const noDictionaries: PageDictionaries = { find: () => undefined, learn: () => undefined }

const nameOf = ({ accountId, parser, url }: PageKind) => `${accountId} ${parser.id} ${new URL(url).host}`

function dictionaryOf(body: Uint8Array): KnownDictionary | null {
  const bytes = zlib.zstdDecompressSync(body)
  if (bytes.subarray(0, MAGIC.length).equals(MAGIC)) return null
  const id = randomInt(IDS)
  return { stored: { id, body }, shared: { id, bytes: inSharedMemory(bytes) } }
}

/** Copies the bytes into shared memory, so that passing them to a thread with each page needs no copy. */
function inSharedMemory(bytes: Uint8Array): Uint8Array<SharedArrayBuffer> {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}
