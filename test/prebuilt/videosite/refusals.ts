import { ID } from './channel/channel-pages.ts'

/** Answers of our own making that hold no data, one per meaning. */

export const ageGate = {
  contents: {
    twoColumnBrowseResultsRenderer: { tabs: [{ tabRenderer: { content: { channelAgeGateRenderer: {} } } }] },
  },
}

/** A dead channel still has a header with its id and the picture of nobody. */
export const alert = (text: unknown, type = 'ERROR') => ({
  header: {
    c4TabbedHeaderRenderer: {
      channelId: ID,
      avatar: { thumbnails: [{ url: 'https://pictures.example/nobody' }] },
    },
  },
  alerts: [{ alertRenderer: { type, text } }],
})

export const failure = (code: number, status: string) => ({ error: { code, message: 'A refusal.', status } })
