import { ID } from './channel/channel-pages.ts'

/** Handwritten answers without data, one per meaning. */

export const ageGate = {
  contents: {
    twoColumnBrowseResultsRenderer: { tabs: [{ tabRenderer: { content: { channelAgeGateRenderer: {} } } }] },
  },
}

/** The alert of a dead channel, which still has a header with its id and a placeholder picture. */
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
