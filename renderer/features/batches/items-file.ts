/** What pasted text is: a file of the kinds that uploads may be, or one value a line. */
function isFile(text: string, fields: readonly string[]): boolean {
  if (/^[[{]/.test(text)) return true
  const header = text
    .split('\n', 1)[0]!
    .split(',')
    .map(name => name.trim())
  return header.every(name => name === 'custom_id' || fields.includes(name))
}

/** The items of pasted text, as a file: CSV and JSON as they are, else a value of `field` a line. Null where there is none. */
export function itemsFileOf(pasted: string, field: string, fields: readonly string[]): File | null {
  const text = pasted.trim()
  if (!text) return null
  if (isFile(text, fields)) return new File([text], 'pasted')
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .map(value => JSON.stringify({ input: { [field]: value } }))
  return new File([lines.join('\n')], 'pasted.ndjson')
}
