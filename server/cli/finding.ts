/** One thing that `winnow doctor` looked at: how it is, and what to do where it is not well. */
export interface Finding {
  check: string
  ok: boolean
  found: string
  remedy?: string
}
