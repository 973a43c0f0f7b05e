import { CallError } from './call-error.ts'
import { checkConnection, currentConnection } from './connection.ts'

/** The progress of an upload. */
export interface Progress {
  sent: number
  total: number
}

/** How to cancel a request and follow its progress. */
export interface TransferOptions {
  signal?: AbortSignal | undefined
  onProgress?: ((progress: Progress) => void) | undefined
  /** Called when the response starts to arrive. */
  onHead?: (() => void) | undefined
  /** Called with all text received so far, each time more arrives. */
  onText?: ((text: string) => void) | undefined
}

/** An unparsed answer. The browser keeps a large body outside of the window's memory until it is read. */
export interface RawAnswer {
  status: number
  headers: Headers
  /** The time from sending the request to the last byte of the response, in milliseconds. */
  ms: number
  body: Blob
}

/** Sends a request with `fetch`. Throws CallError if the service cannot be reached. */
export async function download(
  url: string,
  init: RequestInit,
  { signal, onHead, onText }: TransferOptions,
): Promise<RawAnswer> {
  const startedAt = performance.now()
  const response = await fetch(url, { ...init, signal: signal ?? null }).catch(explainNetwork)
  onHead?.()
  const pendingBody = onText && response.ok ? readText(response, onText) : response.blob()
  const body = await pendingBody.catch(explainNetwork)
  return {
    status: response.status,
    headers: response.headers,
    ms: performance.now() - startedAt,
    body,
  }
}

async function readText(response: Response, onText: (text: string) => void): Promise<Blob> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value
    onText(text.slice(0, text.lastIndexOf('\n') + 1))
  }
  return new Blob([text])
}

/** Like `download`, for uploads with progress, which only XMLHttpRequest reports. */
export function upload(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: FormData },
  { signal, onProgress, onHead }: TransferOptions,
): Promise<RawAnswer> {
  signal?.throwIfAborted()
  const startedAt = performance.now()
  const request = new XMLHttpRequest()
  request.open(method, url)
  request.responseType = 'blob'
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress?.({ sent: loaded, total })
  request.onprogress = () => onHead?.()
  signal?.addEventListener('abort', () => request.abort(), { once: true })
  return new Promise((resolve, reject) => {
    request.onload = () =>
      resolve({
        status: request.status,
        headers: headersOf(request),
        ms: performance.now() - startedAt,
        body: request.response,
      })
    request.onerror = () => void checkConnection().then(() => reject(unreachable()))
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    request.send(body)
  })
}

const headersOf = (request: XMLHttpRequest) =>
  new Headers(
    request
      .getAllResponseHeaders()
      .trim()
      .split(/\r?\n/)
      .map(line => line.split(/:\s*(.*)/, 2) as [string, string]),
  )

const RECONNECT =
  'Try again once the window is connected. If Winnow has ended, start it again with `npm start`.'

const unreachable = () => new CallError(0, { error: 'The connection to Winnow was lost.', hint: RECONNECT })

/** Throws CallError if the service was away and still is. */
export async function refuseWhileAway(): Promise<void> {
  if (currentConnection() !== 'away' || (await checkConnection()) !== 'away') return
  throw new CallError(0, { error: 'Winnow does not answer. Nothing was sent.', hint: RECONNECT })
}

/** Converts a network failure to a CallError and throws it; an abort is thrown unchanged. */
export async function explainNetwork(error: unknown): Promise<never> {
  if (error instanceof DOMException && error.name === 'AbortError') throw error
  await checkConnection()
  throw unreachable()
}
