import type { FetchedPage } from '../fetched-page.ts'
import type { Session } from '../sessions/session.ts'

/** A request that the page itself makes, with its own scripts' `fetch`. */
export interface PageQuestion {
  method?: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string
}

/** An answer to a request of the page itself, by its address. */
export interface AwaitedAnswer {
  fits(address: string): boolean
  /** In words, for the error where it does not come. */
  name: string
}

/** A page to open in a browser. */
export interface BrowserRequest {
  url: string
  /** Keeps cookies and storage between calls under this name (a platform's); without one, nothing outlives the request. */
  profile?: string
  /** Begins with the cookies and storage of a login, and keeps there what the site changes; never beside a profile. */
  session?: Session
  headers?: Record<string, string>
  /** What must be there before the page counts as there: a CSS selector, an answer, or milliseconds once it has loaded. */
  waitFor?: string | number | AwaitedAnswer
  /** Which answers to the page's own requests are kept, by their address. */
  keep?: (url: URL) => boolean
  /** Also keeps answers to requests of its scripts that hold data: JSON or other text. */
  keepData?: boolean
  /** Once this many answers are kept, nothing more is waited for. */
  enough?: number
  /** Scrolls down while waiting. */
  scroll?: boolean
  /** Once the page is there, it is to bring more: so many times by scrolling to its end, then by clicks on what a selector names. */
  more?: { scrolls: number; click: string | null; clicks: number }
  /** Questions put from within the page after it has loaded. */
  ask?: readonly PageQuestion[]
  /** Lets an address pass the guard for this request alone. */
  allow?(url: URL): boolean
  /** Takes the place of the setting's proxy. */
  proxy?: string | null
  /** For everything, from the wait for a free place to the last answer. */
  timeoutMs?: number
  signal?: AbortSignal
}

/** The page as it stands after its scripts ran: its bytes are its HTML in UTF-8. */
export interface BrowsedPage extends FetchedPage {
  /** Answers to the page's own requests that were kept, in the order in which they came. */
  kept: FetchedPage[]
  /** One answer for each question. */
  asked: FetchedPage[]
}

/** Where a browser was found, and which. */
export interface FoundBrowser {
  path: string
  /** `Chrome`, `Edge`, `Chromium`; `set` where the setting names it. */
  name: string
}

/** A window where a person logs in. */
export interface LoginWindow {
  /** Resolves once it is closed, and the session has what the sites gave. */
  closed: Promise<void>
  close(): Promise<void>
}

/** The one way to a page through a browser. */
export interface Browser {
  /**
   * Opens a page and waits until it is there. Throws `no_browser`, and what `Fetcher.fetch` throws.
   */
  open(request: BrowserRequest): Promise<BrowsedPage>
  /** The browser that would be started; null where there is none. */
  found(): FoundBrowser | null
  /**
   * Opens a profile in a window that the user sees, to pass a challenge once. Resolves when the window is there.
   * While it is open, calls with this profile use it. `allow` lets an address pass the guard as long.
   * Throws `no_browser`, `no_display`.
   */
  show(profile: string, url: string, allow?: (url: URL) => boolean): Promise<void>
  /**
   * Opens an address in a window of its own with what the session holds, and keeps there what the sites change until the
   * window is closed. Resolves when it is there. Throws `no_browser`, `no_display`.
   */
  logIn(session: Session, url: string): Promise<LoginWindow>
  /** Whether `show` and `logIn` would have a browser and a screen. */
  canShow(): boolean
  /** Whether cookies or storage of the profile are kept. */
  knows(profile: string): boolean
  /** Drops the profile's cookies and storage. */
  forget(profile: string): Promise<void>
  close(): Promise<void>
}
