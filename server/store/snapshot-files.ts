import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTurns } from '../base/turns.ts'
import { compress, decompress } from '../base/zstd.ts'

/** The maximum size of all files together; beyond it, those that have not been read for the longest time are removed. */
const MAX_BYTES = 268_435_456

/** Bytes that are hashed at once: about a millisecond of work. */
const HASHED_BYTES = 524_288

/** A rendered page with its style sheets, pictures and fonts. */
export interface Snapshot {
  html: string
  /** Whether the page continues after what is shown. */
  cut: boolean
  /** How many style sheets, pictures and fonts could not be fetched. */
  missing: number
}

/** The bytes of a page in UTF-8 and its address, which identify it. */
interface PageIdentity {
  bytes: Uint8Array
  url: string | undefined
}

/** Keeps snapshots in files `snapshots/<hash of the page>`: the same page has the same snapshot, wherever it is opened. */
export function createSnapshotFiles(dataDir: string) {
  const folder = join(dataDir, 'snapshots')
  let files = 0

  async function trim(): Promise<void> {
    const names = (await readdir(folder)).filter(name => !name.endsWith('.new'))
    const entries = await Promise.all(
      names.map(async name => ({ name, ...sizeAndTime(await stat(join(folder, name)).catch(() => null)) })),
    )
    let bytes = entries.reduce((sum, { size }) => sum + size, 0)
    for (const { name, size } of entries.sort((a, b) => a.readAt - b.readAt)) {
      if (bytes <= MAX_BYTES) return
      await rm(join(folder, name), { force: true })
      bytes -= size
    }
  }

  return {
    /** Returns the snapshot of a page; null if there is none. */
    async find(page: PageIdentity, now: number): Promise<Snapshot | null> {
      const path = join(folder, await nameOf(page))
      const packed = await readFile(path).catch(() => null)
      if (!packed) return null
      await utimes(path, now / 1_000, now / 1_000).catch(() => undefined)
      const text = (await decompress(packed)).toString()
      const end = text.indexOf('\n')
      return { ...(JSON.parse(text.slice(0, end)) as Omit<Snapshot, 'html'>), html: text.slice(end + 1) }
    },
    async keep(page: PageIdentity, { html, ...details }: Snapshot): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, await nameOf(page))
      const tempPath = `${path}.${++files}.new`
      await writeFile(tempPath, await compress(Buffer.from(`${JSON.stringify(details)}\n${html}`)), {
        mode: 0o600,
      })
      await rename(tempPath, path)
      await trim()
    },
  }
}

async function nameOf({ bytes, url = '' }: PageIdentity): Promise<string> {
  const turns = createTurns()
  const hash = createHash('sha256').update(url).update('\n')
  for (let at = 0; at < bytes.length; at += HASHED_BYTES) {
    hash.update(bytes.subarray(at, at + HASHED_BYTES))
    if (turns.isOver()) await turns.next()
  }
  return hash.digest('hex')
}

const sizeAndTime = (found: { size: number; mtimeMs: number } | null) => ({
  size: found?.size ?? 0,
  readAt: found?.mtimeMs ?? 0,
})
