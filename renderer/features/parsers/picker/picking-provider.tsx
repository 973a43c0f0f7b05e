import type { ReactNode } from 'react'
import { PickingContext, usePicking } from './use-picking.ts'

/** Provides the picking state. Only components that use it re-render while the pointer moves. */
export function PickingProvider({ children }: { children: ReactNode }) {
  return <PickingContext value={usePicking()}>{children}</PickingContext>
}
