// A bridge for hosts that only start programs: sends each line of JSON from standard input to Winnow as a request, and
// writes each message of the answers as a line. Runs in the Node of the host, outside the package, so it imports only
// Node's own modules.

const { WINNOW_URL = 'http://127.0.0.1:8787/mcp', WINNOW_KEY = '' } = process.env
const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion'

/** AbortControllers of the requests in progress, by id. */
const open = new Map()
/** The protocol version that the handshake agreed on. */
let agreed

const write = message => process.stdout.write(`${JSON.stringify(message)}\n`)

/** Encodes a name as a header value. */
const asHeader = name =>
  /^[\x21-\x7e]+$/.test(name) ? name : `=?base64?${Buffer.from(name).toString('base64')}?=`

function headersOf({ method, params }) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'x-api-key': WINNOW_KEY,
  }
  const version = params?._meta?.[PROTOCOL_VERSION]
  if (!version) return agreed ? { ...headers, 'mcp-protocol-version': agreed } : headers
  const name = params.name ?? params.uri
  return {
    ...headers,
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': asHeader(name) }),
  }
}

/** Yields the messages of an answer: a single one, or those of an event stream as they arrive. */
async function* messagesOf(answer) {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await answer.text()
    if (text) yield JSON.parse(text)
    return
  }
  let rest = ''
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    const events = (rest + chunk.replaceAll('\r', '')).split('\n\n')
    rest = events.pop()
    for (const event of events) {
      const lines = event.split('\n').filter(line => line.startsWith('data:'))
      const data = lines.map(line => line.slice(5).trimStart()).join('\n')
      if (data) yield JSON.parse(data)
    }
  }
}

/** Reports an error to a host in words that its user understands. */
function fail({ id }, words) {
  if (id !== undefined) write({ jsonrpc: '2.0', id, error: { code: -32000, message: words } })
}

function pass(message, request) {
  if (request.method === 'initialize' && message.result) agreed = message.result.protocolVersion
  if (message.jsonrpc) write(message)
  else fail(request, [message.error, message.hint].filter(Boolean).join(' '))
}

async function send(request) {
  const stop = new AbortController()
  if (request.id !== undefined) open.set(request.id, stop)
  const init = { method: 'POST', headers: headersOf(request), body: JSON.stringify(request) }
  try {
    const answer = await fetch(WINNOW_URL, { ...init, signal: stop.signal })
    for await (const message of messagesOf(answer)) pass(message, request)
  } catch {
    if (!stop.signal.aborted) fail(request, `Winnow does not answer at ${WINNOW_URL}. Is the app running?`)
  } finally {
    open.delete(request.id)
  }
}

function take(line) {
  let message
  try {
    message = JSON.parse(line)
  } catch {
    return write({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'This line is not JSON.' } })
  }
  // Cancels a request by closing its connection: the service keeps no sessions in which a request could be identified.
  if (message.method === 'notifications/cancelled') return open.get(message.params?.requestId)?.abort()
  return send(message)
}

const takeWords = line => line.trim() && take(line)

/** Input after the last complete line. */
let begun = ''

// Node's readline also splits at U+2028, which may occur in JSON strings.
process.stdin
  .setEncoding('utf8')
  .on('data', chunk => {
    const lines = (begun + chunk).split('\n')
    begun = lines.pop()
    lines.forEach(takeWords)
  })
  .on('end', () => takeWords(begun))
