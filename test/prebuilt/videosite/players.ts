/** Small handwritten answers of a player, with only what the readers know. */

export const VIDEO = 'tidepool_01'
export const CHANNEL = 'UCtidepool_-000000000000'

const address = (language: string, more: string) =>
  `https://www.youtube.com/api/timedtext?v=${VIDEO}&lang=${language}&fmt=srv3${more}`

/** A caption track: `en` is made by people, `asr` is automatic, and `&exp=xpe` gates it. */
export const track = (languageCode: string, kind?: 'asr', more = '') => ({
  baseUrl: address(languageCode, (kind ? '&kind=asr' : '') + more),
  name: { runs: [{ text: 'A language' }] },
  languageCode,
  ...(kind && { kind }),
  isTranslatable: true,
})

export const details = {
  videoId: VIDEO,
  title: 'The crab that owns the pool',
  lengthSeconds: '664',
  keywords: ['tide pools', 'crab'],
  channelId: CHANNEL,
  shortDescription: 'At low tide.\n\nCamera: Mara Lind',
  thumbnail: { thumbnails: [{ url: 'https://pictures.example/small.jpg', width: 120, height: 90 }] },
  viewCount: '48211',
  author: 'Tidepool Studio',
  isPrivate: false,
  isLiveContent: false,
}

/** A video that plays, with these caption tracks. */
export const player = (...captionTracks: unknown[]) => ({
  responseContext: { visitorData: 'visitor%3D' },
  playabilityStatus: { status: 'OK', playableInEmbed: true },
  videoDetails: details,
  ...(captionTracks.length > 0 && { captions: { playerCaptionsTracklistRenderer: { captionTracks } } }),
})

/** The answer of a player that may not play, with the reason. */
export const refused = (status: string, reason: string, more: object = {}) => ({
  playabilityStatus: {
    status,
    reason,
    errorScreen: { playerErrorMessageRenderer: { reason: { runs: [{ text: reason }] } } },
    ...more,
  },
})

/** The bot wall, in German. */
export const botWall = refused(
  'LOGIN_REQUIRED',
  'Melde dich an, damit wir wissen, dass du kein Programm bist',
  {
    errorScreen: {
      playerErrorMessageRenderer: {
        subreason: {
          runs: [
            {
              text: 'Mehr dazu',
              navigationEndpoint: {
                urlEndpoint: { url: 'https://support.google.com/youtube/answer/3037019#a' },
              },
            },
          ],
        },
      },
    },
  },
)
