import type { ReactNode } from 'react'
import { PickingContext, usePicking } from './use-picking.ts'

/** Lets what is inside pick; only what looks at the picking is drawn again as the pointer moves. */
export function PickingProvider({ children }: { children: ReactNode }) {
  return <PickingContext value={usePicking()}>{children}</PickingContext>
}
