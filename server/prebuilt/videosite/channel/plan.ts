import { AppError } from '../../../base/errors.ts'
import type { Payload } from '../../define-prebuilt.ts'
import { at, find, stringAt } from '../../json-walk.ts'
import { firstThatWorks, isUpstreamFailure } from '../../try-sources.ts'
import type { Get, Upstream } from '../../upstream.ts'
import { upstreamError } from '../../upstream-errors.ts'
import { ask, askPage, browsePage } from '../ask.ts'
import { videosite } from '../platform.ts'
import { encodeMessage, encodeToken } from '../protobuf.ts'
import { channelIdOf, channelPath, requireChannelPath } from './path.ts'

/** Opens the tab of videos: its response is smaller than that of the home page, and has the same header. */
const VIDEOS_TAB = 'EgZ2aWRlb3PyBgQKAjoA'

/** Path of the id in the response for a name. */
const BROWSE_ID_PATH = 'endpoint.browseEndpoint.browseId'

/** Path of the channel that a channel was merged into. */
const MERGED_ID_PATH = 'onResponseReceivedActions.0.navigateAction.endpoint.browseEndpoint.browseId'

/**
 * Uses data calls: the id (resolved from the name if necessary), the page, the About panel. If they are refused, reads the
 * HTML page, which holds both, or opens it in a browser.
 */
export async function planChannel(handle: string, { get, browse, sources }: Upstream): Promise<Payload[]> {
  const path = requireChannelPath(handle)
  return firstThatWorks(
    [
      { source: 'browse', ask: () => askByCalls(path, get) },
      { source: 'page', ask: () => askPage(get, 'page', `${path}/about`) },
      { source: 'browser', ask: async () => (await browsePage(browse, `${path}/about`)).states },
    ],
    sources,
  )
}

async function askByCalls(path: string, get: Get): Promise<Payload[]> {
  const id = await findChannelId(path, get)
  const page = await askChannelPage(id, get)
  return [page, ...(await askAboutPanel(page, id, get))]
}

const addressOf = (id: string) => `${videosite.origin}/channel/${id}`

/** Returns the id for a path. If an old address leads to another one, follows it once. */
async function findChannelId(path: string, get: Get, hops = 1): Promise<string> {
  const id = path.match(/^\/channel\/(.+)/)?.[1]
  if (id) return id
  const { body } = await ask(get, 'resolve', 'navigation/resolve_url', { url: videosite.origin + path })
  const found = channelIdOf(at(body, BROWSE_ID_PATH))
  if (found) return found
  const address = stringAt(body, 'endpoint.urlEndpoint.url')
  const moved = address && channelPath(address)
  if (moved && hops > 0) return findChannelId(moved, get, hops - 1)
  if (address || stringAt(body, BROWSE_ID_PATH))
    throw upstreamError('not_found', 'There is no channel of this name.')
  throw upstreamError('changed', `The platform's answer does not have ${BROWSE_ID_PATH}.`)
}

/** Returns the page of a channel. If the channel was merged into another one, follows it once. */
async function askChannelPage(id: string, get: Get): Promise<Payload> {
  const pageOf = (browseId: string) => ask(get, 'browse', 'browse', { browseId, params: VIDEOS_TAB })
  const page = await pageOf(id)
  const moved = channelIdOf(at(page.body, MERGED_ID_PATH))
  return { ...(moved ? await pageOf(moved) : page), ledTo: addressOf(moved ?? id) }
}

/** Returns the About panel, or nothing if that fails, because the rest of the channel is worth more than an error. */
async function askAboutPanel(page: Payload, id: string, get: Get): Promise<Payload[]> {
  const token = stringAt(find(at(page.body, 'header'), 'continuationCommand'), 'token')
  try {
    return [await ask(get, 'about', 'browse', { continuation: token ?? aboutToken(id) })]
  } catch (error) {
    // If the platform refuses a token that Winnow made, that says nothing about the channel.
    const isOwnTokenRefused = token === null && error instanceof AppError && error.code === 'not_found'
    if (isOwnTokenRefused || isUpstreamFailure(error)) return []
    throw error
  }
}

/** The id of the panel in the token. Any id of this form works. */
const PANEL_ID = '00000000-0000-2000-8000-000000000000'

/**
 * Creates a token for the About panel of a channel (`UC` and 22 characters), as in the platform's own pages: field 80226972
 * {2: channel, 3: {110 {3 {19 {1: panel}}}}}, with the inner message as a token of its own.
 */
export function aboutToken(channelId: string, panel = PANEL_ID): string {
  const inner = encodeMessage({
    110: encodeMessage({ 3: encodeMessage({ 19: encodeMessage({ 1: panel }) }) }),
  })
  return encodeToken(encodeMessage({ 80226972: encodeMessage({ 2: channelId, 3: encodeToken(inner) }) }))
}
