declare module 'html-encoding-sniffer' {
  interface SniffOptions {
    /** Reads an XML declaration instead of meta elements. */
    xml?: boolean
    /** The charset of Content-Type; an unknown label is passed over. */
    transportLayerEncodingLabel?: string
    /** Answered when nothing else is found; any text will do. */
    defaultEncoding?: string
    /** How far to look for meta elements; not with `xml`. */
    maxPrescanBytes?: number
  }
  export default function sniffEncoding(bytes: Uint8Array, options?: SniffOptions): string
}
