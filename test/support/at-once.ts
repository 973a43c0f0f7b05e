import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import type { RequestOptions, TestApp } from './start-app.ts'

/** A request to send together with others; `asOwner` sends it as the owner instead of with the key. */
interface RequestAtOnce extends Pick<RequestOptions, 'method' | 'json' | 'headers'> {
  path: string
  asOwner?: boolean
}

interface AnswerAtOnce {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any
}

/**
 * Sends requests in one turn of the event loop, over connections that are open already, so that the service gets all of them
 * before it writes anything for the first.
 */
export async function callAtOnce(service: TestApp, requests: RequestAtOnce[]): Promise<AnswerAtOnce[]> {
  const { hostname, port } = new URL(service.url)
  const sockets = await Promise.all(requests.map(() => openSocket(Number(port), hostname)))
  // The service accepts a connection a little after the client has it.
  await service.call('/v1/credits')
  requests.forEach((request, i) => {
    sockets[i]!.write(messageOf(service, request))
  })
  return Promise.all(sockets.map(readAnswer))
}

async function openSocket(port: number, host: string): Promise<Socket> {
  const socket = connect(port, host)
  await once(socket, 'connect')
  return socket
}

function messageOf({ url, key, app }: TestApp, { path, json, asOwner, ...request }: RequestAtOnce): string {
  const body = json === undefined ? '' : JSON.stringify(json)
  const method = request.method ?? (body ? 'POST' : 'GET')
  const headers = {
    host: new URL(url).host,
    connection: 'close',
    'content-length': String(Buffer.byteLength(body)),
    ...(body && { 'content-type': 'application/json' }),
    ...(asOwner ? { authorization: `Bearer ${app.adminToken}` } : { 'x-api-key': key }),
    ...request.headers,
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n')
}

async function readAnswer(socket: Socket): Promise<AnswerAtOnce> {
  const [head = '', body] = (await text(socket)).split('\r\n\r\n')
  return { status: Number(/^HTTP\/1.1 (\d+)/.exec(head)?.[1]), json: body ? JSON.parse(body) : undefined }
}
