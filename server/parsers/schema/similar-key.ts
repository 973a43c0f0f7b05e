import { nearestName } from '../../base/fields/nearest-name.ts'

/** What people of other tools write, and what it is called here. */
const FOREIGN_KEYS = new Map<string, string>(
  Object.entries({
    selector: '"css"',
    attr: '"read": "@href"',
    attribute: '"read": "@href"',
    multiple: '"all": true',
    many: '"all": true',
    list: '"all": true',
    array: '"all": true',
    jsonpath: '"json"',
    json_path: '"json"',
    regexp: '"regex"',
    re: '"regex"',
    html: '"read": "html"',
    extract: '"read"',
    output: '"read"',
    properties: '"fields"',
    children: '"fields"',
    nested: '"fields"',
    items: '"fields", with "all": true',
    or: '"any"',
    fallback: '"any"',
    fallbacks: '"any"',
    filter: '"where"',
    exclude: '"remove"',
    optional: '"required"',
    value: '"const"',
    format: '"formats"',
    format_as: '"type"',
    convert: '"transform"',
    transforms: '"transform"',
    order_by: '"sort_by"',
    nth: '"pick"',
    note: '"$comment"',
  }),
)

/**
 * What a hint says of a key that does not exist: which one is meant, where that is likely, and else which ones there are.
 */
export function keyHint(key: string, known: readonly string[]): string {
  const counterpart = FOREIGN_KEYS.get(key.toLowerCase())
  const suggestion =
    counterpart && known.includes(/\w+/.exec(counterpart)![0]) ? counterpart : quoted(nearestName(key, known))
  return suggestion === null ? `Keys: ${known.join(', ')}.` : `Did you mean ${suggestion}?`
}

const quoted = (key: string | null) => (key === null ? null : `"${key}"`)
