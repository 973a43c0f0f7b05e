/** Small handwritten watch pages, with only what the readers know. */

import { more } from './comments-pages.ts'
import { CHANNEL, VIDEO } from './players.ts'

const column = (...contents: unknown[]) => ({
  contents: { twoColumnWatchNextResults: { results: { results: { contents } } } },
})

const primary = { videoPrimaryInfoRenderer: { title: { runs: [{ text: 'The crab' }] } } }

const section = (content: unknown) => ({
  itemSectionRenderer: { sectionIdentifier: 'comment-item-section', contents: [content] },
})

const panelWith = (token: string) => ({
  engagementPanels: [
    {
      engagementPanelSectionListRenderer: {
        panelIdentifier: 'engagement-panel-comments-section',
        content: { sectionListRenderer: { contents: [more(token)] } },
      },
    },
  ],
})

/** A watch page with the token for its comments. */
export const watchPage = {
  ...column(primary, section(more('first-comments%3D'))),
  ...panelWith('of-the-panel%3D'),
}

/** The same page with the token only in the panel beside the video. */
export const watchPageWithPanel = { ...column(primary), ...panelWith('in-panel%3D') }

/** A watch page with a message in place of its comments, in any language. */
export const turnedOff = column(
  primary,
  section({
    messageRenderer: {
      text: {
        runs: [
          { text: 'Kommentare sind deaktiviert. ' },
          {
            text: 'Weitere Informationen',
            navigationEndpoint: {
              urlEndpoint: { url: 'https://support.google.com/youtube/answer/9706180?hl=de' },
            },
          },
        ],
      },
    },
  }),
)

/** A watch page with a live chat, and no place for comments. */
export const liveChat = {
  contents: {
    twoColumnWatchNextResults: {
      results: { results: { contents: [primary] } },
      conversationBar: { liveChatRenderer: { continuations: [] } },
    },
  },
}

/** The watch page of a missing video. */
export const noVideo = (title: string) =>
  column({
    itemSectionRenderer: { contents: [{ backgroundPromoRenderer: { title: { simpleText: title } } }] },
  })

const likeButton = {
  segmentedLikeDislikeButtonViewModel: {
    likeButtonViewModel: {
      likeButtonViewModel: {
        toggleButtonViewModel: {
          defaultButtonViewModel: {
            buttonViewModel: {
              title: '2.9K',
              accessibilityText: 'like this video along with 2,930 other people',
            },
          },
        },
      },
    },
    dislikeButtonViewModel: { buttonViewModel: { accessibilityText: '99 dislikes' } },
  },
}

/** The like button of 2021 and 2022. */
export const oldLikeButton = {
  menuRenderer: {
    topLevelButtons: [
      {
        toggleButtonRenderer: {
          defaultIcon: { iconType: 'DISLIKE' },
          defaultText: { accessibility: { accessibilityData: { label: '99 dislikes' } } },
        },
      },
      {
        toggleButtonRenderer: {
          defaultIcon: { iconType: 'LIKE' },
          defaultText: {
            accessibility: { accessibilityData: { label: '2.931 "Mag ich"' } },
            simpleText: '2.9K',
          },
        },
      },
    ],
  },
}

const views = { viewCount: { simpleText: '48,200 views' }, shortViewCount: { simpleText: '48K views' } }

const commentPanel = {
  engagementPanelSectionListRenderer: {
    panelIdentifier: 'engagement-panel-comments-section',
    header: { engagementPanelTitleHeaderRenderer: { contextualInfo: { runs: [{ text: '1.2K' }] } } },
  },
}

/** The full watch page of a video. `head` changes its first part, `foot` its second. */
export const toldWatchPage = (head: object = {}, foot: object = {}, ...otherPanels: unknown[]) => ({
  ...column(
    {
      videoPrimaryInfoRenderer: {
        title: { runs: [{ text: 'The crab ' }, { text: 'that owns the pool' }] },
        viewCount: { videoViewCountRenderer: views },
        videoActions: likeButton,
        dateText: { simpleText: 'Mar 15, 2026' },
        ...head,
      },
    },
    {
      videoSecondaryInfoRenderer: {
        owner: {
          videoOwnerRenderer: {
            title: { runs: [{ text: 'Tidepool Studio' }] },
            navigationEndpoint: { browseEndpoint: { browseId: CHANNEL } },
          },
        },
        attributedDescription: { content: 'At low tide.' },
        ...foot,
      },
    },
    ...otherPanels,
  ),
  currentVideoEndpoint: { watchEndpoint: { videoId: VIDEO } },
  engagementPanels: [
    {
      engagementPanelSectionListRenderer: {
        panelIdentifier: 'engagement-panel-ads',
        header: { engagementPanelTitleHeaderRenderer: { contextualInfo: { runs: [{ text: '5' }] } } },
      },
    },
    ...(otherPanels.length > 0 ? [] : [commentPanel]),
  ],
})

/** The number of comments on pages without a panel beside the video. */
export const commentsEntry = {
  itemSectionRenderer: {
    sectionIdentifier: 'comments-entry-point',
    contents: [{ commentsEntryPointHeaderRenderer: { commentCount: { simpleText: '188' } } }],
  },
}
