import { hasWebScheme } from '../../../server/base/web-scheme.ts'
import type { CardPart } from '../../../server/prebuilt/card-parts.ts'
import type { JsonSchema } from '../form/json-schema.ts'
import { isParent } from './json-path.ts'

/** A field of an answer that its card shows. */
export interface CardField {
  path: string[]
  part: CardPart
}

/** The content of a card. */
export interface Card {
  picture: string | null
  name: string | null
  subtitle: string | null
  text: string | null
  link: string | null
  counts: { name: string; value: number }[]
}

/** The maximum length of a text on a card, in characters. */
const MAX_TEXT_LENGTH = 600
/** Picture addresses are long, and useless if they are cut. */
const MAX_ADDRESS_LENGTH = 4_000

/** Returns the fields that an output schema marks for the card, in their order. */
export function cardFieldsOf({ properties = {} }: JsonSchema, path: string[] = []): CardField[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const part = schema['x-card']
    return part ? [{ path: [...path, name], part }] : cardFieldsOf(schema, [...path, name])
  })
}

/** Returns the card of an answer; null if the answer has neither a name nor a subtitle. */
export function cardOf(answer: unknown, fields: readonly CardField[]): Card | null {
  const valuesOf = (part: CardPart) =>
    fields
      .filter(field => field.part === part)
      .map(({ path }) => ({ name: path.at(-1)!, value: valueAt(answer, path) }))
  const textOf = (part: CardPart) =>
    valuesOf(part)
      .map(({ value }) => value)
      .filter(value => typeof value === 'string' && value !== '')
      .join(', ')
      .slice(0, MAX_TEXT_LENGTH) || null
  const [name, subtitle] = [textOf('name'), textOf('subtitle')]
  if (!name && !subtitle) return null
  return {
    picture: pictureIn(valuesOf('picture')[0]?.value),
    name,
    subtitle,
    text: textOf('text'),
    link: addressIn(valuesOf('link')[0]?.value),
    counts: valuesOf('count').flatMap(({ name, value }) =>
      typeof value === 'number' ? [{ name, value }] : [],
    ),
  }
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, name) =>
      isParent(inner) && Object.hasOwn(inner, name) ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  )

/** Returns an address, or that of the widest picture in a list (the first, if several are equally wide). */
function pictureIn(value: unknown): string | null {
  if (!Array.isArray(value)) return addressIn(value)
  let [widest, maxWidth] = [addressOf(value[0]), widthOf(value[0])]
  for (const picture of value)
    if (widthOf(picture) > maxWidth) [widest, maxWidth] = [addressOf(picture), widthOf(picture)]
  return widest
}

const addressOf = (picture: unknown) => addressIn(isParent(picture) ? valueAt(picture, ['url']) : picture)

const widthOf = (picture: unknown) => {
  const width = valueAt(picture, ['width'])
  return typeof width === 'number' ? width : 0
}

const addressIn = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= MAX_ADDRESS_LENGTH && hasWebScheme(value) ? value : null
