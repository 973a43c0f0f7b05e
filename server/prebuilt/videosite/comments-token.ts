import { message, token } from './protobuf.ts'

/**
 * A token that asks for the first comments of a video, the top ones first, as the platform's own pages have carried it
 * since 2022: {2 {2: video}, 3: 6, 6 {4 {4: video, 6: order, 15: 2}, 8: section}}. It saves the download of the page.
 */
export const commentsToken = (videoId: string): string =>
  token(
    message({
      2: message({ 2: videoId }),
      3: 6,
      6: message({ 4: message({ 4: videoId, 6: 0, 15: 2 }), 8: 'comments-section' }),
    }),
  )
