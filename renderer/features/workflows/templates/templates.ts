import type { InputOf } from '../../../lib/service/client.ts'

/** A workflow template. */
export interface Template {
  id: string
  title: string
  summary: string
  /** The source of its sample: the offline example of an API, or a saved page that the bundled parser reads. */
  sample: { api: string } | 'page'
  database: InputOf<'database-create'>
  /** Creates the workflow, with pinned samples, so that a dry run needs neither network nor credits. */
  workflow: (inputs: TemplateInputs) => InputOf<'workflow-create'>
}

/** The ids that its nodes refer to, and the data that is pinned to them. */
interface TemplateInputs {
  database: string
  /** The parser, only if the sample is a page. */
  parser?: string | undefined
  /** The result of the API or the parser on the sample. */
  answer: Record<string, unknown>
}

type Nodes = InputOf<'workflow-create'>['nodes']
type Edges = NonNullable<InputOf<'workflow-create'>['edges']>

/** Returns edges from each node to the next. */
const chainEdges = (nodes: Nodes): Edges =>
  nodes.slice(1).map(({ id }, i) => ({ from: nodes[i]!.id, to: id }))

/** Returns an input schema with a single text. A dry run uses the example. */
const textInput = (name: string, title: string, example: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string', title, examples: [example] } },
  required: [name],
})

const SAMPLE_URL = 'https://shop.example/kettle'

/** The stored price is higher than that of the sample, so that the template shows a price drop. */
const earlierRow = ({ title, price }: Record<string, unknown>) => ({
  url: SAMPLE_URL,
  title,
  price: Math.ceil(Number(price) * 1.25),
})

const priceDrop: Template = {
  id: 'price-drop',
  title: 'Price drop',
  summary: 'Reads a product, compares its price with the one that a database keeps, and reports a lower one.',
  sample: 'page',
  database: {
    name: 'Prices',
    columns: [
      { name: 'url', type: 'string', nullable: false },
      { name: 'title', type: 'string' },
      { name: 'price', type: 'number' },
    ],
    primary_key: ['url'],
    write_mode: 'upsert',
  },
  workflow: ({ database, parser, answer }) => ({
    name: 'Price drop',
    description: 'Run it by a cron, with the address of a product. Its webhook node sends each drop.',
    nodes: [
      { id: 'input', type: 'input' },
      {
        id: 'page',
        type: 'operation',
        name: 'Read the product',
        config: { operation: 'scrape', input: { parserId: parser, url: '{{ input.url }}' } },
        pinned: [answer],
      },
      {
        id: 'known',
        type: 'read_rows',
        name: 'Price so far',
        config: { database_id: database, filter: { url: '{{ input.url }}' }, limit: 1 },
        pinned: [earlierRow(answer)],
      },
      {
        id: 'fell',
        type: 'filter',
        name: 'Did it fall?',
        config: { condition: 'nodes.page.price < item.price' },
      },
      {
        id: 'report',
        type: 'webhook',
        name: 'Report the drop',
        config: {
          data: '{"title": nodes.page.title, "before": item.price, "now": nodes.page.price, "url": input.url}',
        },
      },
      {
        id: 'keep',
        type: 'write_rows',
        name: 'Keep the price',
        config: {
          database_id: database,
          row: '{"url": input.url, "title": nodes.page.title, "price": nodes.page.price}',
        },
      },
    ],
    edges: [
      { from: 'input', to: 'page' },
      { from: 'page', to: 'known' },
      { from: 'known', to: 'fell' },
      { from: 'fell', to: 'report' },
      { from: 'page', to: 'keep' },
      // The row is written last, after the stored price has been read.
      { from: 'fell', to: 'keep' },
    ],
    input_schema: textInput('url', 'Address of the product', SAMPLE_URL),
  }),
}

const newComments: Template = {
  id: 'new-comments',
  title: 'New comments',
  summary: 'Reads the comments of a video and keeps each one once. New ones are in the feed of the database.',
  sample: { api: 'videosite-comments' },
  database: {
    name: 'Comments',
    columns: [
      { name: 'id', type: 'string', nullable: false },
      { name: 'video', type: 'string' },
      { name: 'author', type: 'string' },
      { name: 'text', type: 'string' },
      { name: 'likes', type: 'integer' },
    ],
    primary_key: ['id'],
    write_mode: 'upsert',
  },
  workflow({ database, answer }) {
    const nodes: Nodes = [
      { id: 'input', type: 'input' },
      {
        id: 'comments',
        type: 'operation',
        name: 'Read the comments',
        config: { operation: 'videosite-comments', input: { video_id: '{{ input.video_id }}' } },
        pinned: [answer],
      },
      { id: 'each', type: 'for_each', name: 'Each comment', config: { list: 'item.comments' } },
      {
        id: 'row',
        type: 'map',
        name: 'What to keep',
        config: {
          value:
            '{"id": item.id, "video": input.video_id, "author": item.author, "text": item.text, "likes": item.likes}',
        },
      },
      { id: 'keep', type: 'write_rows', name: 'Keep new ones', config: { database_id: database } },
    ]
    return {
      name: 'New comments',
      description:
        'Run it by a cron, with the ID of a video. A webhook of the database reports new comments.',
      nodes,
      edges: chainEdges(nodes),
      input_schema: textInput('video_id', 'Video ID', 'tidepool_01'),
    }
  },
}

const channelWatch: Template = {
  id: 'channel-watch',
  title: 'Channel watch',
  summary: 'Reads the figures of a channel and keeps them in a database, whose history shows how they grow.',
  sample: { api: 'videosite-channel' },
  database: {
    name: 'Channels',
    columns: [
      { name: 'channel', type: 'string', nullable: false },
      { name: 'name', type: 'string' },
      { name: 'subscribers', type: 'integer' },
      { name: 'videos', type: 'integer' },
      { name: 'views', type: 'integer' },
    ],
    primary_key: ['channel'],
    write_mode: 'upsert',
  },
  workflow({ database, answer }) {
    const nodes: Nodes = [
      { id: 'input', type: 'input' },
      {
        id: 'channel',
        type: 'operation',
        name: 'Read the channel',
        config: { operation: 'videosite-channel', input: { handle: '{{ input.handle }}' } },
        pinned: [answer],
      },
      {
        id: 'figures',
        type: 'map',
        name: 'Its figures',
        config: {
          value:
            '{"channel": item.identity.channel_id, "name": item.identity.name, "subscribers": item.metrics.subscriber_count, "videos": item.metrics.video_count, "views": item.metrics.view_count}',
        },
      },
      { id: 'keep', type: 'write_rows', name: 'Keep the figures', config: { database_id: database } },
    ]
    return {
      name: 'Channel watch',
      description: 'Run it by a cron, with the handle of a channel.',
      nodes,
      edges: chainEdges(nodes),
      input_schema: textInput('handle', 'Channel', '@tidepoolstudio'),
    }
  },
}

/** All templates. */
export const TEMPLATES: readonly Template[] = [priceDrop, newComments, channelWatch]
