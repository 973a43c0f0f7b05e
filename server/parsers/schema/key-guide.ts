/** What a key of a rule says, and what its value is. */
export interface KeyGuide {
  value: 'text' | 'flag' | 'type' | 'json' | 'fields' | 'rules'
  hint: string
}

/** Every key of the language, for faces that help to write it. */
export const KEY_GUIDE: Readonly<Record<string, KeyGuide>> = {
  css: { value: 'text', hint: 'Elements by CSS selector; @name at its end reads an attribute.' },
  any: { value: 'rules', hint: 'Several rules; the first that has a value counts.' },
  const: { value: 'json', hint: 'The same value on every page.' },
  meta: { value: 'text', hint: 'A meta element, by its property, name or itemprop: og:title.' },
  jsonld: { value: 'text', hint: 'Linked data (JSON-LD) of the page, by its @type: Product.' },
  script: { value: 'text', hint: 'JSON in a script, by its id or the variable that it assigns.' },
  json: { value: 'text', hint: 'A path in the JSON at hand: offers[0].price.' },
  path: { value: 'text', hint: 'Where in the JSON: offers[0].price.' },
  all: { value: 'flag', hint: 'Every match, as a list.' },
  fields: { value: 'fields', hint: 'An object from each match, each field from inside it.' },
  type: { value: 'type', hint: 'What the text is turned into; null where it is none.' },
  required: { value: 'flag', hint: 'A page without a value is an error.' },
  default: { value: 'json', hint: 'Stands in for null.' },
  description: { value: 'text', hint: 'A note; it goes into the output schema.' },
}
