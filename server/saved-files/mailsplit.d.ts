/** Types of the parts that reading MHTML needs; the package has no types. */
declare module 'mailsplit' {
  import type { Transform } from 'node:stream'

  export interface MimeNode {
    type: 'node'
    /** Whether the node is the whole message. */
    root: boolean
    multipart: string | false
    contentType: string | false
    charset: string | false
    headers: { getFirst(name: string): string }
    /** Returns a stream that decodes the node's Content-Transfer-Encoding. */
    getDecoder(): Transform
  }

  /** A chunk of a body, still in its Content-Transfer-Encoding. */
  export interface MimeBody {
    type: 'body' | 'data'
    node: MimeNode
    value: Buffer
  }

  export class Splitter extends Transform {
    constructor(options: { maxHeadSize: number; maxChildNodes: number; ignoreEmbedded: boolean })
    [Symbol.asyncIterator](): NodeJS.AsyncIterator<MimeNode | MimeBody>
  }
}
