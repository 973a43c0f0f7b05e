/** One part of a multipart body, written exactly as given: no file name and no type unless named. */
export interface Part {
  name: string
  content: string | Uint8Array
  fileName?: string
  type?: string
}

export const BOUNDARY = 'test-boundary-7d93b2'
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`

/** The boundary and headers before the content of a part. */
export function partHead({ name, fileName, type }: Omit<Part, 'content'>): string {
  const file = fileName === undefined ? '' : `; filename="${fileName}"`
  const typeHeader = type === undefined ? '' : `Content-Type: ${type}\r\n`
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${typeHeader}\r\n`
}

export const CLOSING = `--${BOUNDARY}--\r\n`

/** A request with a multipart/form-data body. */
export interface Upload {
  headers: Record<string, string>
  body: Buffer<ArrayBuffer>
}

/** A multipart/form-data request of these parts. */
export function upload(...parts: Part[]): Upload {
  const pieces = parts.flatMap(part => [partHead(part), part.content, '\r\n'])
  const body = Buffer.concat([...pieces, CLOSING].map(piece => Buffer.from(piece as string)))
  return { headers: { 'content-type': MULTIPART }, body }
}

/** An upload as the form of a browser sends it. */
export const page = (html: string | Uint8Array, type = 'text/html') =>
  upload({ name: 'html', content: html, fileName: 'page.html', type })
