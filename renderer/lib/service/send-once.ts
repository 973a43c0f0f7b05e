/** What is pressed twice by mistake is so within this time, and the call that it asks for comes no later after it. */
const DOUBLE_PRESS_MS = 500

interface Sent {
  text: string
  answer: Promise<unknown>
  isOpen: boolean
}

/** The last change; another one may have another answer after it. */
let last: Sent | undefined
let enteredAt = Number.NEGATIVE_INFINITY
let secondPressAt = Number.NEGATIVE_INFINITY

const isRecent = (at: number) => performance.now() - at < DOUBLE_PRESS_MS

/** What the Enter key clicks, once for each time that a held one repeats. */
const CLICKED_BY_ENTER = 'button, a'

/**
 * Begins to tell the second click of a double click, and an Enter key that is pressed twice or held, from those that are
 * meant. A held one clicks once: it would go on to answer the question that the first click asks.
 */
export function watchDoublePresses(target: EventTarget): void {
  const clicked = (event: Event) => {
    const { detail } = event as UIEvent
    if (detail > 1) secondPressAt = performance.now()
    // A click by a key has the detail 0.
    if (detail === 1) secondPressAt = Number.NEGATIVE_INFINITY
  }
  const pressed = (event: Event) => {
    const { key, repeat } = event as KeyboardEvent
    if (key !== 'Enter') return
    if (repeat || isRecent(enteredAt)) secondPressAt = performance.now()
    enteredAt = performance.now()
    if (repeat && (event.target as Element).closest?.(CLICKED_BY_ENTER)) event.preventDefault()
  }
  target.addEventListener('click', clicked, { capture: true })
  target.addEventListener('keydown', pressed, { capture: true })
}

/** Whether what was pressed last was so a second time, or held, by mistake. */
export const isSecondPress = (): boolean => isRecent(secondPressAt)

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
 * Sends a change. One that is asked for again while it is under way, or by a second press that was not meant, is sent once
 * and answered twice.
 */
export function sendOnce<T>(id: string, asked: unknown, send: () => Promise<T>): Promise<T> {
  const text = JSON.stringify([id, asked], withFileNumbers)
  if (last?.text === text && (last.isOpen || isSecondPress())) return last.answer as Promise<T>
  const answer = send()
  const sent: Sent = { text, answer, isOpen: true }
  last = sent
  const forget = () => {
    if (last === sent) last = undefined
  }
  const answered = () => {
    sent.isOpen = false
    setTimeout(forget, DOUBLE_PRESS_MS)
  }
  answer.then(answered, forget)
  return answer
}
