import type { Mapping } from '../../ui/import/column-map.tsx'

/** The part of an import that survives a reload. */
export interface ImportDraft {
  name: string
  /** The text of the file; null if it is not text or too large to be stored. */
  text: string | null
  /** The mapping of its columns; null while it is the proposed one. */
  mapping: Mapping | null
}

/** The maximum length of a file that is stored with the draft, as JSON: browsers have little room. */
const MAX_STORED_CHARACTERS = 400_000

/** Creates the draft of a file. */
export async function draftOfFile(file: File): Promise<ImportDraft> {
  return { name: file.name, text: await textOf(file), mapping: null }
}

/** Returns the file of a draft; null if it was not stored. */
export const fileOf = ({ name, text }: ImportDraft): File | null =>
  text === null ? null : new File([text], name)

async function textOf(file: File): Promise<string | null> {
  if (file.size > MAX_STORED_CHARACTERS) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer())
    return JSON.stringify(text).length > MAX_STORED_CHARACTERS ? null : text
  } catch {
    return null
  }
}
