import type { Job } from '../jobs/api.ts'

type Failed = Pick<Job, 'error' | 'input'>

/** Items that failed for the same reason. */
export interface Cause {
  code: string
  message: string
  hint: string
  items: Failed[]
}

/** Addresses, quoted parts and numbers tell items apart, not causes. */
const plain = (message: string) => message.replace(/https?:\/\/\S+|“[^”]*”|"[^"]*"|\d+/g, '…')

/** Failed items by cause, the most frequent first. */
export function causesOf(failed: readonly Failed[]): Cause[] {
  const groups = Map.groupBy(failed, ({ error }) => `${error?.code} ${plain(error?.message ?? '')}`)
  return [...groups.values()]
    .map(items => {
      const { code = '', message = '', hint = '' } = items[0]!.error ?? {}
      return { code, message, hint, items }
    })
    .sort((a, b) => b.items.length - a.items.length)
}
