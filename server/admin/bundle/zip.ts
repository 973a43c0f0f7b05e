import { crc32 } from 'node:zlib'

/** A file to pack. */
export interface ZipFile {
  name: string
  bytes: Buffer
}

const LOCAL = 0x04_03_4b_50
const CENTRAL = 0x02_01_4b_50
const END = 0x06_05_4b_50
const VERSION = 20
/** Names are UTF-8. */
const FLAGS = 0x08_00
/** The first day that the format knows, so that the same files give the same bytes. */
const DATE = 0x00_21

/** Numbers of the format, little-endian, each with its width in bytes. */
function fields(...numbers: [value: number, width: 2 | 4][]): Buffer {
  const bytes = Buffer.alloc(numbers.reduce((sum, [, width]) => sum + width, 0))
  let at = 0
  for (const [value, width] of numbers) at = bytes.writeUIntLE(value, at, width)
  return bytes
}

/** What both headers of a file say. */
const facts = ({ name, bytes }: ZipFile) =>
  fields(
    [VERSION, 2],
    [FLAGS, 2],
    [0, 2],
    [0, 2],
    [DATE, 2],
    [crc32(bytes), 4],
    [bytes.length, 4],
    [bytes.length, 4],
    [Buffer.byteLength(name), 2],
    [0, 2],
  )

const local = (file: ZipFile) =>
  Buffer.concat([fields([LOCAL, 4]), facts(file), Buffer.from(file.name), file.bytes])

const central = (file: ZipFile, offset: number) =>
  Buffer.concat([
    fields([CENTRAL, 4], [VERSION, 2]),
    facts(file),
    fields([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
    Buffer.from(file.name),
  ])

/** A zip archive of small files, as they are (APPNOTE.TXT 6.3, method 0). */
export function zip(files: readonly ZipFile[]): Buffer {
  const bodies = files.map(local)
  const offsets = bodies.map((_, index) => bodies.slice(0, index).reduce((sum, body) => sum + body.length, 0))
  const directory = Buffer.concat(files.map((file, index) => central(file, offsets[index]!)))
  const start = bodies.reduce((sum, body) => sum + body.length, 0)
  const count: [number, 2] = [files.length, 2]
  const end = fields([END, 4], [0, 2], [0, 2], count, count, [directory.length, 4], [start, 4], [0, 2])
  return Buffer.concat([...bodies, directory, end])
}
