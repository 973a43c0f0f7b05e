import type { AppError } from '../../base/errors.ts'
import type { Payload } from '../define-prebuilt.ts'
import { meaningOf } from './meaning.ts'
import { playerOf } from './player.ts'
import { meaningOfPlayer } from './player-meaning.ts'
import { meaningOfWatchPage } from './watch-page.ts'

/** Where several speak, a player says more than its page: `private`, say, where the page shows nothing. */
const SPEAKERS: ((body: unknown) => AppError | null)[] = [
  body => meaningOf(body),
  body => meaningOfPlayer(playerOf(body)),
  meaningOfWatchPage,
]

/** What payloads about a video mean that lack what was asked for; undefined where none of them speaks. */
export const meaningOfVideo = (payloads: Payload[]): AppError | undefined =>
  SPEAKERS.flatMap(speaker => payloads.map(({ body }) => speaker(body))).find(meaning => meaning !== null)
