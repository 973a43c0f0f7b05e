import { useState } from 'react'
import { MASK } from '../../../server/base/mask.ts'
import { useAccount } from '../service/account.ts'
import { hideSecrets } from './hide-secrets.ts'

/**
 * A longer draft is kept in memory only, so it outlives the page but not the window: browsers have little room to store it.
 */
const MAX_STORED_LENGTH = 500_000

const largeDrafts = new Map<string, string>()

const nameOf = (account: string, slot: string) => `winnow.draft.${account}.${slot}`

/** A value that the service has masked stays masked; a secret that was typed is dropped and has to be typed again. */
const omitSecret = (secret: string) => (secret === MASK ? MASK : '')

/** Leaves out files, which cannot be stored. A list of nothing but files is left out as a whole. */
function withoutFiles(_: string, value: unknown): unknown {
  if (value instanceof Blob) return undefined
  if (!Array.isArray(value) || !value.some(item => item instanceof Blob)) return value
  const others = value.filter(item => !(item instanceof Blob))
  return others.length ? others : undefined
}

/** The draft of each slot that this window read or stored last. */
const knownTexts = new Map<string, string>()

/**
 * Returns the text of a draft: that of this window, or else the one that any window of this browser stored last. Without a
 * copy of its own, a window would lose what was typed in it when another one sends or cancels the same form.
 */
function readText(name: string): string | null {
  const text = sessionStorage.getItem(name) ?? localStorage.getItem(name)
  if (text !== null) knownTexts.set(name, text)
  return text
}

function storeText(name: string, text: string): void {
  knownTexts.set(name, text)
  sessionStorage.setItem(name, text)
  localStorage.setItem(name, text)
}

/** Removes the draft of this window, and the one for all windows unless another window has stored its own since. */
function removeText(name: string): void {
  if (localStorage.getItem(name) === knownTexts.get(name)) localStorage.removeItem(name)
  sessionStorage.removeItem(name)
  knownTexts.delete(name)
}

/** Returns the stored draft of a slot; null if there is none. */
export function readDraft<T>(account: string, slot: string): T | null {
  const name = nameOf(account, slot)
  try {
    return JSON.parse(largeDrafts.get(name) ?? readText(name) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a draft, without secrets and files; null removes it. */
export function writeDraft(account: string, slot: string, draft: unknown): void {
  const name = nameOf(account, slot)
  const text = draft === null ? null : JSON.stringify(hideSecrets(draft, omitSecret), withoutFiles)
  const isLarge = text !== null && text.length > MAX_STORED_LENGTH
  if (isLarge) largeDrafts.set(name, text)
  else largeDrafts.delete(name)
  try {
    if (text === null || isLarge) removeText(name)
    else storeText(name, text)
  } catch {
    // The browser has no room left. The form on screen still holds the whole draft.
    removeText(name)
  }
}

/**
 * A form's draft, stored under its slot so that it outlives the page. Returns the draft, a function that changes it, and a
 * function that removes it after the form was submitted or cancelled. The form carries `data-draft`, so that leaving it
 * asks no question.
 */
export function useDraft<T>(
  slot: string,
  initial: () => T,
): [draft: T, change: (next: T) => void, end: () => void] {
  const account = useAccount()
  const [draft, setDraft] = useState(() => readDraft<T>(account, slot) ?? initial())
  const change = (next: T) => {
    setDraft(next)
    writeDraft(account, slot, next)
  }
  return [draft, change, () => writeDraft(account, slot, null)]
}
