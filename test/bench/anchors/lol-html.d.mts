import type { listingPlan } from '../pages/listing-plan.ts'

export function readStreamed(bytes: Buffer, plan: typeof listingPlan): unknown

export function readStreamedLinks(bytes: Buffer): unknown
