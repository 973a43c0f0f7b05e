import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type LoadedApi, loadedApis } from './loaded.ts'

/** The sample page of an API, and the same page about another subject. */
interface ForeignPage {
  api: LoadedApi
  own: string
  foreign: string
  /** The subjects of these pages, as sentences name them. */
  label: string
  foreignLabel: string
}

/** For each API the file of its sample, the labels of both subjects, and the names to replace. */
const PAGES: Record<
  string,
  { file: string; label: string; foreignLabel: string; names: [string, string][] }
> = {
  'photosocial-profile': account('photosocial-profile.html'),
  'photosocial-posts': account('photosocial-posts.html'),
  'photosocial-post': {
    file: 'photosocial-post.html',
    label: 'the post C_4Wp1Oa6_y',
    foreignLabel: 'the post C_4tZBe5e_y',
    names: [
      ['C_4Wp1Oa6_y', 'C_4tZBe5e_y'],
      ['3456612345678901234', '3456712345678901234'],
    ],
  },
  'shortvideo-profile': {
    file: 'shortvideo-profile.html',
    label: '@tidepool.studio',
    foreignLabel: '@kelp.forest',
    names: [
      ['tidepool.studio', 'kelp.forest'],
      ['6990000000000000001', '6990000000000000002'],
    ],
  },
  'shortvideo-comments': {
    file: 'shortvideo-comments.json',
    label: 'the video 7600000000000000001',
    foreignLabel: 'the video 7600000000000000002',
    names: [['7600000000000000001', '7600000000000000002']],
  },
  'videosite-channel': {
    file: 'videosite-channel.html',
    label: '@tidepoolstudio',
    foreignLabel: '@kelpforest',
    names: [
      ['tidepoolstudio', 'kelpforest'],
      ['UCk2Tq9ZxRrV0bW3nYd7uLmA', 'UCk2Tq9ZxRrV0bW3nYd7uLmB'],
    ],
  },
  'videosite-video': video('videosite-video.html'),
  'videosite-comments': video('videosite-comments.json'),
  'videosite-transcript': video('videosite-transcript.html'),
  'realty-details': {
    file: 'realty-details.html',
    label: 'the home 10000001',
    foreignLabel: 'the home 10000002',
    names: [['10000001', '10000002']],
  },
}

function account(file: string) {
  const names: [string, string][] = [
    ['tidepoolstudio', 'kelpforest'],
    ['48120396571', '48120396572'],
  ]
  return { file, label: '@tidepoolstudio', foreignLabel: '@kelpforest', names }
}

function video(file: string) {
  const names: [string, string][] = [['tidepool_01', 'kelpforest1']]
  return { file, label: 'the video tidepool_01', foreignLabel: 'the video kelpforest1', names }
}

/** A transcript as the page shows it, which does not name the video itself. */
const SHOWN_TRANSCRIPT = `<transcript-segment-view-model>
  <div class="ytwTranscriptSegmentViewModelTimestamp">0:02</div><span role="text">tidepool_01 begins</span>
</transcript-segment-view-model>`

const FOLDER = resolve(import.meta.dirname, '../../../server/prebuilt')

/** Every API with its sample page, and with the same page about another subject. */
export const foreignPages: ForeignPage[] = loadedApis.map(api => {
  const { file, names, ...labels } = PAGES[api.id]!
  const sample = readFileSync(resolve(FOLDER, api.platform.name, 'samples', file), 'utf8')
  const own = api.id === 'videosite-transcript' ? sample + SHOWN_TRANSCRIPT : sample
  const foreign = names.reduce((page, [name, other]) => page.replaceAll(name, other), own)
  return { api, own, foreign, ...labels }
})
