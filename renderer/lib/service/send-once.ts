/** Two presses within this time count as accidental. The second call follows its press within the same time. */
const DOUBLE_PRESS_MS = 500

interface SentChange {
  text: string
  answer: Promise<unknown>
  isOpen: boolean
}

/** The last change that was sent. Once another change follows it, repeating it may have another result. */
let lastChange: SentChange | undefined
let enteredAt = Number.NEGATIVE_INFINITY
let secondPressAt = Number.NEGATIVE_INFINITY

const isRecent = (at: number) => performance.now() - at < DOUBLE_PRESS_MS

/** Elements that the Enter key clicks. A held key repeats the click. */
const CLICKED_BY_ENTER = 'button, a'

/**
 * Watches for accidental second presses: the second click of a double click, and an Enter key that is pressed twice or
 * held. A held Enter key clicks only once, since it would otherwise answer the question that the first click asks.
 */
export function watchDoublePresses(target: EventTarget): void {
  const onClick = (event: Event) => {
    const { detail } = event as UIEvent
    if (detail > 1) secondPressAt = performance.now()
    // A click by keyboard has the detail 0.
    if (detail === 1) secondPressAt = Number.NEGATIVE_INFINITY
  }
  const onKeyDown = (event: Event) => {
    const { key, repeat } = event as KeyboardEvent
    if (key !== 'Enter') return
    if (repeat || isRecent(enteredAt)) secondPressAt = performance.now()
    enteredAt = performance.now()
    if (repeat && (event.target as Element).closest?.(CLICKED_BY_ENTER)) event.preventDefault()
  }
  target.addEventListener('click', onClick, { capture: true })
  target.addEventListener('keydown', onKeyDown, { capture: true })
}

/** Whether the last press was an accidental second one, or a held key. */
export const isSecondPress = (): boolean => isRecent(secondPressAt)

const files = new WeakMap<Blob, number>()
let fileCount = 0

/** Numbers files by identity, not by content. */
function fileNumber(file: Blob): number {
  const number = files.get(file) ?? ++fileCount
  files.set(file, number)
  return number
}

const withFileNumbers = (_: string, value: unknown) => (value instanceof Blob ? fileNumber(value) : value)

/**
 * Sends a change. If the same change is requested again while it is in progress, or by an accidental second press, it is
 * sent only once and both callers get the same answer.
 */
export function sendOnce<T>(id: string, input: unknown, send: () => Promise<T>): Promise<T> {
  const text = JSON.stringify([id, input], withFileNumbers)
  if (lastChange?.text === text && (lastChange.isOpen || isSecondPress()))
    return lastChange.answer as Promise<T>
  const answer = send()
  const change: SentChange = { text, answer, isOpen: true }
  lastChange = change
  const forget = () => {
    if (lastChange === change) lastChange = undefined
  }
  const onAnswer = () => {
    change.isOpen = false
    setTimeout(forget, DOUBLE_PRESS_MS)
  }
  answer.then(onAnswer, forget)
  return answer
}
