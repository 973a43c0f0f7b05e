type Holder = Record<string, unknown>

/** Removes a value. A list closes the gap, since JSON has no gaps. */
function take(holder: Holder, key: string): unknown {
  const value = holder[key]
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
  return value
}

/** What may happen to a value of a payload when its platform changes: it is removed, moved, cut or given another shape. */
const CHANGES: ((holder: Holder, key: string) => void)[] = [
  take,
  (holder, key) => {
    const value = take(holder, key)
    if (Array.isArray(holder)) holder.push(value)
    else holder[`${key}V2`] = value
  },
  (holder, key) => (holder[key] = [holder[key]]),
  (holder, key) => (holder[key] = { value: holder[key] }),
  (holder, key) => (holder[key] = []),
  (holder, key) => (holder[key] = {}),
  (holder, key) => (holder[key] = null),
  (holder, key) => (holder[key] = 'text'),
  (holder, key) => (holder[key] = -1),
  (holder, key) => (holder[key] = cut(holder[key])),
]

/** A copy of a payload with one to three changes at places that `random` chooses. */
export function mutate<T extends object>(payload: T, random: () => number): T {
  const copy = structuredClone(payload)
  for (let left = 1 + Math.floor(random() * 3); left > 0; left--) {
    const [holder, key] = placeIn(copy as Holder, random)
    if (key !== undefined) pick(CHANGES, random)(holder, key)
  }
  return copy
}

/** Walks down from the root and stops at random, so that shallow places are as likely as deep ones. */
function placeIn(root: Holder, random: () => number): [holder: Holder, key: string | undefined] {
  let holder = root
  let key = pick(Object.keys(holder), random)
  while (random() < 0.9) {
    const value = holder[key]
    if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) break
    holder = value as Holder
    key = pick(Object.keys(holder), random)
  }
  return [holder, key]
}

const pick = <T>(items: T[], random: () => number): T => items[Math.floor(random() * items.length)]!

const cut = (value: unknown) => {
  if (typeof value === 'string' || Array.isArray(value)) return value.slice(0, Math.floor(value.length / 2))
  return null
}

/** What may happen to the text of a page: it is cut off, or a piece of it is lost, doubled, reversed or has its digits changed. */
const TEXT_CHANGES: ((text: string, from: number, to: number) => string)[] = [
  (text, from) => text.slice(0, from),
  (text, from, to) => text.slice(0, from) + text.slice(to),
  (text, from, to) => text.slice(0, to) + text.slice(from),
  (text, from, to) => text.slice(0, from) + [...text.slice(from, to)].reverse().join('') + text.slice(to),
  (text, from, to) => text.slice(0, from) + text.slice(from, to).replace(/\d/g, '0') + text.slice(to),
]

/** A page with one change at a place that `random` chooses. */
export function mutateText(text: string, random: () => number): string {
  const from = Math.floor(random() * text.length)
  const to = from + Math.floor(random() ** 3 * 2_000)
  return pick(TEXT_CHANGES, random)(text, from, to)
}
