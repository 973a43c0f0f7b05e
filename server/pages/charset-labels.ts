/** Names of encodings that servers send although the Encoding Standard does not have them. `$1` keeps a number. */
const OTHER_LABELS: [label: RegExp, standard: string][] = [
  [/^(?:utf8mb4|utf_8|cp65001)$/, 'utf-8'],
  [/^(?:cp|ms|win|windows|ibm)[-_]?(?:932|943)$/, 'shift_jis'],
  [/^(?:cp|ms|win|windows)[-_]?936$|^euc[-_]?cn$/, 'gbk'],
  [/^(?:cp|ms|win|windows)[-_]?949$|^euc_?kr$|^uhc$/, 'euc-kr'],
  [/^(?:cp|ms|win|windows)[-_]?950$|^big5[-_]?hkscs(?:[-_]\d{4})?$/, 'big5'],
  [/^euc_?jp$/, 'euc-jp'],
  [/^(?:cp|ms|win|windows)[-_]?(874|125[0-8])$/, 'windows-$1'],
  [/^tis[-_]?620$/, 'windows-874'],
  [/^iso[-_]?8859[-_](\d{1,2})$/, 'iso-8859-$1'],
  [/^latin[-_]?9$/, 'iso-8859-15'],
  [/^latin[-_]([1-6])$/, 'latin$1'],
  [/^koi8_?([ru])$/, 'koi8-$1'],
  [/^mac[-_]?roman$/, 'macintosh'],
]

/** Returns the label of the Encoding Standard for an encoding; any other label is returned unchanged. */
export function standardLabel(label: string): string {
  const name = label.trim().toLowerCase()
  const found = OTHER_LABELS.find(([pattern]) => pattern.test(name))
  return found ? name.replace(...found) : label
}

/** Each place of a page is tried once: a tag ends at the next one, and no run of blanks follows another. */
const META_LABEL = /<meta\s[^<>]*?charset\s*=\s*(?:["']\s*)?([\w-]+)/i

/** Returns the label of the standard for a nonstandard one in a meta element; null if there is none. */
export function labelInMeta(start: string): string | null {
  const label = META_LABEL.exec(start)?.[1]
  const standard = label === undefined ? null : standardLabel(label)
  return standard === label ? null : standard
}
