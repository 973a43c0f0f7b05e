import type { Mapping } from '../../ui/import/column-map.tsx'

/** What is kept of an import over a reload. */
export interface ImportDraft {
  name: string
  /** The text of the file; null where it is too large to be kept, or no text. */
  text: string | null
  /** What its columns become, where the proposal was changed. */
  mapping: Mapping | null
}

/** As JSON, which a browser has room for. */
const MOST_CHARACTERS = 400_000

/** A new draft of a file. */
export async function draftOfFile(file: File): Promise<ImportDraft> {
  return { name: file.name, text: await textOf(file), mapping: null }
}

/** The file of a draft; null where it was not kept. */
export const fileOf = ({ name, text }: ImportDraft): File | null =>
  text === null ? null : new File([text], name)

async function textOf(file: File): Promise<string | null> {
  if (file.size > MOST_CHARACTERS) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer())
    return JSON.stringify(text).length > MOST_CHARACTERS ? null : text
  } catch {
    return null
  }
}
