import { z } from 'zod'
import { decodeText } from '../../pages/charset.ts'
import { HAR_TYPE, recordedPage } from '../../saved-files/recorded-page.ts'

/** A page as the app opens it. */
export const shownText = {
  html: z.string().describe('The page as text.'),
  har: z
    .string()
    .nullable()
    .describe('The page with the data that it fetched, as a HAR file; null where that is not known.'),
}

/** The text of a page, and what it fetched. */
export async function textOf(page: { bytes: Uint8Array; contentType: string | null }) {
  const recorded = await recordedPage(page)
  const { bytes, contentType } = recorded ?? page
  return {
    html: decodeText(bytes, contentType),
    har: recorded ? decodeText(page.bytes, HAR_TYPE) : null,
  }
}
