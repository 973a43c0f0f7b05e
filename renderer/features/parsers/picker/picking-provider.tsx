import type { ReactNode } from 'react'
import { PickingContext, usePicking } from './use-picking.ts'

/** Provides picking; only components that use it are rendered again as the pointer moves. */
export function PickingProvider({ children }: { children: ReactNode }) {
  return <PickingContext value={usePicking()}>{children}</PickingContext>
}
