import { relative } from 'node:path'
import { commentsToken } from '../../../server/prebuilt/videosite/comments/plan.ts'
import { json, startPlatform } from '../../extraction/support/platform.ts'
import { noRecordings, openRecordings } from '../../prebuilt/support/recordings.ts'
import { firstPage } from '../../prebuilt/videosite/comments-pages.ts'

/** A simulated platform with a channel and the comments of some videos. */
interface VideoSource {
  url: string
  handle: string
  /** The last one does not exist. */
  videos: string[]
  /** The number of comments of the existing videos with more likes than this. */
  moreLikesThan(count: number): number
  close(): unknown
}

const MISSING_VIDEO = 'no_such_vid'

interface Comments {
  comments: { likes: number | null }[]
}

const countLikedMoreThan = (pages: Comments[], limit: number) =>
  pages.flatMap(({ comments }) => comments).filter(({ likes }) => (likes ?? 0) > limit).length

/** Invented pages: two videos with two comments each, one with 9,800 likes and one with none. */
async function ownPages(): Promise<VideoSource> {
  const site = await startPlatform()
  const videos = ['tidepool_01', 'tidepool_02']
  const tokens = videos.map(commentsToken)
  site.on('/youtubei/v1/next', (request, response) => {
    const isKnown = tokens.includes(JSON.parse(request.body.toString()).continuation)
    const { headers, body } = json(firstPage)
    response.writeHead(isKnown ? 200 : 404, headers).end(isKnown ? body : '{}')
  })
  const page = { comments: [{ likes: 9_800 }, { likes: 0 }] }
  return {
    url: site.url,
    handle: '@tidepool',
    videos: [...videos, MISSING_VIDEO],
    moreLikesThan: count => countLikedMoreThan([page, page], count),
    close: site.close,
  }
}

/** Recorded answers of one channel, and of the first comments of two videos. */
async function recorded(): Promise<VideoSource> {
  const { cases, replay } = await openRecordings()
  const passingCases = cases().filter(item => !item.expectedError && item.end_to_end !== false)
  const channel = passingCases.find(({ api }) => api === 'videosite-channel')!
  const videos = passingCases
    .filter(({ api, input }) => api === 'videosite-comments' && input.video_id && !input.continuation)
    .filter(({ input }, index, all) => all.findIndex(one => one.input.video_id === input.video_id) === index)
    .slice(0, 2)
  const [root] = (channel as unknown as { dir: string }).dir.split(`/${channel.name}`)
  const upstream = [channel, ...videos].flatMap(one =>
    one.upstream.map(answer => ({
      ...(answer as { file: string }),
      file: `${relative(root!, (one as unknown as { dir: string }).dir)}/${(answer as { file: string }).file}`,
    })),
  )
  const server = await replay()
  server.use({ ...channel, dir: root, upstream } as never)
  return {
    url: server.url,
    handle: String(channel.input.handle),
    videos: [...videos.map(({ input }) => String(input.video_id)), MISSING_VIDEO],
    moreLikesThan: count =>
      countLikedMoreThan(
        videos.map(({ expected }) => expected as Comments),
        count,
      ),
    close: server.close,
  }
}

export const VIDEO_SOURCES = [
  { name: 'pages of our own', absent: undefined, open: ownPages },
  { name: 'replayed recordings', noRecordings, open: recorded },
]
