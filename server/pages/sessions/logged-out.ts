import { decodeHTML } from 'entities/decode'
import { command } from '../../base/command.ts'
import { SEND_SAVED_PAGE } from '../../base/error-hints.ts'
import { AppError } from '../../base/errors.ts'
import { bufferOf } from '../../base/own-buffer.ts'
import { createTurns } from '../../base/turns.ts'
import { decodeInPieces } from '../charset.ts'
import type { FetchedPage } from '../fetch/fetched-page.ts'
import { isWithin } from './host-patterns.ts'
import type { Session } from './session.ts'

/** Words that occur in the addresses of login pages. */
const LOGIN_PATHS =
  /(?:^|[/._-])(?:log-?in|sign-?in|log-?on|sign-?on|sso|auth|authenticate|authorize|oauth2?)(?:$|[/._-])/i
const LOGIN_HOSTS = /^(?:login|signin|auth|sso|accounts?|id|idp)\./i

/** A login form is near the start of its page. */
const SEARCHED_BYTES = 1_000_000
const PASSWORD_FIELD = /<input\b[^<>]{0,2000}\btype\s*=\s*["']?password\b/i

/**
 * Returns if `page`, fetched for the address `requestedUrl`, may be one for a logged-in visitor. Throws `session_expired` if
 * it asks to log in: by its status, by the address it was redirected to, or by the text that the session names.
 */
export async function assertLoggedIn(
  page: FetchedPage,
  requestedUrl: string,
  session: Session,
): Promise<void> {
  if (
    page.status === 401 ||
    redirectsToLogin(page.url, requestedUrl, session.login_url) ||
    (await hasLoginText(page, session))
  )
    throw sessionExpired(session, `${new URL(page.url).host} asks to log in.`)
}

/**
 * Returns if `page`, fetched without a session for the address `requestedUrl`, is not a login page. Throws `blocked` if the
 * site redirected to an address for logins and the page there has a password field.
 */
export function assertNoLogin(page: FetchedPage, requestedUrl: string): void {
  if (!redirectsToLogin(page.url, requestedUrl, null) || !asksForPassword(page)) return
  throw new AppError('blocked', `${new URL(page.url).host} asks to log in.`, {
    hint: `Log in to the site with a session, and name it in \`fetch.session\`. ${SEND_SAVED_PAGE}`,
    upstreamStatus: page.status,
  })
}

function redirectsToLogin(finalUrl: string, requestedUrl: string, login_url: string | null): boolean {
  const [from, to] = [new URL(requestedUrl), new URL(finalUrl)]
  if (from.host + from.pathname === to.host + to.pathname) return false
  const login = login_url === null ? null : URL.parse(login_url)
  if (login && login.host + login.pathname === to.host + to.pathname) return true
  const isElsewhere = !isWithin(to.hostname, from.hostname) && LOGIN_HOSTS.test(to.hostname)
  return isElsewhere || (LOGIN_PATHS.test(to.pathname) && !LOGIN_PATHS.test(from.pathname))
}

/**
 * Whether a page contains the text literally, or as it is displayed, whichever entities and white space it is written with:
 * `Log&nbsp;in`.
 */
async function hasLoginText({ bytes, contentType }: FetchedPage, { login_text }: Session): Promise<boolean> {
  if (login_text === null) return false
  const isWritten = createSearch(login_text)
  const isShown = createSearch(withPlainBlanks(login_text).trim(), withPlainBlanks)
  const turns = createTurns()
  for (const piece of withWholeEntities(decodeInPieces(bytes, contentType))) {
    if (isWritten(piece) || isShown(decodeHTML(piece))) return true
    if (turns.isOver()) await turns.next()
  }
  return false
}

/**
 * Returns a function that searches for a text in successive pieces. Each is read together with the end of the previous one.
 */
function createSearch(searchText: string, read = (text: string) => text) {
  let end = ''
  return (piece: string): boolean => {
    const text = read(end + piece)
    end = text.slice(-searchText.length)
    return text.includes(searchText)
  }
}

/** No HTML entity is longer than this, in characters. */
const MAX_ENTITY_LENGTH = 40

/** Yields the same text in pieces that never split an entity. */
function* withWholeEntities(pieces: Iterable<string>): Generator<string> {
  let rest = ''
  for (const piece of pieces) {
    const text = rest + piece
    const cut = text.indexOf('&', text.length - MAX_ENTITY_LENGTH)
    const end = cut < 0 ? text.length : cut
    yield text.slice(0, end)
    rest = text.slice(end)
  }
  yield rest
}

const withPlainBlanks = (text: string) => text.replace(/[^\S ]\s*| \s+/g, ' ')

/** Whether a page has a password field. If nothing else is found in it, it is a login page. */
export const asksForPassword = (page: FetchedPage): boolean =>
  PASSWORD_FIELD.test(bufferOf(page.bytes).toString('latin1', 0, SEARCHED_BYTES))

/** `evidence` is a sentence that says what shows that the session has expired. */
export const sessionExpired = ({ name }: Pick<Session, 'name'>, evidence: string): AppError =>
  new AppError('session_expired', `The session ${name} has expired: ${evidence}`, { hint: logInAgain(name) })

/** The session is empty: nobody has logged in since it was created, or nothing is left of the login. */
export const sessionEmpty = (name: string, wasLoggedIn: boolean): AppError =>
  wasLoggedIn
    ? new AppError(
        'session_expired',
        `The session ${name} holds no cookies any more: nothing is left of its login.`,
        {
          hint: `The site has deleted them, or they were for other hosts. ${logInAgain(name)}`,
        },
      )
    : new AppError('session_expired', `Nobody has logged in to the session ${name} yet.`, {
        hint: `Log in: ${waysToLogIn(name)}`,
      })

export const logInAgain = (name: string) => `Log in again: ${waysToLogIn(name)}`

const waysToLogIn = (name: string) =>
  `on the page Sessions of the app, or with ${command`session open ${name}`}.`
