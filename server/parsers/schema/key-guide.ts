/** What a key of a rule says, and what its value is. */
interface KeyGuide {
  /** What forms call it. */
  label: string
  value: 'text' | 'flag' | 'type' | 'json' | 'fields' | 'rules'
  hint: string
}

/** All keys of the language, for user interfaces that help to write schemas. */
export const KEY_GUIDE: Readonly<Record<string, KeyGuide>> = {
  css: {
    label: 'CSS',
    value: 'text',
    hint: 'Elements by CSS selector; @name at its end reads an attribute.',
  },
  any: { label: 'First of', value: 'rules', hint: 'Several rules; the first that has a value counts.' },
  const: { label: 'Constant', value: 'json', hint: 'The same value on every page.' },
  meta: {
    label: 'Meta',
    value: 'text',
    hint: 'A meta element, by its property, name or itemprop: og:title.',
  },
  jsonld: {
    label: 'Linked data',
    value: 'text',
    hint: 'Linked data (JSON-LD) of the page, by its @type: Product.',
  },
  script: {
    label: 'Script',
    value: 'text',
    hint: 'Data in a script, by its id or the variable that it assigns.',
  },
  network: {
    label: 'Network',
    value: 'text',
    hint: 'Data that the page fetched in a browser, by its address: /api/products*.',
  },
  json: { label: 'JSON path', value: 'text', hint: 'A path in the current JSON: offers[0].price.' },
  path: { label: 'Path', value: 'text', hint: 'Where in the JSON: offers[0].price.' },
  xpath: {
    label: 'XPath',
    value: 'text',
    hint: 'Elements, attributes or texts by XPath 1.0: //dt[.="Weight"]/following-sibling::dd.',
  },
  regex: {
    label: 'Pattern',
    value: 'text',
    hint: 'A pattern (RE2) in the text of the element; its first group is the value.',
  },
  group: {
    label: 'Group of the pattern',
    value: 'json',
    hint: 'The name or number of the group of a pattern that is the value.',
  },
  url: {
    label: 'Address',
    value: 'text',
    hint: 'A part of the address of the page: host, path, query.page.',
  },
  header: { label: 'Header', value: 'text', hint: 'A header of the answer, or :status.' },
  table: {
    label: 'Table',
    value: 'text',
    hint: 'A table by CSS selector: its rows as objects, by its headings.',
  },
  headers: {
    label: 'Headings',
    value: 'text',
    hint: 'Where the names of a table are: auto, top, left or none.',
  },
  column: { label: 'Column', value: 'text', hint: 'The cell of a row below this heading.' },
  parent: { label: 'Parent item', value: 'text', hint: 'A field of the item around this one.' },
  index: {
    label: 'Position',
    value: 'json',
    hint: 'The place of the item in its list, counted from 0 or 1.',
  },
  template: { label: 'Template', value: 'text', hint: 'A text with other fields in it: ${brand} ${name}.' },
  read: {
    label: 'Read',
    value: 'text',
    hint: 'What of the element is read: text, own_text, html, markdown, count, exists, @name …',
  },
  remove: {
    label: 'Leave out',
    value: 'text',
    hint: 'What is left out before reading, by selector: sup, .ad.',
  },
  pick: { label: 'Which match', value: 'json', hint: 'One of the matches: first, last or an index.' },
  where: {
    label: 'Only items where',
    value: 'json',
    hint: 'Which items stay, by the values of their fields.',
  },
  unique_by: {
    label: 'Unique by',
    value: 'json',
    hint: 'Of items that agree in these fields, the first stays.',
  },
  sort_by: {
    label: 'Sort by',
    value: 'json',
    hint: 'The order of the items: price, or -price from the largest.',
  },
  limit: { label: 'Limit', value: 'json', hint: 'How many items at most.' },
  min_items: { label: 'At least (items)', value: 'json', hint: 'A shorter list counts as missing.' },
  max_items: { label: 'At most (items)', value: 'json', hint: 'A longer list counts as missing.' },
  transform: {
    label: 'Steps',
    value: 'json',
    hint: 'Steps that change the text before its type: trim, replace, split …',
  },
  locale: { label: 'Language', value: 'text', hint: 'How numbers and dates are written: de, en-GB.' },
  formats: {
    label: 'Date formats',
    value: 'json',
    hint: 'How dates are written, as a list: ["DD.MM.YYYY"].',
  },
  timezone: { label: 'Time zone', value: 'text', hint: 'The zone of times that name none: Europe/Berlin.' },
  currency: { label: 'Currency', value: 'text', hint: 'The currency of prices that name none: EUR.' },
  pattern: {
    label: 'Must match',
    value: 'text',
    hint: 'What the text must look like (RE2); anything else is null.',
  },
  min: { label: 'Minimum', value: 'json', hint: 'The least value; anything below is null.' },
  max: { label: 'Maximum', value: 'json', hint: 'The greatest value; anything above is null.' },
  enum: { label: 'Allowed values', value: 'json', hint: 'The only values there are; anything else is null.' },
  on_error: {
    label: 'On a wrong value',
    value: 'text',
    hint: 'What a wrong value leads to: skip_item leaves its item out, fail ends the parse.',
  },
  all: { label: 'All matches', value: 'flag', hint: 'Every match, as a list.' },
  fields: { label: 'Fields', value: 'fields', hint: 'An object from each match, each field from inside it.' },
  microdata: {
    label: 'Microdata',
    value: 'text',
    hint: 'An item of microdata (itemscope) of the page, by its type: Product.',
  },
  zip: {
    label: 'Joined lists',
    value: 'rules',
    hint: 'Lists of objects that become one list, by the field "by".',
  },
  by: { label: 'Joined by', value: 'text', hint: 'The field in which objects of a zip agree.' },
  until: {
    label: 'Until',
    value: 'text',
    hint: 'All from the match up to the next sibling of this selector: h2.',
  },
  empty: {
    label: 'Empty objects',
    value: 'text',
    hint: 'keep or drop: what becomes of an object whose fields are all empty.',
  },
  group_by: { label: 'Group by', value: 'text', hint: 'Lists of the items by the value of this field.' },
  entries: {
    label: 'Entries',
    value: 'json',
    hint: 'One object of the items: the field that names an entry, that of its value.',
  },
  follow: {
    label: 'Linked page',
    value: 'json',
    hint: 'Beside fields, more of them from the page behind a link: {"link": "a@href", "fields": {…}}.',
  },
  ref: {
    label: 'Shared rule',
    value: 'text',
    hint: 'A rule of "defs" by its name; the other keys are added to it.',
  },
  $comment: { label: 'Comment', value: 'text', hint: 'A note for those who read the schema.' },
  type: { label: 'Type', value: 'type', hint: 'What the text is turned into; null where it is none.' },
  required: { label: 'Required', value: 'flag', hint: 'A page without a value is an error.' },
  default: { label: 'Default', value: 'json', hint: 'Stands in for null.' },
  description: { label: 'Description', value: 'text', hint: 'A note; it goes into the output schema.' },
}
