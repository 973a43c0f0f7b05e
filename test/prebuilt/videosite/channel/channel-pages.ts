/** Small handwritten pages, one per layout and meaning, with only what the readers know. */

export const ID = 'UCtidepool_-000000000000'
export const ADDRESS = `https://www.youtube.com/channel/${ID}`

const pictures = (...sizes: number[]) =>
  sizes.map(size => ({ url: `//pictures.example/s${size}`, width: size, height: size }))
const redirectUrl = (address: string) =>
  `https://www.youtube.com/redirect?event=a&q=${encodeURIComponent(address)}`
const link = (address: string) => ({
  navigationEndpoint: { urlEndpoint: { url: redirectUrl(address) } },
  title: { simpleText: 'A link' },
})
const linkText = (address: string) => ({
  content: ' A link',
  commandRuns: [{ onTap: { innertubeCommand: { urlEndpoint: { url: redirectUrl(address) } } } }],
})

export const metadata = {
  channelMetadataRenderer: {
    externalId: ID,
    channelUrl: ADDRESS,
    title: 'Tidepool Studio',
    description: 'Small films.\r\nAbout small animals.',
    keywords: '"tide pools" film',
    avatar: { thumbnails: pictures(900) },
  },
}

export const microformat = {
  microformatDataRenderer: {
    urlCanonical: ADDRESS,
    title: 'Tidepool',
    description: 'Small films. About …',
    tags: ['tide pools', 'film'],
  },
}

const page = (header: object) => ({ header, metadata, microformat })

export const pageHeader = page({
  pageHeaderRenderer: {
    pageTitle: 'Tidepool Studio',
    content: {
      pageHeaderViewModel: {
        title: { dynamicTextViewModel: { text: { content: 'Tidepool Studio' } } },
        image: {
          decoratedAvatarViewModel: {
            avatar: { avatarViewModel: { image: { sources: pictures(72, 160) } } },
          },
        },
        metadata: {
          contentMetadataViewModel: {
            metadataRows: [
              {
                metadataParts: [{ text: { content: '@filmsubscribers' } }, { text: { content: 'she/her' } }],
              },
              {
                metadataParts: [
                  { text: { content: '128K subscribers' } },
                  { text: { content: '2.1K videos' } },
                ],
              },
            ],
          },
        },
        attribution: {
          attributionViewModel: {
            text: linkText('https://tidepool.example'),
            suffix: {
              commandRuns: [{ onTap: { token: { continuationCommand: { token: 'about%3Dtoken' } } } }],
            },
          },
        },
      },
    },
  },
})

export const tabbedHeader = page({
  c4TabbedHeaderRenderer: {
    channelId: ID,
    title: 'Tidepool Studio',
    avatar: { thumbnails: pictures(48, 88) },
    subscriberCountText: { simpleText: '127K subscribers' },
    videosCountText: { runs: [{ text: '1,204' }, { text: ' videos' }] },
    headerLinks: {
      channelHeaderLinksRenderer: {
        primaryLinks: [link('https://tidepool.example')],
        secondaryLinks: [link('https://twitter.com/tidepool'), link('http://www.instagram.com/tidepool')],
      },
    },
  },
})

export const tabbedHeaderWithFirstLink = page({
  c4TabbedHeaderRenderer: {
    title: 'Tidepool Studio',
    headerLinks: {
      channelHeaderLinksViewModel: {
        firstLink: linkText('https://x.com/tidepool'),
        more: { content: 'and 3 more links' },
      },
    },
  },
})

export const carouselHeader = page({
  carouselHeaderRenderer: {
    contents: [
      { carouselItemRenderer: {} },
      {
        topicChannelDetailsRenderer: {
          title: { simpleText: 'Tides' },
          subtitle: { simpleText: '125M subscribers' },
          avatar: { thumbnails: pictures(88, 176) },
        },
      },
    ],
  },
})

export const topicHeader = {
  header: {
    interactiveTabbedHeaderRenderer: {
      title: { simpleText: 'Tide: the game' },
      description: { simpleText: 'A game about tides.' },
      boxArt: { thumbnails: pictures(285) },
    },
  },
  microformat,
}

export const aboutAnswer = {
  onResponseReceivedEndpoints: [
    {
      appendContinuationItemsAction: {
        continuationItems: [
          {
            aboutChannelRenderer: {
              metadata: {
                aboutChannelViewModel: {
                  channelId: ID,
                  canonicalChannelUrl: 'http://www.youtube.com/@tidepool',
                  description: 'Small films.\r\nAbout small animals, whole.',
                  country: 'New Zealand',
                  subscriberCountText: '128K subscribers',
                  viewCountText: '19,304,881 views',
                  videoCountText: '2,114 videos',
                  joinedDateText: { content: 'Joined Mar 4, 2016' },
                  links: [
                    'https://tidepool.example',
                    'https://mobile.twitter.com/tidepool',
                    'https://shop.tidepool.example/?a=1&b=2',
                  ].map(address => ({
                    channelExternalLinkViewModel: { title: { content: 'A link' }, link: linkText(address) },
                  })),
                },
              },
            },
          },
        ],
      },
    },
  ],
}

const tab = (content: object) => ({
  twoColumnBrowseResultsRenderer: {
    tabs: [{ tabRenderer: { selected: true, content: { sectionListRenderer: { contents: [content] } } } }],
  },
})

export const aboutTab = {
  ...tabbedHeader,
  contents: tab({
    itemSectionRenderer: {
      contents: [
        {
          channelAboutFullMetadataRenderer: {
            channelId: ID,
            title: { simpleText: 'Tidepool Studio' },
            description: { simpleText: 'Small films, as the tab has it.' },
            viewCountText: { simpleText: '9,304,881 views' },
            joinedDateText: { runs: [{ text: 'Joined ' }, { text: 'Mar 4, 2016' }] },
            country: { simpleText: 'New Zealand' },
            primaryLinks: [link('https://tidepool.example'), link('https://twitter.com/tidepool')],
          },
        },
      ],
    },
  }),
}

/** A page as a browser saves it. */
export const html = (state: unknown) =>
  `<!DOCTYPE html><html><head><title>Tidepool</title><script nonce="1">var ytcfg = {"RECAPTCHA": "g-recaptcha"};</script></head><body><script nonce="1">var ytInitialData = ${JSON.stringify(state)};</script></body></html>`
