import type { Platform } from '../define-prebuilt.ts'

export const videosite: Platform = {
  name: 'videosite',
  kind: 'video-sharing site: channels, videos, captions, subtitles',
  origin: 'https://www.youtube.com',
}
