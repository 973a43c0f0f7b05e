import { crc32, deflateRawSync } from 'node:zlib'

/** A file to pack. */
export interface ZipEntry {
  name: string
  bytes: Uint8Array
}

const DEFLATED = 8
const VERSION = 20
/** Names are UTF-8. */
const UTF8 = 0x0800
/** The first of January 1980: the same files give the same archive. */
const DATE = 0x0021

interface Packed {
  name: Buffer
  crc: number
  data: Buffer
  size: number
  offset: number
}

/** What the header of a file and its entry in the directory share. */
function shared({ name, crc, data, size }: Packed): Buffer {
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(VERSION, 0)
  fields.writeUInt16LE(UTF8, 2)
  fields.writeUInt16LE(DEFLATED, 4)
  fields.writeUInt16LE(DATE, 8)
  fields.writeUInt32LE(crc, 10)
  fields.writeUInt32LE(data.length, 14)
  fields.writeUInt32LE(size, 18)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

const signature = (letters: number) => Buffer.from([0x50, 0x4b, letters & 0xff, letters >> 8])

function directoryEntry(file: Packed): Buffer {
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(file.offset, 10)
  return Buffer.concat([signature(0x0201), Buffer.from([VERSION, 0]), shared(file), rest, file.name])
}

function directoryEnd(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(18)
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([signature(0x0605), end])
}

/** Packs a few small files into a zip archive. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = []
  const files: Packed[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const data = deflateRawSync(bytes)
    const file = { name: Buffer.from(name), crc: crc32(bytes), data, size: bytes.length, offset }
    const part = Buffer.concat([signature(0x0403), shared(file), file.name, data])
    offset += part.length
    parts.push(part)
    files.push(file)
  }
  const directory = Buffer.concat(files.map(directoryEntry))
  return Buffer.concat([...parts, directory, directoryEnd(files.length, directory.length, offset)])
}
