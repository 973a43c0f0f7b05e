import { randomInt } from 'node:crypto'
import zlib from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { DAY } from '../../base/times.ts'
import { KEPT_DICTIONARIES } from '../../threads/tasks.ts'
import type { KnownDictionary } from '../page-codec.ts'

/** Which pages are much alike: those that a parser of an account reads on a host. */
interface PageKind {
  accountId: string
  parser: { id: string }
  url: string
}

/** What pages of jobs are packed to: pages of one kind share their template, so that they take a quarter of the room. */
export interface PageDictionaries {
  /** Undefined where no page of this kind has been read of late. */
  find(kind: PageKind): KnownDictionary | undefined
  /** Later pages of this kind are packed to this one: packed by itself, of `size` bytes before that. */
  learn(kind: PageKind, body: Uint8Array, size: number): void
}

/** A page that others may be packed to. Most are the only ones of their kind, so it is made a dictionary for the second. */
interface LearnedPage {
  body: Uint8Array
  /** Null for what cannot be one. */
  dictionary?: KnownDictionary | null
}

/** A larger page would take more memory than packing to it gains. */
const MOST_BYTES = 1_048_576
const IDS = 2 ** 48 - 1
/** The magic number of trained dictionaries: zstd would read a page that begins with it as one, and fail. */
const MAGIC = Buffer.from([0x37, 0xa4, 0x30, 0xec])

export function createPageDictionaries(): PageDictionaries {
  // After a day the site may have another template.
  const learned = new LRUCache<string, LearnedPage>({ max: KEPT_DICTIONARIES, ttl: DAY })

  return {
    find(kind) {
      const page = learned.get(nameOf(kind))
      if (page && page.dictionary === undefined) page.dictionary = dictionaryOf(page.body)
      return page?.dictionary ?? undefined
    },
    learn(kind, body, size) {
      const name = nameOf(kind)
      if (size <= MOST_BYTES && !learned.has(name)) learned.set(name, { body })
    },
  }
}

/** For whom packs no page to another: what a worker reads goes to a store that does not have its dictionaries. */
export const noDictionaries: PageDictionaries = { find: () => undefined, learn: () => undefined }

const nameOf = ({ accountId, parser, url }: PageKind) => `${accountId} ${parser.id} ${new URL(url).host}`

function dictionaryOf(body: Uint8Array): KnownDictionary | null {
  const bytes = zlib.zstdDecompressSync(body)
  if (bytes.subarray(0, MAGIC.length).equals(MAGIC)) return null
  const id = randomInt(IDS)
  return { stored: { id, body }, shared: { id, bytes: inSharedMemory(bytes) } }
}

/** So that threads are given it with each page, without a copy. */
function inSharedMemory(bytes: Uint8Array): Uint8Array<SharedArrayBuffer> {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
  shared.set(bytes)
  return shared
}
