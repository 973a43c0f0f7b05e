/** The second click of a double click comes no later than this, and the call that it asks for no later after it. */
const DOUBLE_CLICK_MS = 500

interface Sent {
  text: string
  answer: Promise<unknown>
  isOpen: boolean
}

/** The last change; another one may have another answer after it. */
let last: Sent | undefined
let secondClickAt = Number.NEGATIVE_INFINITY

/** Begins to tell second clicks of a double click from clicks that are meant. */
export function watchDoubleClicks(target: EventTarget): void {
  const clicked = (event: Event) => {
    if ((event as UIEvent).detail > 1) secondClickAt = performance.now()
  }
  target.addEventListener('click', clicked, { capture: true })
}

const isOfDoubleClick = () => performance.now() - secondClickAt < DOUBLE_CLICK_MS

const files = new WeakMap<Blob, number>()
let fileCount = 0

/** Files are told apart by what they are, not by what is in them. */
function fileNumber(file: Blob): number {
  const number = files.get(file) ?? ++fileCount
  files.set(file, number)
  return number
}

const withFileNumbers = (_: string, value: unknown) => (value instanceof Blob ? fileNumber(value) : value)

/**
 * Sends a change. One that is asked for again while it is under way, or by the second click of a double click, is sent once
 * and answered twice.
 */
export function sendOnce<T>(id: string, asked: unknown, send: () => Promise<T>): Promise<T> {
  const text = JSON.stringify([id, asked], withFileNumbers)
  if (last?.text === text && (last.isOpen || isOfDoubleClick())) return last.answer as Promise<T>
  const answer = send()
  const sent: Sent = { text, answer, isOpen: true }
  last = sent
  const forget = () => {
    if (last === sent) last = undefined
  }
  const answered = () => {
    sent.isOpen = false
    setTimeout(forget, DOUBLE_CLICK_MS)
  }
  answer.then(answered, forget)
  return answer
}
