import type { CDPSession, Frame, Page } from 'playwright-core'

/** Limits for the decompressed bytes of a page. */
export interface ByteBounds {
  /** Limit for the document of the page. */
  document: number
  /** Limit for all answers together. */
  all: number
  /** Called as soon as a limit is exceeded, while the rest is still arriving. */
  overflow(): void
}

/**
 * Counts decompressed bytes as they arrive, since a few bytes on the network can become many in memory. Frames of other
 * sites run in separate processes, which report over sessions of their own. Dedicated workers would need sessions that
 * Playwright does not expose, so what they load is counted only by the proxy, in bytes on the network.
 */
export async function limitUnpackedBytes(page: Page, { document, all, overflow }: ByteBounds): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  let bytesLeft = all
  // A page that navigates itself has several documents. Each may use the whole limit.
  let latest = { requestId: '', room: document }

  const count = (requestId: string, bytes: number) => {
    bytesLeft -= bytes
    if (requestId === latest.requestId) latest.room -= bytes
    if (bytesLeft < 0 || latest.room < 0) overflow()
  }
  session.on('Network.responseReceived', ({ requestId, type, frameId }) => {
    if (type === 'Document' && frameId === frameTree.frame.id) latest = { requestId, room: document }
  })
  await reportBytes(session, count)
  countFrames(page, count)
}

type CountBytes = (requestId: string, bytes: number) => void

async function reportBytes(session: CDPSession, count: CountBytes): Promise<void> {
  session.on('Network.dataReceived', ({ requestId, dataLength }) => count(requestId, dataLength))
  await session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 })
}

function countFrames(page: Page, count: CountBytes): void {
  const counted = new WeakSet<Frame>([page.mainFrame()])
  const watch = async (frame: Frame) => {
    const session = await page.context().newCDPSession(frame)
    counted.add(frame)
    await reportBytes(session, count)
  }
  page.on('framenavigated', frame => {
    // Most frames share the process of their page and have no session of their own; their bytes are counted there.
    if (!counted.has(frame)) watch(frame).catch(() => undefined)
  })
}
