import type { IncomingHttpHeaders } from 'node:http'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server'
import { isObject } from '../base/is-object.ts'

/** The protocol revision whose requests are self-contained, without a handshake. */
const MODERN = '2026-07-28'

/** A message that needs only one JSON answer. */
export interface PlainMessage {
  id: string | number
  isModern: boolean
  /** Absent if the message lists the tools. */
  call?: { name: string; given: Record<string, unknown> }
}

type Node = Record<string, unknown>

const LIST_FIELDS = ['_meta']
const CALL_FIELDS = ['_meta', 'name', 'arguments']

const hasOnly = (node: Node, names: readonly string[]) =>
  Object.keys(node).every(name => names.includes(name))

/** True if both body and headers name the current revision. */
function isModern(headers: IncomingHttpHeaders, { method, params }: Node, meta: Node): boolean {
  const info = meta[CLIENT_INFO_META_KEY]
  return (
    meta[PROTOCOL_VERSION_META_KEY] === MODERN &&
    headers['mcp-protocol-version'] === MODERN &&
    headers['mcp-method'] === method &&
    headers['mcp-name'] === (params as Node).name &&
    isObject<Node>(info) &&
    typeof info.name === 'string' &&
    typeof info.version === 'string' &&
    isObject<Node>(meta[CLIENT_CAPABILITIES_META_KEY])
  )
}

const isLegacy = ({ 'mcp-protocol-version': version = '2025-03-26' }: IncomingHttpHeaders, meta: Node) =>
  SUPPORTED_PROTOCOL_VERSIONS.includes(String(version)) &&
  !Object.keys(meta).some(key => key.startsWith('io.modelcontextprotocol/'))

const takesBoth = ({ accept = '', 'content-type': type = '' }: IncomingHttpHeaders) =>
  accept.includes('application/json') &&
  accept.includes('text/event-stream') &&
  type.startsWith('application/json')

/**
 * Returns the two common kinds of messages if they are unambiguous: listing the tools, and calling a tool without progress.
 * Undefined for all others, which the library answers or refuses.
 */
export function plainMessage(headers: IncomingHttpHeaders, message: unknown): PlainMessage | undefined {
  if (!isObject<Node>(message) || !takesBoth(headers) || message.jsonrpc !== '2.0') return
  const { id, method, params = {} } = message
  if ((typeof id !== 'string' && typeof id !== 'number') || !isObject<Node>(params)) return
  const { _meta: meta = {}, name, arguments: given = {} } = params
  if (!isObject<Node>(meta) || 'progressToken' in meta) return
  const modern = isModern(headers, { method, params }, meta)
  if (!modern && !isLegacy(headers, meta)) return
  if (method === 'tools/list' && hasOnly(params, LIST_FIELDS)) return { id, isModern: modern }
  if (method !== 'tools/call' || !hasOnly(params, CALL_FIELDS)) return
  return typeof name === 'string' && isObject<Node>(given)
    ? { id, isModern: modern, call: { name, given } }
    : undefined
}
