import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

/** The answer of a tool as a client returns it, after its own checks. */
export interface ToolAnswer {
  content: { type: string; text?: string }[]
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
  structuredContent?: any
  isError?: boolean
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
  _meta?: any
}

export interface ListedTool {
  name: string
  description?: string
  // biome-ignore lint/suspicious/noExplicitAny: JSON Schemas
  inputSchema: any
  // biome-ignore lint/suspicious/noExplicitAny: JSON Schemas
  outputSchema?: any
  annotations?: Record<string, unknown>
}

/** A client of the protocol, in any revision. */
export interface ToolClient {
  /** What the server says about its tools as a whole. */
  instructions(): string | undefined
  /** Lists the tools; the client checks results against their schemas from then on. */
  tools(): Promise<ListedTool[]>
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolAnswer>
  close(): Promise<void>
}

export interface CallOptions {
  signal?: AbortSignal
  onprogress?: (progress: { progress: number; message?: string | undefined }) => void
}

export interface Endpoint {
  url: string
  headers: Record<string, string>
}

const transport = ({ url, headers }: Endpoint) => ({
  url: new URL(url),
  options: { requestInit: { headers } },
})

async function newClient(endpoint: Endpoint, mode: 'legacy' | { pin: string }): Promise<ToolClient> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  const { url, options } = transport(endpoint)
  await client.connect(new StreamableHTTPClientTransport(url, options))
  return {
    instructions: () => client.getInstructions(),
    tools: async () => (await client.listTools()).tools as ListedTool[],
    call: async (name, args = {}, options) =>
      (await client.callTool({ name, arguments: args }, options)) as ToolAnswer,
    close: () => client.close(),
  }
}

async function oldClient(endpoint: Endpoint): Promise<ToolClient> {
  const client = new OldClient({ name: 'test', version: '1.0.0' })
  const { url, options } = transport(endpoint)
  await client.connect(new OldTransport(url, options) as Parameters<OldClient['connect']>[0])
  return {
    instructions: () => client.getInstructions(),
    tools: async () => (await client.listTools()).tools as ListedTool[],
    call: async (name, args = {}, options) =>
      (await client.callTool({ name, arguments: args }, undefined, options)) as ToolAnswer,
    close: () => client.close(),
  }
}

/** The clients in use: the current library with and without a handshake, and the library before it. */
export const CLIENTS = {
  'today’s client, without a handshake': (endpoint: Endpoint) => newClient(endpoint, { pin: '2026-07-28' }),
  'today’s client, with a handshake': (endpoint: Endpoint) => newClient(endpoint, 'legacy'),
  'the client before it': oldClient,
}

/** Connects the current client, for tests in which the client does not matter. */
export const connect = (url: string, key: string, more: Record<string, string> = {}, query = '') =>
  newClient({ url: `${url}/mcp${query}`, headers: { 'x-api-key': key, ...more } }, { pin: '2026-07-28' })
