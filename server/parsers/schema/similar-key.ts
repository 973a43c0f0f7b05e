import { nearestName } from '../../base/fields/nearest-name.ts'
import { nameOfTransform } from '../values/transform-shapes.ts'

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
    attrs: '"read": "@href"',
    prop: '"read": "@href"',
    data: '"fields"',
    schema: '"fields"',
    each: '"fields", with "all": true',
    is_list: '"all": true',
    islist: '"all": true',
    first: '"pick": "first"',
    last: '"pick": "last"',
    flags: '"regex", with the flags at its start: "(?i)tea"',
    match: '"pattern"',
    order: '"sort_by", where "-price" puts the largest first',
    sort: '"sort_by"',
    unique: '"unique_by": true',
    distinct: '"unique_by": true',
    tz: '"timezone"',
    pipes: '"transform"',
    postprocess: '"transform"',
    max_pages: '"limit"',
    href: '"link"',
    url: '"link"',
    css: '"link"',
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

/** Types of other languages, and what is meant. */
const FOREIGN_TYPES: Readonly<Record<string, string>> = {
  text: '"string"',
  str: '"string"',
  int: '"integer"',
  float: '"number"',
  double: '"number"',
  decimal: '"number"',
  bool: '"boolean"',
  money: '"price"',
  currency: '"price"',
  time: '"datetime"',
  timestamp: '"datetime"',
  link: '"url"',
  href: '"url"',
  uri: '"url"',
  array: '"all": true',
  attribute: '"read": "@href"',
  html: '"read": "html"',
  image: '"read": "image"',
  table: 'the key "table"',
  nested: 'the key "fields"',
}

/** Transforms of other tools, and what is meant. */
const FOREIGN_TRANSFORMS: Readonly<Record<string, string>> = {
  strip: '"trim"',
  clean: '"collapse"',
  uppercase: '"upper"',
  lowercase: '"lower"',
  capitalize: '"title"',
  strip_html: '"strip_tags"',
  json: '"parse_json"',
  float: '"number"',
  to_number: '"number"',
  parsefloat: '"number"',
  int: '"integer"',
  parseint: '"integer"',
  boolean: '"type": "boolean", beside "transform"',
  default: '"default", beside "transform"',
  url: '"absolute_url"',
  substring: '{"slice": [0, 3]}',
  substr: '{"slice": [0, 3]}',
  append: '{"suffix": …}',
  concat: '{"suffix": …}',
  prepend: '{"prefix": …}',
  regex_replace: '{"replace": {"pattern": …, "with": …}}',
  divide: '{"multiply": 0.01}',
  filter: '"where", beside "transform"',
}

const meant = (counterparts: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(counterparts, name.toLowerCase()) ? counterparts[name.toLowerCase()]! : null

/** Returns which type is probably meant; null if it resembles none. */
export function similarType(type: unknown, known: readonly string[]): string | null {
  if (typeof type !== 'string') return null
  return meant(FOREIGN_TYPES, type) ?? quoted(nearestName(type, known))
}

/** The same for a transform. */
export function similarTransform(transform: unknown, known: readonly string[]): string | null {
  const name = nameOfTransform(transform)
  if (name === undefined || known.includes(name)) return null
  return meant(FOREIGN_TRANSFORMS, name) ?? quoted(nearestName(name, known))
}

const quoted = (key: string | null) => (key === null ? null : `"${key}"`)
