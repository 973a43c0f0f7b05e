// For hosts that speak to programs only: every line of JSON that comes in goes to Winnow as a request, every message of
// its answers goes out as a line. Runs by itself in the Node of the host, so it uses nothing but Node.

const { WINNOW_URL = 'http://127.0.0.1:8787/mcp', WINNOW_KEY = '' } = process.env
const PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion'

/** Requests under way, by id: what stops each. */
const open = new Map()
/** The revision that a handshake has settled. */
let agreed

const write = message => process.stdout.write(`${JSON.stringify(message)}\n`)

/** A name as a header can have it. */
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

/** The messages of an answer: one, or those of a stream as they come. */
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

/** Tells a host what is wrong in words that its user understands. */
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
  // A request is taken back by hanging up: the service keeps no sessions in which it could be named.
  if (message.method === 'notifications/cancelled') return open.get(message.params?.requestId)?.abort()
  return send(message)
}

const takeWords = line => line.trim() && take(line)

/** What came in behind the last line. */
let begun = ''

// Node's own reader of lines ends one at U+2028 as well, which JSON may have in its texts.
process.stdin
  .setEncoding('utf8')
  .on('data', chunk => {
    const lines = (begun + chunk).split('\n')
    begun = lines.pop()
    lines.forEach(takeWords)
  })
  .on('end', () => takeWords(begun))
