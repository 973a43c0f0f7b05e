declare module 'html-encoding-sniffer' {
  interface SniffOptions {
    /** Reads an XML declaration instead of meta elements. */
    xml?: boolean
    /** The charset of Content-Type. An unknown label is ignored. */
    transportLayerEncodingLabel?: string
    /** Returned if nothing else is found. Any text is accepted. */
    defaultEncoding?: string
    /** How many bytes to search for meta elements. Has no effect with `xml`. */
    maxPrescanBytes?: number
  }
  export default function sniffEncoding(bytes: Uint8Array, options?: SniffOptions): string
}
