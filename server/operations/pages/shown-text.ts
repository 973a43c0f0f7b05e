import { z } from 'zod'
import { textOfPage } from '../../threads/page-text.ts'
import type { PageText } from '../../threads/tasks.ts'
import { type Context, ownerOf } from '../operation.ts'
import { SMALL_PAGE } from '../page-codec.ts'
import type { Services } from '../services.ts'

/** The fields of a page that the app opens. */
export const shownText = {
  html: z.string().describe('The page as text.'),
  har: z
    .string()
    .nullable()
    .describe('The page with the data that it fetched, as a HAR file; null where that is not known.'),
}

/** A page and the other fields of the answer. Its bytes may be transferred. */
interface TextAnswer<Facts, Shown> {
  facts: Facts
  shows: readonly Shown[]
  bytes: Uint8Array
  contentType: string | null
}

/** Returns an answer with the text of a page. A large page is decoded and serialized in a thread, not on the event loop. */
export async function answerWithText<
  Facts extends Record<string, unknown>,
  Shown extends keyof PageText = 'html' | 'har',
>(
  { extraction }: Pick<Services, 'extraction'>,
  answer: TextAnswer<Facts, Shown>,
  context: Context<unknown>,
): Promise<Facts & Pick<PageText, Shown>> {
  const task = { ...answer, owner: ownerOf(context), writesJson: context.sendsJson === true }
  const isSmall = answer.bytes.length <= SMALL_PAGE
  const text = isSmall ? textOfPage(answer) : extraction.pageText(task, context.signal)
  return (await text) as Facts & Pick<PageText, Shown>
}
