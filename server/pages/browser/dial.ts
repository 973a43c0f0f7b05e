import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect, isIP, type LookupFunction, type TcpNetConnectOpts } from 'node:net'
import type { Duplex } from 'node:stream'
import { hostOf } from '../allow-list.ts'
import type { Guard } from '../guard.ts'
import { type ProxyEndpoint, proxyEndpoint, proxyToken } from '../proxies/endpoint.ts'
import { type ProxyChoice, routeToProxy } from '../proxies/proxies.ts'
import { assertSentBySite, proxyFailed, proxyRefused } from '../proxies/proxy-errors.ts'
import { connectThroughSocks } from '../proxies/socks.ts'
import type { NetworkTerms } from './proxy-session.ts'

/** Connects to sites that the guard admits, through the proxy of the terms if they name one. */
export interface Dial {
  /** Forwards a request for an `http://` page. Rejects with the error of Node or of the guard. */
  ask(url: URL, request: IncomingMessage, terms: NetworkTerms, signal: AbortSignal): Promise<IncomingMessage>
  /** Opens a connection to the host and port of an address. The signal gives it up. */
  connect(url: URL, terms: NetworkTerms, signal: AbortSignal): Promise<Duplex>
}

const MAX_HEADER_BYTES = 64 * 1024

/**
 * Every connection uses the guard's lookup, so a name cannot resolve to another address between the check and the connect.
 */
export function createDial(guard: Guard): Dial {
  async function lookupFor(url: URL, { allow, proxy }: NetworkTerms): Promise<LookupFunction> {
    const route = guard.admit(url, allow)
    if (proxy && route === 'guarded') await guard.vet(url)
    return guard.lookups[route]
  }

  const lookupOf = (choice: ProxyChoice) => guard.lookups[routeToProxy(guard, choice)]

  const toProxy = (choice: ProxyChoice, endpoint: ProxyEndpoint): RequestOptions => {
    const { kind, hostname, port } = endpoint
    const token = proxyToken(endpoint)
    return {
      protocol: `${kind}:`,
      host: hostname,
      port,
      servername: isIP(hostname) ? '' : hostname,
      lookup: lookupOf(choice),
      headers: token ? { 'proxy-authorization': token } : {},
    } as RequestOptions
  }

  /** Chromium does not support SOCKS5 proxies with a password, so the forward proxy speaks SOCKS5 in its place. */
  const throughSocks = (choice: ProxyChoice, endpoint: ProxyEndpoint, url: URL, port: number) =>
    connectThroughSocks(endpoint, { hostname: hostOf(url), port }, lookupOf(choice))

  /** The request options with which an `http://` request reaches its site. */
  async function requestOptionsFor(
    url: URL,
    { proxy }: NetworkTerms,
    lookup: LookupFunction,
  ): Promise<RequestOptions> {
    const port = Number(url.port || 80)
    const direct = { host: hostOf(url), port, path: url.pathname + url.search, lookup }
    if (!proxy) return direct
    const endpoint = proxyEndpoint(proxy.address)
    if (endpoint.kind !== 'socks5') return { ...toProxy(proxy, endpoint), path: url.href }
    const socket = await throughSocks(proxy, endpoint, url, port)
    // Node prefers any `agent`, even `false`, over `createConnection`, so it must be undefined.
    return { ...direct, agent: undefined, createConnection: () => socket }
  }

  return {
    async ask(url, request, terms, signal) {
      const lookup = await lookupFor(url, terms)
      const { method, headers } = request
      const siteOptions = await requestOptionsFor(url, terms, lookup)
      const sentHeaders = {
        ...endToEnd(headers),
        host: url.host,
        ...(siteOptions.headers as Record<string, string>),
      }
      const answer = send({ ...siteOptions, method, headers: sentHeaders, signal }, request)
      return siteOptions.protocol ? fromProxy(answer, proxyEndpoint(terms.proxy!.address).host) : answer
    },
    async connect(url, terms, signal) {
      const lookup = await lookupFor(url, eitherScheme(terms))
      const port = Number(url.port || 443)
      if (!terms.proxy) return open({ host: hostOf(url), port, lookup, signal })
      const endpoint = proxyEndpoint(terms.proxy.address)
      if (endpoint.kind === 'socks5') return throughSocks(terms.proxy, endpoint, url, port)
      const proxyOptions = { ...toProxy(terms.proxy, endpoint), signal }
      return tunnel(proxyOptions, `${url.hostname}:${port}`, endpoint.host)
    },
  }
}

async function fromProxy(pendingAnswer: Promise<IncomingMessage>, host: string): Promise<IncomingMessage> {
  const answer = await pendingAnswer.catch(error => {
    throw proxyFailed(error, host)
  })
  try {
    assertSentBySite({ status: answer.statusCode!, headers: answer.headers }, host)
  } catch (error) {
    answer.destroy()
    throw error
  }
  return answer
}

/** A CONNECT request does not reveal whether the tunnel is for `ws://` or `https://`, so either may be allowed. */
const eitherScheme = ({ allow, ...terms }: NetworkTerms): NetworkTerms => ({
  ...terms,
  allow: allow && (url => allow(url) || allow(new URL(url.href.replace(/^https:\/\/(.*)\/$/, 'http://$1')))),
})

const CONNECTION_FIELDS = /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|proxy-.*)$/

const endToEnd = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_FIELDS.test(name)))

function send(options: RequestOptions, body: IncomingMessage): Promise<IncomingMessage> {
  const request = options.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    // A browser reads answers with folded headers or bare line feeds, too. The connection serves only this request.
    const tolerant = { insecureHTTPParser: true, maxHeaderSize: MAX_HEADER_BYTES }
    const outgoing = request({ agent: false, ...options, ...tolerant }, resolve)
    outgoing.on('error', reject)
    outgoing.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(Object.assign(new Error('HTTP status 101'), { code: 'HPE_UNEXPECTED_UPGRADE' }))
    })
    body.pipe(outgoing)
  })
}

function open(options: TcpNetConnectOpts): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...options, noDelay: true }, () => resolve(socket))
    socket.on('error', reject)
  })
}

function tunnel(proxy: RequestOptions, authority: string, proxyHost: string): Promise<Duplex> {
  const request = proxy.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    request({ ...proxy, method: 'CONNECT', path: authority, agent: false })
      .on('error', error => reject(proxyFailed(error, proxyHost)))
      .on('connect', ({ statusCode }, socket) => {
        if (statusCode === 200) return resolve(socket)
        socket.destroy()
        reject(proxyRefused(String(statusCode), proxyHost))
      })
      .end()
  })
}
