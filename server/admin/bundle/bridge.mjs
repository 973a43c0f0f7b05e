// Carries messages between a client that speaks over standard input and output and Winnow, which speaks HTTP.
import { createInterface } from 'node:readline'

const { WINNOW_ADDRESS, WINNOW_KEY } = process.env
const UNREACHABLE = -32_000
let version

const tell = message => process.stdout.write(`${JSON.stringify(message)}\n`)

/** The messages of an answer as they come: one of JSON, or the events of a stream. */
async function* messagesOf(response) {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text()
    if (text) yield JSON.parse(text)
    return
  }
  let rest = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + chunk).split(/\r?\n\r?\n/)
    rest = events.pop()
    for (const event of events) {
      const data = (event.match(/^data:.*$/gm) ?? []).map(line => line.replace(/^data: ?/, '')).join('\n')
      if (data) yield JSON.parse(data)
    }
  }
}

async function carry(message) {
  const response = await fetch(WINNOW_ADDRESS, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-api-key': WINNOW_KEY,
      ...(version && { 'mcp-protocol-version': version }),
    },
    body: JSON.stringify(message),
  })
  for await (const answer of messagesOf(response)) {
    if (answer.error && typeof answer.error === 'string')
      throw new Error(`${answer.error} ${answer.hint ?? ''}`)
    version ??= message.method === 'initialize' ? answer.result?.protocolVersion : undefined
    tell(answer)
  }
}

/** A request must be answered, whatever happens; a notification cannot be. */
function refuse({ id }, error) {
  const text =
    error instanceof TypeError ? `Nobody answers at ${WINNOW_ADDRESS}. Is Winnow running?` : error.message
  if (id !== undefined) tell({ jsonrpc: '2.0', id, error: { code: UNREACHABLE, message: text } })
}

for await (const line of createInterface({ input: process.stdin })) {
  if (!line.trim()) continue
  const message = JSON.parse(line)
  const carried = carry(message).catch(error => refuse(message, error))
  if (message.method === 'initialize') await carried
}
