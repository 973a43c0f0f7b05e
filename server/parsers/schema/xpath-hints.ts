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

const FORMS: readonly [form: RegExp, hint: (found: RegExpExecArray) => string][] = [
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
  for (const [form, hint] of FORMS) {
    const found = form.exec(xpath)
    if (found) return hint(found)
  }
  const called = [...xpath.matchAll(/(?<![\w:-])([a-z][\w:-]*)\s*\(/g)].map(([, name]) => name!)
  const foreign = called.find(name => Object.hasOwn(FOREIGN_FUNCTIONS, name))
  return foreign === undefined ? undefined : `XPath 1.0 has no ${foreign}(). ${FOREIGN_FUNCTIONS[foreign]}`
}
