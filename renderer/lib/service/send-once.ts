/** The second click of a double click may come this late, when the first one was answered. */
const DOUBLE_CLICK_MS = 500

interface Sent {
  text: string
  answer: Promise<unknown>
}

/** The last change by each operation, while it is open and shortly after. */
const sentLast = new Map<string, Sent>()

const files = new WeakMap<Blob, number>()
let fileCount = 0

/** Files are told apart by what they are, not by what is in them. */
function fileNumber(file: Blob): number {
  const number = files.get(file) ?? ++fileCount
  files.set(file, number)
  return number
}

const withFileNumbers = (_: string, value: unknown) => (value instanceof Blob ? fileNumber(value) : value)

/** Sends a change; one that is asked for twice at once, as by a double click, is sent once and answered twice. */
export function sendOnce<T>(id: string, asked: unknown, send: () => Promise<T>): Promise<T> {
  const text = JSON.stringify(asked, withFileNumbers)
  const before = sentLast.get(id)
  if (before?.text === text) return before.answer as Promise<T>
  const answer = send()
  const sent = { text, answer }
  sentLast.set(id, sent)
  const forget = () => {
    if (sentLast.get(id) === sent) sentLast.delete(id)
  }
  answer.then(() => setTimeout(forget, DOUBLE_CLICK_MS), forget)
  return answer
}
