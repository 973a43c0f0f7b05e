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
  xpath: {
    value: 'text',
    hint: 'Elements, attributes or texts by XPath 1.0: //dt[.="Weight"]/following-sibling::dd.',
  },
  regex: { value: 'text', hint: 'A pattern (RE2) in the text of the element; its first group is the value.' },
  group: { value: 'json', hint: 'The name or number of the group of a pattern that is the value.' },
  url: { value: 'text', hint: 'A part of the address of the page: host, path, query.page.' },
  header: { value: 'text', hint: 'A header of the answer, or :status.' },
  table: { value: 'text', hint: 'A table by CSS selector: its rows as objects, by its headings.' },
  headers: { value: 'json', hint: 'The headings of a table that has none.' },
  column: { value: 'text', hint: 'The cell of a row below this heading.' },
  parent: { value: 'text', hint: 'A field of the item around this one.' },
  index: { value: 'json', hint: 'The place of the item in its list, counted from 0 or 1.' },
  template: { value: 'text', hint: 'A text with other fields in it: ${brand} ${name}.' },
  read: {
    value: 'text',
    hint: 'What of the element is read: text, own_text, html, markdown, count, exists, @name …',
  },
  remove: { value: 'json', hint: 'Selectors of what is left out before reading.' },
  pick: { value: 'json', hint: 'One of the matches: first, last or an index.' },
  where: { value: 'json', hint: 'Which items stay, by the values of their fields.' },
  unique_by: { value: 'json', hint: 'Of items that agree in these fields, the first stays.' },
  sort_by: { value: 'json', hint: 'The order of the items: price, or -price from the largest.' },
  limit: { value: 'json', hint: 'How many items at most.' },
  min_items: { value: 'json', hint: 'Fewer items are an error.' },
  max_items: { value: 'json', hint: 'More items are an error.' },
  transform: { value: 'json', hint: 'Steps that change the text before its type: trim, replace, split …' },
  locale: { value: 'text', hint: 'How numbers and dates are written: de, en-GB.' },
  formats: { value: 'json', hint: 'How dates are written: dd.MM.yyyy.' },
  timezone: { value: 'text', hint: 'The zone of times that name none: Europe/Berlin.' },
  currency: { value: 'text', hint: 'The currency of prices that name none: EUR.' },
  pattern: { value: 'text', hint: 'What the text must look like (RE2); anything else is null.' },
  min: { value: 'json', hint: 'The least value; anything below is null.' },
  max: { value: 'json', hint: 'The greatest value; anything above is null.' },
  enum: { value: 'json', hint: 'The only values there are; anything else is null.' },
  on_error: {
    value: 'text',
    hint: 'What a wrong value comes to: skip_item leaves its item out, fail ends the parse.',
  },
  all: { value: 'flag', hint: 'Every match, as a list.' },
  fields: { value: 'fields', hint: 'An object from each match, each field from inside it.' },
  type: { value: 'type', hint: 'What the text is turned into; null where it is none.' },
  required: { value: 'flag', hint: 'A page without a value is an error.' },
  default: { value: 'json', hint: 'Stands in for null.' },
  description: { value: 'text', hint: 'A note; it goes into the output schema.' },
}
