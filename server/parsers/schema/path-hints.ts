import { type ForeignForms, hintOf } from './selector-hints.ts'

/** What other languages of paths into JSON write. */
const JSON_FORMS: ForeignForms = [
  [/\[\s*\?/, () => 'Items are chosen by "where" beside the path, with "all": {"price": {"max": 10}}.'],
  [/\[\s*\(/, () => 'The last item is "[-1]".'],
  [
    /\[\s*-?\d*\s*[:,]\s*-?\d*/,
    () => 'Read the whole list with "all": true; "limit" keeps its first items. One item is "[0]" or "[-1]".',
  ],
  [/\[\s*\]|\.\*|\[#\]/, () => 'Every item of a list, or value of an object, is "[*]": "offers[*].price".'],
  [/\|/, () => 'A path leads all the way, "store.book"; "transform" changes what is there.'],
  [/\]\?/, () => 'Leave out the "?": a path that leads nowhere gives null.'],
  [/\.["']/, () => 'A key in quotes stands in brackets: a["first name"].'],
  [/\.\[/, () => 'Leave out the dot before the bracket: "items[0]".'],
  [/\[\s*[A-Za-z_]/, () => 'A key in brackets stands in quotes: a["name"].'],
]

const PATH_HINT = `A path reads like props.items[0]['first name'], offers[*].price or steps..text.`

/** Returns what to write in place of a text that is no path into JSON. */
export const pathHint = (path: unknown): string =>
  (typeof path === 'string' && hintOf(JSON_FORMS, path)) || PATH_HINT

/** Functions of later versions of XPath and of other tools, and what does the same here. */
const FOREIGN_FUNCTIONS: Readonly<Record<string, string>> = {
  matches: 'Read the text, and give the rule a "pattern", or a list a "where".',
  're:test': 'Read the text, and give the rule a "pattern", or a list a "where".',
  're:match': 'Use the transform {"regex": …}.',
  'ends-with': 'CSS does it: "a[href$=\'.pdf\']".',
  'lower-case': 'Use the transform "lower", or in a condition translate(., "ABC", "abc").',
  'upper-case': 'Use the transform "upper", or in a condition translate(., "abc", "ABC").',
  'string-join': 'Read all with "all": true, and use the transform {"join": ", "}.',
  tokenize: 'Use the transform {"split": " "}.',
  replace: 'Use the transform {"replace": ["a", "b"]}.',
  're:replace': 'Use the transform {"replace": {"pattern": "a", "with": "b"}}.',
  'distinct-values': 'Read all with "all": true, and "unique_by": true.',
  exists: 'Name the nodes alone: "//a[b]".',
  empty: 'Write not(…): "//a[not(b)]".',
  'has-class': 'CSS does it: "a.name".',
  data: 'Write string(…).',
  max: 'Read all with "all": true, and use the transforms "number" and "max".',
  min: 'Read all with "all": true, and use the transforms "number" and "min".',
  avg: 'Read all with "all": true, and use the transforms "number" and "avg".',
  if: 'Use "any", which tries one rule after the other.',
}

const XPATH_FORMS: ForeignForms = [
  [/^\s*[.#][A-Za-z_-]/, () => 'A CSS selector goes into the key "css".'],
  [/[\w\])]@[\w:-]+\s*$/, () => 'An attribute is a step of its own: "//a/@href".'],
  [
    /\/(string|normalize-space|number|concat|substring(?:-before|-after)?|lower-case|upper-case)\(/,
    ([, name]) =>
      `A function is no step of XPath 1.0: it stands around a path, as in "${asOuter(name!)}(//h1)".`,
  ],
  [/\b(eq|ne|lt|le|gt|ge)\s/, ([, word]) => `Write "${SIGNS[word!]}" for "${word}".`],
  [/\b(for|some|every|except|intersect|to)\s/, ([, word]) => `XPath 1.0 has no "${word}".`],
]

const SIGNS: Readonly<Record<string, string>> = { eq: '=', ne: '!=', lt: '<', le: '<=', gt: '>', ge: '>=' }

const asOuter = (name: string) => (name.endsWith('-case') ? 'normalize-space' : name)

/** Returns what to write in place of an XPath that cannot be read; undefined if it resembles nothing known. */
export function xpathHint(xpath: string): string | undefined {
  const known = hintOf(XPATH_FORMS, xpath)
  if (known !== undefined) return known
  const called = [...xpath.matchAll(/(?<![\w:-])([a-z][\w:-]*)\s*\(/g)].map(([, name]) => name!)
  const foreign = called.find(name => Object.hasOwn(FOREIGN_FUNCTIONS, name))
  return foreign === undefined ? undefined : `XPath 1.0 has no ${foreign}(). ${FOREIGN_FUNCTIONS[foreign]}`
}
