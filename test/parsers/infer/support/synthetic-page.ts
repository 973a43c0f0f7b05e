import type { Json } from '../../../../server/parsers/parser-schema.ts'

/** A handwritten page, and the values that a reader would find on it. */
export interface SyntheticPage {
  html: string
  url: string
  values: Record<string, Json>
  /** All items of its list, in order. */
  items: Record<string, Json>[]
}

/** Random choices that are the same for the same seed. */
export function createSeededRandom(seed: number) {
  let state = (seed + 1) * 2_654_435_761
  const below = (limit: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!
  /** A class name as build tools generate them, new on every page. */
  const hash = () =>
    `${pick(['css', 'sc', '_'])}-${pick('bcdfgh'.split(''))}${below(9)}x${below(90)}Q${pick('zkv'.split(''))}w`
  return { below, pick, hash }
}
export type SeededRandom = ReturnType<typeof createSeededRandom>

const WORDS =
  `amber birch copper delta ember fjord garnet harbour iris juniper kestrel lantern meadow nimbus orchid pebble quartz
  river saffron timber umber velvet willow yarrow zephyr`.split(/\s+/)

export const words = ({ pick }: SeededRandom, count: number) =>
  Array.from({ length: count }, () => pick(WORDS)).join(' ')

export const sentence = (random: SeededRandom, count: number) => {
  const text = words(random, count)
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`
}

export const title = (random: SeededRandom, count: number) =>
  words(random, count).replace(/(?:^|\s)\w/g, letter => letter.toUpperCase())

export const person = ({ pick }: SeededRandom) =>
  `${pick(['Ada', 'Boris', 'Clara', 'Dmitri', 'Elena', 'Farid'])} ${pick(['Keller', 'Okafor', 'Lindqvist', 'Moreau', 'Tanaka'])}`

export const price = ({ below }: SeededRandom) => `${5 + below(900)}.${below(9)}${below(9)}`

/** A page frame with a menu, advertisements, related links and a footer, all of them unwanted. */
export function clutteredPage(random: SeededRandom, head: string, body: string): string {
  const ads = Array.from(
    { length: random.below(3) },
    () => `<div class="${random.hash()} ad"><b>${title(random, 2)}</b> only €${price(random)}</div>`,
  )
  const related = Array.from(
    { length: 2 + random.below(3) },
    () => `<li><a href="/x/${words(random, 1)}">${title(random, 2)}</a> <i>€${price(random)}</i></li>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">${head}</head><body class="${random.hash()}">
<header class="${random.hash()}"><a href="/">Home</a><nav><ul><li><a href="/a">${title(random, 1)}</a><li><a href="/b">${title(random, 1)}</a></ul></nav></header>
${ads.slice(0, 1).join('')}
${body}
${ads.slice(1).join('')}
<aside><h3>Related</h3><ul class="${random.hash()}">${related.join('')}</ul></aside>
<footer><p>© 2026 ${title(random, 2)} GmbH</p><p>Prices in euro</p></footer></body></html>`
}
