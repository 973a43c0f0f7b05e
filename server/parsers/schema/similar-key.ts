import { nearestName } from '../../base/fields/nearest-name.ts'
import { nameOfTransform } from '../values/transform-shapes.ts'

/** The longest key whose words are compared. */
const MAX_WORDS = 100

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
    query: '"css"',
    tag: '"css"',
    window: '"script"',
    variable: '"script"',
    javascript: '"script"',
    js: '"script"',
    og: '"meta"',
    opengraph: '"meta"',
    ldjson: '"jsonld"',
    count: '"read": "count"',
    exists: '"read": "exists"',
    trim: '"transform": ["trim"]',
    replace: '"transform": [{"replace": …}]',
    split: '"transform": [{"split": …}]',
    join: '"transform": [{"join": …}]',
    prefix: '"transform": [{"prefix": …}]',
    suffix: '"transform": [{"suffix": …}]',
  }),
)

/**
 * What a hint says of a key that does not exist: which one is meant, where that is likely, and else which ones there are.
 */
export function keyHint(key: string, known: readonly string[]): string {
  const suggestion =
    counterpartOf(key, known) ??
    quoted(nearestName(key, known)) ??
    counterpartOf(nearestName(key, [...FOREIGN_KEYS.keys()]), known) ??
    wordOf(key, known)
  return suggestion === undefined ? `Keys: ${known.join(', ')}.` : `Did you mean ${suggestion}?`
}

function counterpartOf(key: string | null, known: readonly string[]): string | undefined {
  const counterpart = FOREIGN_KEYS.get(key?.toLowerCase() ?? '')
  return counterpart && known.includes(/\w+/.exec(counterpart)![0]) ? counterpart : undefined
}

/** Returns what one of the words of a key means, as in `css_selector` and `linkSelector`. */
function wordOf(key: string, known: readonly string[]): string | undefined {
  const words = key.slice(0, MAX_WORDS).split(/[_\s-]|(?<=[a-z])(?=[A-Z])/)
  const meanings = words.map(
    word => quoted(known.find(name => name === word.toLowerCase())) ?? counterpartOf(word, known),
  )
  return words.length > 1 ? meanings.find(Boolean) : undefined
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
  Object.hasOwn(counterparts, name.toLowerCase()) ? counterparts[name.toLowerCase()]! : undefined

/** Returns which type is probably meant; undefined if it resembles none. */
export function similarType(type: unknown, known: readonly string[]): string | undefined {
  if (typeof type !== 'string') return undefined
  return meant(FOREIGN_TYPES, type) ?? quoted(nearestName(type, known))
}

/** The same for a transform. */
export function similarTransform(transform: unknown, known: readonly string[]): string | undefined {
  const name = nameOfTransform(transform)
  if (name === undefined || known.includes(name)) return undefined
  return meant(FOREIGN_TRANSFORMS, name) ?? quoted(nearestName(name, known))
}

const quoted = (key: string | null | undefined) => (key ? `"${key}"` : undefined)
