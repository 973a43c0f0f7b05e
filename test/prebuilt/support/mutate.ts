type Container = Record<string, unknown>

/** Removes a value. A list closes the gap, since JSON has no gaps. */
function removeValue(container: Container, key: string): unknown {
  const value = container[key]
  if (Array.isArray(container)) container.splice(Number(key), 1)
  else delete container[key]
  return value
}

/** What may happen to a value of a payload when its platform changes: it is removed, moved, cut or given another shape. */
const CHANGES: ((container: Container, key: string) => void)[] = [
  removeValue,
  (container, key) => {
    const value = removeValue(container, key)
    if (Array.isArray(container)) container.push(value)
    else container[`${key}V2`] = value
  },
  (container, key) => (container[key] = [container[key]]),
  (container, key) => (container[key] = { value: container[key] }),
  (container, key) => (container[key] = []),
  (container, key) => (container[key] = {}),
  (container, key) => (container[key] = null),
  (container, key) => (container[key] = 'text'),
  (container, key) => (container[key] = -1),
  (container, key) => (container[key] = cut(container[key])),
]

/** A copy of a payload with one to three changes at places that `random` chooses. */
export function mutate<T extends object>(payload: T, random: () => number): T {
  const copy = structuredClone(payload)
  for (let remaining = 1 + Math.floor(random() * 3); remaining > 0; remaining--) {
    const [container, key] = pickPosition(copy as Container, random)
    if (key !== undefined) pick(CHANGES, random)(container, key)
  }
  return copy
}

/** Walks down from the root and stops at random, so that shallow places are as likely as deep ones. */
function pickPosition(root: Container, random: () => number): [holder: Container, key: string | undefined] {
  let container = root
  let key = pick(Object.keys(container), random)
  while (random() < 0.9) {
    const value = container[key]
    if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) break
    container = value as Container
    key = pick(Object.keys(container), random)
  }
  return [container, key]
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
