import type { IncomingMessage } from 'node:http'
import { Dicer } from '@fastify/busboy'
import { parse as parseDisposition } from 'content-disposition'
import { MIMEType } from 'whatwg-mimetype'
import { AppError } from '../errors.ts'
import type { FileField, UploadedFile } from '../operations/operation.ts'
import { type Collector, createCollector, DISCARDING } from './collector.ts'
import { announced, checkLength, startBody, tooLarge } from './read-body.ts'

/** Largest body of an upload: 64 MB. */
const MAX_BODY_BYTES = 67_108_864
/** Largest text part: a parameter of an API. */
const MAX_TEXT_BYTES = 65_536
const MAX_PARTS = 64

interface Part {
  name: string
  fileName: string | null
  contentType: string | null
  collector: Collector
}

type Headers = Record<string, string[] | undefined>

/**
 * The parts of a multipart/form-data body as raw input: file fields as UploadedFile (one, or a list where several may
 * come), other parts as text; of a part that is not `known` only its name. Counts while it reads and throws as soon as a
 * part or the body is over its cap (413), a part comes too often (400), or the body is not multipart (415).
 */
export function readUpload(
  req: IncomingMessage,
  files: Record<string, FileField>,
  known: ReadonlySet<string>,
): Promise<Record<string, unknown>> {
  const boundary = boundaryOf(req)
  const [firstFile] = Object.keys(files)
  checkLength(req, MAX_BODY_BYTES, firstFile)
  startBody(req)
  return new Promise((resolve, reject) => {
    const parts: Part[] = []
    const dicer = new Dicer({ boundary })
    const stop = (error: unknown) => {
      req.unpipe(dicer)
      reject(error)
    }
    let total = 0
    req.on('data', (chunk: Buffer) => {
      total += chunk.length
      if (total > MAX_BODY_BYTES) stop(tooLarge(MAX_BODY_BYTES, firstFile))
    })
    dicer.on('part', stream => {
      let part: Part | undefined
      stream.on('header', headers => {
        try {
          part = openPart(headers as Headers, files, known, parts, announced(req))
        } catch (error) {
          stop(error)
        }
      })
      stream.on('data', (chunk: Buffer) => {
        if (part && !part.collector.add(chunk)) stop(tooLarge(capOf(part.name, files), part.name))
      })
      stream.on('error', () => stop(brokenOff()))
    })
    dicer.once('finish', () => resolve(inputOf(parts, files)))
    dicer.once('error', () => stop(brokenOff()))
    req.once('error', () => stop(brokenOff()))
    req.pipe(dicer)
  })
}

const capOf = (name: string, files: Record<string, FileField>) => files[name]?.maxBytes ?? MAX_TEXT_BYTES

function boundaryOf({ headers }: IncomingMessage): string {
  const type = MIMEType.parse(headers['content-type'] ?? '')
  const boundary = type?.essence === 'multipart/form-data' ? type.parameters.get('boundary') : undefined
  if (boundary) return boundary
  throw new AppError('unsupported_media', 'This call takes a multipart/form-data body.', {
    hint: 'With curl: -F name=@page.html',
  })
}

function openPart(
  headers: Headers,
  files: Record<string, FileField>,
  known: ReadonlySet<string>,
  parts: Part[],
  expected: number,
): Part {
  const { name, fileName } = dispositionOf(headers)
  const isFile = name in files
  const before = parts.filter(part => part.name === name).length
  if (parts.length >= MAX_PARTS || before >= (files[name]?.max ?? 1))
    throw tooMany(name, files[name]?.max ?? 1)
  const contentType = isFile ? (headers['content-type']?.[0] ?? null) : null
  const collector = known.has(name) ? createCollector(capOf(name, files), isFile ? expected : 0) : DISCARDING
  const part = { name, fileName, contentType, collector }
  parts.push(part)
  return part
}

function dispositionOf(headers: Headers): { name: string; fileName: string | null } {
  try {
    const { type, parameters } = parseDisposition(headers['content-disposition']?.[0] ?? '', {
      multipart: true,
    })
    if (type === 'form-data' && parameters.name !== undefined)
      return { name: parameters.name, fileName: parameters.filename ?? null }
  } catch {
    // Falls through to the one answer for a part that cannot be named.
  }
  throw new AppError('invalid_input', 'A part of the body has no name.', {
    hint: 'Each part needs `Content-Disposition: form-data; name="…"`.',
  })
}

const tooMany = (name: string, max: number) =>
  new AppError('invalid_input', `There are too many parts \`${name}\`.`, {
    field: name,
    hint: `At most ${max}.`,
  })

const brokenOff = () =>
  new AppError('invalid_input', 'The multipart body is not complete.', {
    hint: 'It must end with its closing boundary.',
  })

function inputOf(parts: Part[], files: Record<string, FileField>): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const part of parts) {
    const bytes = part.collector.take()
    const field = files[part.name]
    if (!field) input[part.name] = new TextDecoder().decode(bytes)
    else if (field.max === 1) input[part.name] = uploaded(part, bytes)
    else input[part.name] = [...((input[part.name] as UploadedFile[]) ?? []), uploaded(part, bytes)]
  }
  return input
}

const uploaded = ({ fileName, contentType }: Part, bytes: Uint8Array): UploadedFile => ({
  bytes,
  name: fileName,
  contentType,
})
