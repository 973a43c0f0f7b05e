import type { ReactNode } from 'react'
import type { LiveTrial } from '../editor/use-trial.ts'
import { SpotlightContext, useSpotlight } from './use-spotlight.ts'

/** Provides the spotlight that the form, the page and the trace of a trial share. */
export function SpotlightProvider({ live, children }: { live: LiveTrial; children: ReactNode }) {
  return <SpotlightContext value={useSpotlight(live)}>{children}</SpotlightContext>
}
