import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Readable, Writable } from 'node:stream'
import type { Request, Response } from 'express'
import multer, { MulterError, type Options, type StorageEngine } from 'multer'
import { AppError } from '../base/errors.ts'
import { mediaTypeOf } from '../base/media-type.ts'
import { ownBuffer } from '../base/own-buffer.ts'
import type { FileField, UploadedFile } from '../operations/operation.ts'
import { createCollector } from './collector.ts'
import { announcedLength, checkLength, checkPlain, hasBody, startBody, tooLarge } from './read-body.ts'

/** Largest body of an upload: 64 MB. */
const MAX_BODY_BYTES = 67_108_864
/** Largest text part: a parameter of an API. */
const MAX_TEXT_BYTES = 65_536
const MAX_PARTS = 64
const MAX_NAME_BYTES = 200
/** Longest boundary that the standard allows (RFC 2046, section 5.1.1). */
const MAX_BOUNDARY = 70

/** The state of an upload in progress, for the listeners of its parts. */
interface UploadState {
  /** Ends the upload at once: the answer is sent before the rest of the body has been read. */
  stop(error: unknown): void
  /** Number of parts for each name. */
  counts: Map<string, number>
  /** The media type of each part without a file name. */
  types: Map<string, string>
  /** Bytes since the last part ended, outside files: those of a text part, which the parser reports only at its end. */
  textBytes: number
  isInFile: boolean
}

/** Options of multer 2 that its types do not include yet. */
interface MulterOptions extends Options {
  defCharset: string
  streamHandler(req: IncomingMessage, parser: Writable): void
}

type PartInfo = { filename?: string; mimeType: string }
type FileFields = ReadonlyMap<string, FileField>

const uploads = new WeakMap<IncomingMessage, UploadState>()

/**
 * Creates the reader of multipart/form-data bodies. File fields become UploadedFile (a list if several are allowed), other
 * parts become text; for a part that is not `known`, only the name is kept. Bytes and parts are counted as they arrive:
 * throws as soon as a part or the body exceeds its cap (413), a part comes too often (400), or the body is not multipart
 * (415).
 */
export function createUploadReader(fields: Record<string, FileField>, known: ReadonlySet<string>) {
  const files: FileFields = new Map(Object.entries(fields))
  const [firstFile] = files.keys()
  const receive = multer(optionsFor(files, known)).any()

  return async (req: Request): Promise<Record<string, unknown>> => {
    checkBoundary(req, firstFile)
    checkPlain(req)
    checkLength(req, MAX_BODY_BYTES, firstFile)
    if (!hasBody(req)) return {}
    startBody(req)
    await new Promise<void>((resolve, reject) => {
      const stop = (error: unknown) => {
        req.unpipe()
        reject(asAppError(error, files))
      }
      uploads.set(req, { stop, counts: new Map(), types: new Map(), textBytes: 0, isInFile: false })
      receive(req, {} as Response, error => (error ? stop(error) : resolve()))
    })
    // Multer ignores what it does not recognise as multipart, such as a boundary without the quotes that it needs.
    if (req.body === undefined) throw notMultipart(firstFile)
    return inputOf(req, files, known)
  }
}

/** Multer waits for the whole body before it reports an error, so errors found here stop the upload themselves. */
function optionsFor(files: FileFields, known: ReadonlySet<string>): Options {
  const [firstFile] = files.keys()
  const largest = Math.max(MAX_TEXT_BYTES, ...[...files.values()].map(({ maxBytes }) => maxBytes))
  const options: MulterOptions = {
    storage: storageFor(files, known),
    // One character per byte: a page without a file name arrives as text, and only its own bytes reveal its charset.
    defCharset: 'latin1',
    defParamCharset: 'utf8',
    limits: { parts: MAX_PARTS, fieldSize: largest, fieldNameSize: MAX_NAME_BYTES, fieldNestingDepth: 0 },
    streamHandler(req, parser) {
      const upload = uploads.get(req)!
      watchParts(parser, upload, files)
      watchBytes(req, upload, largest, firstFile)
      req.pipe(parser)
    },
  }
  return options
}

/** Allowance for the boundary and headers of a part. */
const FRAMING_BYTES = 65_536

function watchBytes(
  req: IncomingMessage,
  upload: UploadState,
  largest: number,
  field: string | undefined,
): void {
  let total = 0
  req.on('data', (chunk: Buffer) => {
    total += chunk.length
    upload.textBytes += chunk.length
    if (total > MAX_BODY_BYTES) upload.stop(tooLarge(MAX_BODY_BYTES, { field }))
    else if (!upload.isInFile && upload.textBytes > largest + FRAMING_BYTES)
      upload.stop(tooLarge(largest, { part: field ?? 'body', field }))
  })
}

/** Counts parts before multer sees them, and names files without a name, which multer would silently drop. */
function watchParts(parser: Writable, upload: UploadState, files: FileFields): void {
  const { stop, counts, types } = upload
  const onPartEnd = () => {
    upload.textBytes = 0
    upload.isInFile = false
  }
  const count = (name: string) => {
    const before = counts.get(name) ?? 0
    const max = files.get(name)?.max ?? 1
    counts.set(name, before + 1)
    if (before >= max) stop(tooMany(name, max))
  }
  parser.prependListener('file', (name: string, stream: Readable, info: PartInfo) => {
    count(name)
    upload.isInFile = true
    stream.once('close', onPartEnd)
    info.filename ||= 'unnamed'
  })
  parser.prependListener('field', (name: string, value: string | undefined, info: PartInfo) => {
    count(name)
    onPartEnd()
    if (value === undefined) stop(unreadable(name))
    types.set(name, info.mimeType)
  })
}

/**
 * Collects the bytes of each file into one buffer that can be transferred to a thread. Some clients give text parts a file
 * name as well: Python's requests with `files`, and browsers and generated clients that send JSON as a Blob.
 */
function storageFor(files: FileFields, known: ReadonlySet<string>): StorageEngine {
  const maxBytesOf = (name: string) =>
    files.get(name)?.maxBytes ?? (known.has(name) ? MAX_TEXT_BYTES : undefined)
  return {
    _handleFile(req, file, done) {
      collect(req, file, maxBytesOf(file.fieldname)).then(
        buffer => done(null, { buffer }),
        error => uploads.get(req)!.stop(error),
      )
    },
    _removeFile: (_req, _file, done) => done(null),
  }
}

async function collect(
  req: IncomingMessage,
  { fieldname, stream }: Express.Multer.File,
  maxBytes: number | undefined,
): Promise<Buffer> {
  if (maxBytes === undefined) {
    for await (const _ of stream);
    return Buffer.alloc(0)
  }
  const collector = createCollector(maxBytes, announcedLength(req))
  for await (const chunk of stream) if (!collector.add(chunk)) throw tooLarge(maxBytes, { part: fieldname })
  return collector.take()
}

function checkBoundary({ headers }: IncomingMessage, firstFile: string | undefined): void {
  const type = mediaTypeOf(headers['content-type'])
  const boundary = type?.essence === 'multipart/form-data' ? type.parameters.get('boundary') : undefined
  if (!boundary) throw notMultipart(firstFile)
  if (boundary.length > MAX_BOUNDARY)
    throw new AppError('unsupported_media', 'The boundary of the multipart body is too long.', {
      hint: `Use at most ${MAX_BOUNDARY} characters.`,
    })
}

const curlForm = (part: string) => `with curl: -F ${part}=@FILE`

const notMultipart = (firstFile = 'file') =>
  new AppError('unsupported_media', 'This call takes a multipart/form-data body.', {
    hint: `Send one, for example ${curlForm(firstFile)}`,
  })

/** Returns the parts as raw input, in an object without a prototype, because clients choose the names. */
function inputOf(req: Request, files: FileFields, known: ReadonlySet<string>): Record<string, unknown> {
  const input: Record<string, unknown> = Object.create(null)
  const { types } = uploads.get(req)!
  const addFile = (name: string, file: UploadedFile) => {
    if (files.get(name)?.max === 1) input[name] = file
    else input[name] = [...((input[name] as UploadedFile[]) ?? []), file]
  }
  for (const [name, value] of Object.entries(req.body as Record<string, string | string[]>)) {
    const values = [value].flat()
    if (files.has(name)) for (const text of values) addFile(name, pageOfText(text, types.get(name)))
    else input[name] = known.has(name) ? parameterOf(name, value) : ''
  }
  for (const { fieldname, originalname, mimetype, buffer } of req.files as Express.Multer.File[])
    if (files.has(fieldname)) addFile(fieldname, { bytes: buffer, name: originalname, contentType: mimetype })
    else input[fieldname] = known.has(fieldname) ? parameterOf(fieldname, buffer.toString('latin1')) : ''
  return input
}

/** Latin-1 text stands for raw bytes; other text was decoded with the charset of its part. */
const isBytes = (text: string) => !/[^\0-\xff]/.test(text)

function pageOfText(text: string, type = 'text/plain'): UploadedFile {
  const bytes = ownBuffer(Buffer.from(text, isBytes(text) ? 'latin1' : 'utf8'))
  return { bytes, name: null, contentType: isBytes(text) ? type : `${type}; charset=utf-8` }
}

function parameterOf(name: string, value: string | string[]): string {
  if (typeof value !== 'string') throw tooMany(name, 1)
  if (value.length > MAX_TEXT_BYTES) throw tooLarge(MAX_TEXT_BYTES, { part: name })
  const bytes = Buffer.from(value, 'latin1')
  return isBytes(value) && isUtf8(bytes) ? bytes.toString() : value
}

const tooMany = (name: string, max: number) =>
  new AppError('invalid_input', `There are too many parts \`${name}\`.`, {
    field: name,
    hint: `Send at most ${max}.`,
  })

/** For parts without a file name, the parser supports only the most common charsets. */
const unreadable = (name: string) =>
  new AppError('unsupported_media', `The charset of the part \`${name}\` cannot be read.`, {
    field: name,
    hint: `Send it as a file (${curlForm(name)}), and its charset in the field \`charset\`.`,
  })

/** Converts an error of multer or its parser to an AppError. */
function asAppError(error: unknown, files: FileFields): AppError {
  if (error instanceof AppError) return error
  const { code, field } = error as MulterError
  if (code === 'LIMIT_FIELD_VALUE' && field)
    return tooLarge(files.get(field)?.maxBytes ?? MAX_TEXT_BYTES, { part: field })
  if (/^Request (aborted|closed)$/.test((error as Error).message))
    return new AppError('cancelled', 'The request body ended early.', { cause: error })
  if (error instanceof MulterError) return partError(error)
  return new AppError('invalid_input', 'The multipart body is not complete.', {
    cause: error,
    hint: 'It must end with its closing boundary.',
  })
}

const partError = (cause: MulterError) =>
  cause.code === 'LIMIT_PART_COUNT'
    ? new AppError('invalid_input', `The body has more than ${MAX_PARTS} parts.`, {
        cause,
        hint: 'Send only the parts that the call needs.',
      })
    : cause.field
      ? new AppError('invalid_input', `There is no field \`${cause.field.slice(0, MAX_NAME_BYTES)}\`.`, {
          cause,
          field: cause.field.slice(0, MAX_NAME_BYTES),
        })
      : new AppError('invalid_input', 'A part of the body has no name that can be read.', {
          cause,
          hint: `Each part needs \`Content-Disposition: form-data; name="…"\`, with a name of at most ${MAX_NAME_BYTES} bytes.`,
        })
