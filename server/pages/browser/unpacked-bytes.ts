import type { CDPSession, Frame, Page } from 'playwright-core'

/** How many bytes a page may have once its answers are decompressed. */
export interface ByteBounds {
  /** For the page's own document. */
  document: number
  /** For all answers together. */
  all: number
  /** Called as soon as a bound is passed, while the rest is still to come. */
  overflow(): void
}

/**
 * Counts what Chromium decompresses while it comes, since a few bytes of the wire can be many in memory. Frames of other
 * sites run in processes of their own, which report over sessions of their own. Dedicated workers would need sessions that
 * Playwright does not hand out: what they load is counted by the proxy alone, as it comes over the network.
 */
export async function boundUnpackedBytes(page: Page, { document, all, overflow }: ByteBounds): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { frameTree } = await session.send('Page.getFrameTree')
  let room = all
  // A page that sends itself elsewhere has several documents; each has the whole room.
  let latest = { requestId: '', room: document }

  const count = (requestId: string, bytes: number) => {
    room -= bytes
    if (requestId === latest.requestId) latest.room -= bytes
    if (room < 0 || latest.room < 0) overflow()
  }
  session.on('Network.responseReceived', ({ requestId, type, frameId }) => {
    if (type === 'Document' && frameId === frameTree.frame.id) latest = { requestId, room: document }
  })
  await reportBytes(session, count)
  countFrames(page, count)
}

type Count = (requestId: string, bytes: number) => void

async function reportBytes(session: CDPSession, count: Count): Promise<void> {
  session.on('Network.dataReceived', ({ requestId, dataLength }) => count(requestId, dataLength))
  await session.send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 })
}

function countFrames(page: Page, count: Count): void {
  const counted = new WeakSet<Frame>([page.mainFrame()])
  const watch = async (frame: Frame) => {
    const session = await page.context().newCDPSession(frame)
    counted.add(frame)
    await reportBytes(session, count)
  }
  page.on('framenavigated', frame => {
    // Most frames share the process of their page and have no session: their bytes are counted there.
    if (!counted.has(frame)) watch(frame).catch(() => undefined)
  })
}
