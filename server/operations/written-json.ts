/** JSON text in parts, which is sent without being read: parsing and serializing a large value again would block other work. */
type WrittenJson = readonly Uint8Array[]

/** A value that is JSON already. */
class Written {
  readonly parts: WrittenJson

  constructor(parts: WrittenJson) {
    this.parts = parts
  }
}

/** Marks stored JSON as such, for `writeObject` and `writeList`. */
export const written = (json: Uint8Array | string): Written =>
  new Written([typeof json === 'string' ? Buffer.from(json) : json])

/** Writes an object. Its values may be written already; those that are undefined are left out. */
export function writeObject(fields: object): Written {
  const parts: Uint8Array[] = []
  let text = '{'
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    if (text !== '{' || parts.length) text += ','
    text += `${JSON.stringify(name)}:`
    if (value instanceof Written) {
      parts.push(Buffer.from(text), ...value.parts)
      text = ''
    } else text += JSON.stringify(value)
  }
  return new Written([...parts, Buffer.from(`${text}}`)])
}

/** Writes a list of values that are written already. */
export const writeList = (values: readonly Written[]): Written =>
  new Written([
    Buffer.from('['),
    ...values.flatMap(({ parts }, i) => (i ? [Buffer.from(','), ...parts] : parts)),
    Buffer.from(']'),
  ])

/**
 * Returns the bytes that interfaces with `sendsJson` send in place of the value. `about` holds the fields of the value that
 * its headers name.
 */
export const asAnswer = <T>({ parts }: Written, about: Partial<T> = {}): T =>
  Object.assign(Buffer.concat(parts), about) as unknown as T
