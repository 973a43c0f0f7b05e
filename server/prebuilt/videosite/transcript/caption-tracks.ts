import { AppError } from '../../../base/errors.ts'
import { listAt, stringAt } from '../../json-walk.ts'

/** A caption track, as listed in a player's response. */
export interface CaptionTrack {
  /** `en`, `pt-BR`. */
  language: string
  /** Whether the captions come from speech recognition. */
  isAutomatic: boolean
  /** The address of its captions; null if the list does not say. */
  address: string | null
  /** Whether the captions require the platform's own player: without its proof the response is empty. */
  isGated: boolean
}

const GATE = /[?&]exp=xp[ev](?:&|$)/
const PROOF = /[?&]pot=/

/** Returns the tracks in a player's response, in order. */
export const captionTracks = (player: unknown): CaptionTrack[] =>
  listAt(player, 'captions.playerCaptionsTracklistRenderer.captionTracks').flatMap(track => {
    const [language, address] = [stringAt(track, 'languageCode'), stringAt(track, 'baseUrl')]
    const isGated = address !== null && GATE.test(address) && !PROOF.test(address)
    return language ? [{ language, isAutomatic: stringAt(track, 'kind') === 'asr', address, isGated }] : []
  })

/**
 * Returns the track for a language: the language itself before a variant of it (`en-GB` for `en`), a variant in the same
 * script (`zh-Hant` for `zh-TW`) before others, manual before automatic captions. Returns undefined if there is none;
 * translations are never used.
 */
export function trackFor(tracks: CaptionTrack[], language: string): CaptionTrack | undefined {
  const requested = codeOf(language)
  const distance = (code: LanguageCode) =>
    code.whole === requested.whole ? 0 : code.script === requested.script ? 1 : 2
  const rank = (track: CaptionTrack) => 2 * distance(codeOf(track.language)) + (track.isAutomatic ? 1 : 0)
  return tracks
    .filter(track => codeOf(track.language).primary === requested.primary)
    .toSorted((a, b) => rank(a) - rank(b))[0]
}

interface LanguageCode {
  whole: string
  primary: string
  /** The script of the language, even if the code does not name it. */
  script: string | undefined
}

/** Former language codes, which the platform still uses, and the current ones. */
const FORMER = new Map([
  ['iw', 'he'],
  ['in', 'id'],
  ['ji', 'yi'],
])

function codeOf(language: string): LanguageCode {
  const [first = '', ...rest] = language.toLowerCase().split(/[-_]/)
  const primary = FORMER.get(first) ?? first
  const whole = [primary, ...rest].join('-')
  return { whole, primary, script: scriptOf(whole) }
}

function scriptOf(code: string): string | undefined {
  try {
    return new Intl.Locale(code).maximize().script
  } catch {
    return undefined
  }
}

/** The error for a video without captions, or without captions in the language. */
export function noCaptions(tracks: CaptionTrack[], language: string | undefined): AppError {
  const languages = [...new Set(tracks.map(track => track.language))].join(', ')
  return languages === ''
    ? new AppError('no_captions', 'This video has no captions.', {
        hint: 'They may come later: the platform makes them some time after a video or a stream ends.',
      })
    : new AppError('no_captions', `This video has no captions in the language ${language}.`, {
        hint: `Its languages: ${languages}.`,
      })
}

/** The error for captions that are listed but withheld. */
export const withheldCaptions = () =>
  new AppError('blocked', 'The platform sends the captions of this video to its own player only.', {
    hint: 'Open the video in your own browser, show its transcript, save the page and send it to POST /v1/extract/videosite-transcript.',
  })

/** The error for a saved page of a video with captions that does not show its transcript. */
export const hiddenTranscript = () =>
  new AppError('blocked', 'This page of the video does not show its transcript.', {
    hint: 'Open the transcript beside the video in your own browser: a page that shows it holds it.',
  })
