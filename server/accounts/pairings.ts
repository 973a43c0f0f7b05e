import { hash, randomInt, timingSafeEqual } from 'node:crypto'
import { AppError } from '../base/errors.ts'
import { iso, MINUTE } from '../base/times.ts'
import { browserOf } from './browser-of.ts'
import type { Keys } from './keys.ts'

/** How long a code is valid. */
const CODE_TTL_MS = 5 * MINUTE
/** A code becomes invalid after this many wrong attempts. */
const MAX_WRONG = 5
/** Letters and digits that are not easily confused. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LENGTH = 8

/** A code to type into the extension: `7KQ2-M9XD`. */
interface PairingCode {
  code: string
  expires_at: string
}

/** The browser extension that asks to be paired, according to its request. */
interface PairingExtension {
  origin: string
  userAgent: string | undefined
}

interface PairingOffer {
  digest: Buffer
  accountId: string
  expires: number
  wrong: number
}

const digestOf = (code: string) => hash('sha256', code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''), 'buffer')

/** Pairs browser extensions: a code is shown in the app, and the extension exchanges it for a key. One code at a time. */
export function createPairings({ keys, now }: { keys: Pick<Keys, 'create'>; now(): number }) {
  let offer: PairingOffer | null = null

  /** Uses up a code and returns its account. Throws 400 for any other code. */
  function redeem(code: string): string {
    const open = offer && offer.expires > now() ? offer : null
    if (open && timingSafeEqual(open.digest, digestOf(code))) {
      offer = null
      return open.accountId
    }
    if (open && ++open.wrong >= MAX_WRONG) offer = null
    throw wrongCode()
  }

  return {
    /** Creates a code, which replaces the previous one. */
    offer(accountId: string): PairingCode {
      const code = Array.from(
        { length: CODE_LENGTH },
        () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)],
      ).join('')
      offer = { digest: digestOf(code), accountId, expires: now() + CODE_TTL_MS, wrong: 0 }
      return {
        code: `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`,
        expires_at: iso(offer.expires),
      }
    },
    /** Creates a key for the extension: named after its browser, with the scope `run`, usable only from its origin. */
    pair: (code: string, { origin, userAgent }: PairingExtension) =>
      keys.create(redeem(code), { name: browserOf(userAgent), scopes: ['run'], origin }),
  }
}

export type Pairings = ReturnType<typeof createPairings>

/** The same error for a wrong, used or expired code, so that it does not reveal which. */
const wrongCode = () =>
  new AppError('invalid_input', 'This code is not valid.', {
    field: 'code',
    hint: 'A code works once, within 5 minutes, and stops working after 5 wrong attempts. Show a new one in the app: Connect → Browser.',
  })
