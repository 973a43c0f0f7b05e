/** Small handwritten answers with comments, with only what the readers know. */

export const VIDEO = 'tidepool_01'
export const AUTHOR = 'UCtidepool_-000000000000'
export const NEXT = 'Eg0SC3RpZGVwb29sXzAxGAYyAg%3D%3D'

const ask = (token: string) => ({ continuationEndpoint: { continuationCommand: { token } } })

export const more = (token: unknown = NEXT) => ({
  continuationItemRenderer: { continuationEndpoint: { continuationCommand: { token } } },
})

/** The continuation on pages of replies, which is a button. */
const moreReplies = {
  continuationItemRenderer: {
    button: { buttonRenderer: { command: { continuationCommand: { token: NEXT } } } },
  },
}

export const header = (count: unknown) => ({ commentsHeaderRenderer: { countText: count } })

export const reload = (...items: unknown[]) => ({
  reloadContinuationItemsCommand: { targetId: 'comments-section', continuationItems: items },
})

export const append = (items: unknown, targetId = 'comments-section') => ({
  appendContinuationItemsAction: { targetId, continuationItems: items },
})

/** The entity of a comment, in the layout since 2024. */
const entity = (id: string, toolbar: object) => ({
  entityKey: `key-${id}`,
  payload: {
    commentEntityPayload: {
      properties: {
        commentId: id,
        content: { content: `Text of ${id} 🦀\r\nat low tide` },
        publishedTime: '2 days ago (edited)',
      },
      author: { displayName: `@author-${id}`, channelId: AUTHOR },
      toolbar,
    },
  },
})

const view = (id: string) => ({ commentViewModel: { commentId: id, commentKey: `key-${id}` } })

const thread = (id: string) => ({
  commentThreadRenderer: {
    commentViewModel: view(id),
    replies: {
      commentRepliesRenderer: {
        contents: [view('preview'), { continuationItemRenderer: ask('of-replies') }],
      },
    },
  },
})

const update = (...mutations: unknown[]) => ({
  frameworkUpdates: { entityBatchUpdate: { mutations: [{ entityKey: 'other', payload: {} }, ...mutations] } },
})

/** A first page, where the entities have another order than their threads. */
export const firstPage = {
  onResponseReceivedEndpoints: [
    reload(header({ runs: [{ text: '2' }, { text: ' Comments' }] })),
    reload(thread('a'), { commentFilterContextViewModel: {} }, thread('b'), more()),
  ],
  ...update(
    entity('preview', { likeCountNotliked: '7', replyCount: '' }),
    entity('b', {
      likeCountNotliked: ' ',
      likeCountA11y: '0 likes',
      replyCount: '',
      replyCountA11y: '0 replies',
    }),
    entity('a', { likeCountNotliked: '9.8K', likeCountA11y: '9.8K likes', replyCount: '1.204' }),
  ),
}

/** A page of replies without threads, which have their number of answers in a label only. */
export const repliesPage = {
  onResponseReceivedEndpoints: [append([view('a.1'), view('a.2'), moreReplies], 'comment-replies-item-a')],
  ...update(
    entity('a.1', { likeCountNotliked: '52', replyCount: '', replyCountA11y: '7 replies' }),
    entity('a.2', { likeCountNotliked: '', replyCount: '' }),
  ),
}

/** A comment in the layout of 2021 to 2024. */
export const renderer = (id: string, more: object = {}) => ({
  commentRenderer: {
    commentId: id,
    contentText: { runs: [{ text: 'A crab ' }, { text: 'tidepool.example/...' }] },
    authorText: { simpleText: 'Mara Lind' },
    authorEndpoint: { browseEndpoint: { browseId: AUTHOR } },
    publishedTimeText: { runs: [{ text: 'vor 3 Jahren' }] },
    ...more,
  },
})

/** The button with the exact number of likes in its label. */
export const likeButton = (label: string) => ({
  actionButtons: {
    commentActionButtonsRenderer: {
      likeButton: { toggleButtonRenderer: { accessibilityData: { accessibilityData: { label } } } },
    },
  },
})

export const rendererPage = {
  onResponseReceivedEndpoints: [
    append([
      {
        commentThreadRenderer: {
          comment: renderer('old-a', {
            voteCount: { simpleText: '1.8K' },
            replyCount: 12,
            ...likeButton('Like this comment along with 1,812 other people'),
          }),
          replies: { commentRepliesRenderer: { contents: [renderer('old-preview')] } },
        },
      },
      { commentThreadRenderer: { comment: renderer('old-b') } },
    ]),
  ],
}

/** A comment in the DOM of a page that a browser saved. */
export const shownThread = (id: string) => `
  <ytd-comment-thread-renderer class="style-scope ytd-item-section-renderer">
    <ytd-comment-view-model id="comment"><div id="header-author">
      <h3><a id="author-text" href="https://www.youtube.com/@kelpwalker"><span> @kelpwalker </span></a></h3>
      <span id="published-time-text"><a href="/watch?v=${VIDEO}&amp;lc=${id}"> 3 weeks ago </a></span></div>
      <ytd-expander id="expander"><yt-attributed-string id="content-text"><span>Nice crab <img alt="🦀" src="a.png">
and &lt;i&gt; too</span></yt-attributed-string></ytd-expander>
      <span id="vote-count-middle"> 1.2K </span>
      <div id="like-button"><button aria-label="Like this comment along with 1.2K other people"></button></div>
    </ytd-comment-view-model>
    <div id="replies"><div id="more-replies"><button>18 replies</button></div>
      <ytd-comment-view-model><span id="content-text">A reply</span></ytd-comment-view-model></div>
  </ytd-comment-thread-renderer>`
