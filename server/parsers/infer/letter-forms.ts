import { textOf } from '../../html/markup.ts'
import type { PageInput } from '../page-view.ts'
import type { Json } from '../parser-schema.ts'

const BEYOND_ASCII = /[^\0-\x7f]/

/**
 * Returns the values with each word in the Unicode form that the page uses: an `é` may be one character, or an `e` and an
 * accent. Words that the source does not contain, for example because they are written as entities, are in the usual form,
 * NFC.
 */
export function inFormsOf({ text }: PageInput, values: Record<string, Json>): Record<string, Json> {
  if (!BEYOND_ASCII.test(JSON.stringify(values))) return values
  const source = textOf(text)
  const pageForm = (word: string) => {
    if (!BEYOND_ASCII.test(word)) return word
    const composed = word.normalize('NFC')
    return [word, composed, word.normalize('NFD')].find(form => source.includes(form)) ?? composed
  }
  const inForms = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(inForms)
    return typeof value === 'string' ? value.replace(/\S+/g, pageForm) : value
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, inForms(value)]))
}
