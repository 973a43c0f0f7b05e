import { queryOptions } from '@tanstack/react-query'

/** The name of the page that lists all guides. */
export const GUIDE_INDEX = 'index'

const files = import.meta.glob<string>(
  ['../../../README.md', '../../../docs/*.md', '!../../../docs/benchmarks.md'],
  { query: '?raw', import: 'default' },
)
const loaders = new Map(
  Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.md$/g, ''), load] as const),
)

export const isGuide = (name: string) => loaders.has(name)

/** The Markdown of a guide, by the name of its file; null if there is no such guide. */
export const guideQuery = (name: string) =>
  queryOptions({
    queryKey: ['guide', name],
    queryFn: async () => (await loaders.get(name)?.()) ?? null,
    staleTime: Infinity,
  })
