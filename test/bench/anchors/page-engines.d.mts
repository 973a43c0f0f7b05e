import type { listingPlan } from '../pages/listing-plan.ts'
import type { RealPage } from '../servers/real-reader.ts'

type Anchor = 'cheerio' | 'htmlparser2 + css-select' | 'parse5 + css-select' | 'lol-html'

export const engines: Record<Anchor, (bytes: Buffer, plan: typeof listingPlan) => unknown>

export const linkReaders: Record<Anchor, (bytes: Buffer) => RealPage>
