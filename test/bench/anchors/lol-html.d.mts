import type { listingPlan } from '../pages/listing-plan.ts'
import type { RealPage } from '../servers/real-reader.ts'

export function readStreamed(bytes: Buffer, plan: typeof listingPlan): unknown

export function readStreamedLinks(bytes: Buffer): RealPage
