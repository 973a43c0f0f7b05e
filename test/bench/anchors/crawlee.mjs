// The anchor `crawlee` of section 4: CheerioCrawler, 16 at a time, nothing on disk.
import { listingPlan } from '../pages/listing-plan.ts'
import { tellRun } from './tell-run.mjs'

const [origin, count, times] = process.argv.slice(2)
const { CheerioCrawler, Configuration, log } = await import('@crawlee/cheerio')
const { readCheerio } = await import('./page-engines.mjs')
log.setLevel(log.LEVELS.OFF)

async function crawl() {
  let rows = 0
  const crawler = new CheerioCrawler(
    {
      maxConcurrency: 16,
      minConcurrency: 16,
      maxRequestRetries: 0,
      autoscaledPoolOptions: { snapshotterOptions: { maxUsedMemoryRatio: 0.95 } },
      async requestHandler({ $ }) {
        rows += readCheerio($, listingPlan).rows.length
      },
    },
    new Configuration({ persistStorage: false, availableMemoryRatio: 0.5 }),
  )
  await crawler.run(Array.from({ length: Number(count) }, (_, i) => `${origin}/p/${i}`))
  return rows
}

await tellRun(crawl, Number(times))
