import * as pages from '../../prebuilt/videosite/channel/channel-pages.ts'
import {
  type FixedAnswer,
  type LocalSite,
  type SiteHandler,
  startLocalSite,
} from '../../support/local-site.ts'

export const json = (body: unknown, status = 200): FixedAnswer => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: JSON.stringify(body),
})

/** A fake video platform that knows one channel, by any of its names. */
export interface Platform extends LocalSite {
  /** The answer to each kind of request. Tests replace them. */
  answers: Record<'resolve' | 'page' | 'about' | 'html', SiteHandler>
  /** The kinds of requests since the last call of this function, in order. */
  asked(): string[]
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }

const DEFAULT_ANSWERS: Platform['answers'] = {
  resolve: json({ endpoint: { browseEndpoint: { browseId: pages.ID } } }),
  page: json(pages.pageHeader),
  about: json(pages.aboutAnswer),
  html: { body: pages.html({ ...pages.pageHeader, ...pages.aboutAnswer }) },
}

/** Starts a platform that answers with handwritten pages. */
export async function startPlatform(): Promise<Platform> {
  const site = await startLocalSite()
  const answers = { ...DEFAULT_ANSWERS }
  const kinds: string[] = []
  const answerPath = (path: string, kindOf: (body: string) => keyof Platform['answers']) =>
    site.on(path, (request, response) => {
      const kind = kindOf(request.body.toString())
      kinds.push(kind)
      const answer = answers[kind]
      if (typeof answer === 'function') return answer(request, response)
      response.writeHead(answer.status ?? 200, answer.headers ?? HTML).end(answer.body)
    })
  answerPath('/youtubei/v1/navigation/resolve_url', () => 'resolve')
  answerPath('/youtubei/v1/browse', body => (body.includes('"continuation"') ? 'about' : 'page'))
  answerPath('/@tidepool/about', () => 'html')
  answerPath(`/channel/${pages.ID}/about`, () => 'html')
  return { ...site, answers, asked: () => kinds.splice(0) }
}

/** Restores the default answers. */
export const reset = ({ answers, asked }: Platform) => {
  Object.assign(answers, DEFAULT_ANSWERS)
  asked()
}

/** What the service reads from the full data of the channel. */
export const CHANNEL = {
  identity: {
    channel_id: pages.ID,
    channel_url: pages.ADDRESS,
    name: 'Tidepool Studio',
    tags: ['tide pools', 'film'],
  },
  metrics: {
    subscriber_count: 128_000,
    subscriber_count_text: '128K subscribers',
    video_count: 2_114,
    view_count: 19_304_881,
  },
  about: { joined_date: 'Joined Mar 4, 2016', country: 'New Zealand' },
  links: {
    twitter: 'https://mobile.twitter.com/tidepool',
    instagram: null,
    other: ['https://tidepool.example', 'https://shop.tidepool.example/?a=1&b=2'],
  },
}
