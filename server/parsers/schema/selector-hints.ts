/** What people write in another language, and what to write instead. The first form that fits counts. */
export type ForeignForms = readonly [form: RegExp, hint: (found: RegExpExecArray) => string][]

/** Returns what to write in place of a text; undefined if it resembles nothing known. */
export function hintOf(forms: ForeignForms, text: string): string | undefined {
  for (const [form, hint] of forms) {
    const found = form.exec(text)
    if (found) return hint(found)
  }
  return undefined
}

/**
 * A name as frameworks of utility classes form them: `.md:flex`, `.w-1/2`, `.p-2.5`, `.w-[100px]`. CSS takes the signs in it for
 * signs of its own.
 */
const UTILITY_CLASS =
  /[#.][\w-]{0,60}(?:(?:[:/](?=[\w[-])|(?<=\d)\.(?=\d)|(?<=-)\[[^\]\s]{1,60}\])[\w-]{0,60}){1,9}/

/** A name of a feed or a sitemap, such as `media:thumbnail`. In CSS, what follows the colon is a state. */
const XML_NAME =
  /(?:^|[\s>+~,(])(atom|content|dc|dcterms|g|georss|image|itunes|media|news|podcast|slash|video|xhtml|yt):([a-z][\w-]*)(?![\w(-])/i

const escaped = (name: string) => `"${name[0]}${name.slice(1).replace(/[^\w-]/g, '\\\\$&')}"`

/** What people copy from other tools into a selector. */
const FORMS: ForeignForms = [
  [/^\s*(?:xpath=)?(?:\.{0,2}\/)/, () => 'An XPath goes into the key "xpath".'],
  [
    /^\s*(?:document\.|response\.|page\.)?(?:querySelector(?:All)?|\$\$?|jQuery|css|locator)\(/,
    () => 'Write only the selector that stands in the brackets.',
  ],
  [/^\s*css=/, () => 'Write the selector without "css=".'],
  [/^\s*text=/, () => 'Text is matched by "button:contains(\'Words\')".'],
  [
    /^([\s\S]*?)::attr(?:\(\s*["']?([\w:-]{1,50})["']?\s*\))?/,
    ([, before, name = 'href']) =>
      `An attribute stands behind the selector: "${before!.slice(-40)}@${name}".`,
  ],
  [/::text/, () => 'Text is read without "::text"; "read": "own_text" leaves out that of elements inside.'],
  [/::[\w-]+/, ([name]) => `Pages have no elements for "${name}": name the element itself.`],
  [/[\w\])*]\/\s*$/, () => 'An attribute stands directly behind the selector: "a@href".'],
  [XML_NAME, ([, prefix, name]) => `In XML, ":" in a name is escaped, in JSON as "${prefix}\\\\:${name}".`],
  [/:(first|last)(?![\w-])/, ([, name]) => pickHint(`"${name}"`, `:${name}-child`)],
  [/:(?:eq|nth)\(\s*(\d{1,6})\s*\)/, ([, index]) => pickHint(index!, `:nth-child(${Number(index) + 1})`)],
  [/:(?:eq|nth)\(\s*(-\d{1,6})\s*\)/, ([, index]) => pickHint(index!, `:nth-last-child(${-Number(index)})`)],
  [/:(even|odd)(?![\w-])/, ([, name]) => `Write ":nth-child(${name === 'even' ? 'odd' : 'even'})".`],
  [
    /:(gt|lt)\(/,
    ([, name]) =>
      `Write ${name === 'gt' ? '":nth-child(n+3)" for all from the third on' : '"limit" beside "all" for the first few'}.`,
  ],
  [
    /:(visible|hidden|displayed)(?![\w-])/,
    () => 'A page says by a class or an attribute what is hidden, as in ":not([hidden])".',
  ],
  [
    /:(?:has-text|text|text-is|text-matches|containsown|-soup-contains|-soup-contains-own)\(/i,
    () => 'Text is matched by ":contains(\'Words\')", and regardless of case by ":icontains(\'words\')".',
  ],
  [
    /:(?:matches|matchesown|regex)\(/i,
    () => 'A pattern does not go into a selector: read the text, and give the rule a "pattern" or a "where".',
  ],
  [
    /:((?:nth-[\w-]+|not|is|has|where|lang|i?contains))(?![\w(-])/,
    ([, name]) => `":${name}" needs an argument, as in ":${name}(${EXAMPLES[name!] ?? '2'})".`,
  ],
  [/(?:^|[\s>+~,(])(?:[\w-]+|\*)\|[\w*]/, () => 'Leave out the namespace, as in "svg path".'],
  [
    /:(?:hover|active|visited)(?![\w:-])/,
    ([state]) => `Leave out "${state}": a page that is read has no such state.`,
  ],
  [UTILITY_CLASS, ([name]) => `Signs in a name are escaped, in JSON as ${escaped(name!)}.`],
]

const EXAMPLES: Readonly<Record<string, string>> = {
  not: '.ad',
  is: 'h1, h2',
  has: '> img',
  where: 'h1, h2',
  lang: 'en',
  contains: "'Words'",
  icontains: "'words'",
}

const pickHint = (pick: string, within: string) =>
  `At its end, write "pick": ${pick} beside the selector instead; within it, "${within}".`

/** Names of XML that CSS takes for an element and a state of it. */
const STATES_IN_XML = new Set(['atom:link', 'itunes:image', 'media:text'])

export const isXmlName = (element: string, state: string): boolean => STATES_IN_XML.has(`${element}:${state}`)

/** Returns what to write in place of a selector that is none; undefined if it resembles nothing known. */
export const selectorHint = (css: string): string | undefined => hintOf(FORMS, css)
