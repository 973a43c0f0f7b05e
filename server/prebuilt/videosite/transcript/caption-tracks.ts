import { AppError } from '../../../base/errors.ts'
import { listAt, stringAt } from '../../json-walk.ts'

/** One track of captions, as the answer of a player lists it. */
export interface CaptionTrack {
  /** `en`, `pt-BR`. */
  language: string
  /** Made by a program from what is said. */
  automatic: boolean
  /** Where its captions are; null where the list does not say. */
  address: string | null
  /** Given to the platform's own player only: without its proof the address answers with nothing. */
  gated: boolean
}

const GATE = /[?&]exp=xp[ev](?:&|$)/
const PROOF = /[?&]pot=/

/** The tracks that a player's answer lists, in its order. */
export const captionTracks = (player: unknown): CaptionTrack[] =>
  listAt(player, 'captions.playerCaptionsTracklistRenderer.captionTracks').flatMap(track => {
    const [language, address] = [stringAt(track, 'languageCode'), stringAt(track, 'baseUrl')]
    const gated = address !== null && GATE.test(address) && !PROOF.test(address)
    return language ? [{ language, automatic: stringAt(track, 'kind') === 'asr', address, gated }] : []
  })

/**
 * The track for a language: that very language before a relative of it (`en-GB` for `en`), one in the same script
 * (`zh-Hant` for `zh-TW`) before others, written by people before made by a program. Undefined where there is none: a
 * translation is never taken unasked.
 */
export function trackFor(tracks: CaptionTrack[], language: string): CaptionTrack | undefined {
  const wanted = codeOf(language)
  const distance = (code: LanguageCode) =>
    code.whole === wanted.whole ? 0 : code.script === wanted.script ? 1 : 2
  const rank = (track: CaptionTrack) => 2 * distance(codeOf(track.language)) + (track.automatic ? 1 : 0)
  return tracks
    .filter(track => codeOf(track.language).primary === wanted.primary)
    .toSorted((a, b) => rank(a) - rank(b))[0]
}

interface LanguageCode {
  whole: string
  primary: string
  /** The one that the language is written in there, also where the code does not say. */
  script: string | undefined
}

/** Codes of former years, which the platform still uses, and those of today. */
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

/** A video without captions, or without any in the language that was asked for. */
export function noCaptions(tracks: CaptionTrack[], language: string | undefined): AppError {
  const known = [...new Set(tracks.map(track => track.language))].join(', ')
  return known === ''
    ? new AppError('no_captions', 'This video has no captions.', {
        hint: 'They may come later: the platform makes them some time after a video or a stream ends.',
      })
    : new AppError('no_captions', `This video has no captions in the language ${language}.`, {
        hint: `Its languages: ${known}.`,
      })
}

/** Captions that are named but not given. */
export const withheldCaptions = () =>
  new AppError('blocked', 'The platform sends the captions of this video to its own player only.', {
    hint: 'Open the video in your own browser, show its transcript, save the page and send it to POST /v1/extract/videosite-transcript.',
  })

/** A saved page that has captions and does not show them. */
export const hiddenTranscript = () =>
  new AppError('blocked', 'This page of the video does not show its transcript.', {
    hint: 'Open the transcript beside the video in your own browser: a page that shows it holds it.',
  })
