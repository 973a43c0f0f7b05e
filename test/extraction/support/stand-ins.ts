import * as films from '../../prebuilt/photosocial/film-pages.ts'
import * as photoHtml from '../../prebuilt/photosocial/html-pages.ts'
import * as photos from '../../prebuilt/photosocial/pages.ts'
import * as realty from '../../prebuilt/realty/pages.ts'
import * as shorts from '../../prebuilt/shortvideo/pages.ts'
import * as captions from '../../prebuilt/videosite/captions.ts'
import * as channels from '../../prebuilt/videosite/channel/channel-pages.ts'
import * as comments from '../../prebuilt/videosite/comments-pages.ts'
import * as players from '../../prebuilt/videosite/players.ts'
import * as watch from '../../prebuilt/videosite/watch-pages.ts'
import { type LocalSite, startLocalSite } from '../../support/local-site.ts'

/** The input of an API, and what its platform answers by path: text is HTML, anything else JSON. */
interface StandIn {
  input: Record<string, unknown>
  answers: Record<string, unknown>
}

const PLAYER = '/youtubei/v1/player'
const NEXT = '/youtubei/v1/next'
const BROWSE = '/youtubei/v1/browse'
const VIDEO = { video_id: players.VIDEO }
const code = photos.codeOf(1)

/** A platform with handwritten pages for every API, by the id of the API. */
export const STAND_INS: Record<string, StandIn> = {
  'photosocial-profile': {
    input: { username: photos.NAME },
    answers: {
      '/api/v1/users/web_profile_info/': photos.profileInfo(photos.posts(1, 2, photos.edgePost)),
    },
  },
  'photosocial-posts': {
    input: { username: photos.NAME, first: 3 },
    answers: {
      [`/api/v1/feed/user/${photos.NAME}/username/`]: photos.feed(
        photos.posts(1, 3, photos.flatPost),
        photos.cursorAt(3),
      ),
    },
  },
  'photosocial-post': {
    input: { url: `/p/${code}/` },
    answers: { [`/p/${code}/`]: photoHtml.inPage(films.xigPost(films.flatFilm).data) },
  },
  'shortvideo-profile': {
    input: { username: `@${shorts.NAME}` },
    answers: { [`/@${shorts.NAME}`]: shorts.html(shorts.profilePage) },
  },
  'shortvideo-comments': {
    input: { video_id: shorts.VIDEO_ID, count: 2 },
    answers: {
      '/api/comment/list/': shorts.commentList([shorts.comment('1'), shorts.comment('2')], 2, 1),
    },
  },
  'videosite-channel': {
    input: { handle: '@tidepoolstudio' },
    answers: {
      '/youtubei/v1/navigation/resolve_url': { endpoint: { browseEndpoint: { browseId: channels.ID } } },
      [BROWSE]: { ...channels.pageHeader, ...channels.aboutAnswer },
    },
  },
  'videosite-video': {
    input: VIDEO,
    answers: { [PLAYER]: players.player(), [NEXT]: watch.toldWatchPage() },
  },
  'videosite-comments': { input: VIDEO, answers: { [NEXT]: comments.firstPage } },
  'videosite-transcript': {
    input: { ...VIDEO, lang: 'en' },
    answers: { [PLAYER]: players.player(players.track('en')), '/api/timedtext': captions.json3 },
  },
  'realty-details': { input: { url: realty.PATH }, answers: { [realty.PATH]: realty.page(realty.home) } },
}

/** Starts the platform of one API. */
export async function startStandIn({ answers }: StandIn): Promise<LocalSite> {
  const site = await startLocalSite()
  for (const [path, answer] of Object.entries(answers)) site.on(path, answerOf(answer))
  return site
}

const answerOf = (answer: unknown) =>
  typeof answer === 'string'
    ? { body: answer }
    : { headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(answer) }
