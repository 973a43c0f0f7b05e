import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { meaningOfPlayer } from '../../../server/prebuilt/videosite/player-meaning.ts'
import { botWall, details, player, refused } from './players.ts'

const gate = (status: string, reason: string, more = {}) => ({
  ...refused(status, reason, more),
  videoDetails: details,
})

const MEANINGS: [what: string, player: unknown, meaning: string | undefined][] = [
  ['a video that plays', player(), undefined],
  ['a stream that has not begun', gate('LIVE_STREAM_OFFLINE', 'Live in 5 hours'), undefined],
  ['no player at all', undefined, undefined],
  ['a status of another form', { playabilityStatus: { status: 7 } }, undefined],
  ['a doubted visitor', refused('LOGIN_REQUIRED', 'Sign in to confirm you’re not a bot'), 'blocked'],
  ['a doubted visitor, in German', botWall, 'blocked'],
  ['a limit', refused('UNPLAYABLE', "This content isn't available, try again later."), 'blocked'],
  ['a refused client', refused('ERROR', 'Watch on the latest version of the app.'), 'blocked'],
  ['a session gone stale', refused('UNPLAYABLE', 'The page needs to be reloaded.'), 'blocked'],
  ['a wall before every video', refused('LOGIN_REQUIRED', 'Please sign in'), 'blocked'],
  ['a private video', refused('LOGIN_REQUIRED', 'This video is private'), 'private'],
  ['a private video, by its messages', refused('LOGIN_REQUIRED', '', { messages: ['Dieses Video ist privat.'] }), 'private'],
  ['an age gate', refused('LOGIN_REQUIRED', 'This video may be inappropriate for some users.'), 'unavailable'],
  ['an age gate by its mark', refused('LOGIN_REQUIRED', 'Anmelden', { desktopLegacyAgeGateReason: 1 }), 'unavailable'],
  ['a gate before this video', gate('LOGIN_REQUIRED', 'Anmelden'), 'unavailable'],
  ['an older age gate', gate('AGE_VERIFICATION_REQUIRED', 'Prove it'), 'unavailable'],
  ['a country', gate('UNPLAYABLE', 'The uploader has not made this video available in your country'), 'unavailable'],
  ['members only', gate('UNPLAYABLE', "Available to this channel's members on level: Crab"), 'unavailable'],
  ['a removed video', refused('ERROR', 'This video has been removed by the uploader'), 'unavailable'],
  ['a closed account', refused('ERROR', 'The account of this video has been terminated.'), 'unavailable'],
  ['no such video', refused('ERROR', 'This video is unavailable'), 'not_found'],
  ['no such video, in German', refused('ERROR', 'Video nicht verfügbar'), 'not_found'],
] // biome-ignore format: a table

describe("the meaning of a player's answer", () => {
  for (const [what, answer, meaning] of MEANINGS)
    test(`${what}: ${meaning ?? 'a video'}`, () => assert.equal(meaningOfPlayer(answer)?.code, meaning))
})
