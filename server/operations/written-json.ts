/**
 * A value that is JSON already, in parts, which is sent without being read: parsing and serializing a large value again would
 * block other work.
 */
class WrittenJson {
  readonly parts: readonly Uint8Array[]

  constructor(parts: readonly Uint8Array[]) {
    this.parts = parts
  }
}

/** Marks stored JSON as such, for `writeObject` and `writeList`. */
export const asWritten = (json: Uint8Array | string): WrittenJson =>
  new WrittenJson([typeof json === 'string' ? Buffer.from(json) : json])

/** Writes an object. Its values may be written already; those that are undefined are left out. */
export function writeObject(fields: object): WrittenJson {
  const parts: Uint8Array[] = []
  let text = '{'
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    if (text !== '{' || parts.length) text += ','
    text += `${JSON.stringify(name)}:`
    if (value instanceof WrittenJson) {
      parts.push(Buffer.from(text), ...value.parts)
      text = ''
    } else text += JSON.stringify(value)
  }
  return new WrittenJson([...parts, Buffer.from(`${text}}`)])
}

/** Writes a list of values that are written already. */
export const writeList = (values: readonly WrittenJson[]): WrittenJson =>
  new WrittenJson([
    Buffer.from('['),
    ...values.flatMap(({ parts }, i) => (i ? [Buffer.from(','), ...parts] : parts)),
    Buffer.from(']'),
  ])

/**
 * Returns the bytes that interfaces with `sendsJson` send in place of the value. `about` holds the fields of the value that
 * its headers name.
 */
export const asAnswer = <T>({ parts }: WrittenJson, about: Partial<T> = {}): T =>
  Object.assign(Buffer.concat(parts), about) as unknown as T
