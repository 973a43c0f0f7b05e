import type { FetchedPage } from '../fetch/fetched-page.ts'
import type { Session } from '../sessions/session.ts'

/** A request that is sent from within the page, with the `fetch` of its scripts. */
export interface PageQuestion {
  method?: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  body?: string
}

/** An answer to one of the page's own requests, identified by its address. */
export interface AwaitedAnswer {
  fits(address: string): boolean
  /** A description for the error message if the answer does not arrive. */
  name: string
}

/** A page to open in a browser. */
export interface BrowserRequest {
  url: string
  /** Keeps cookies and storage between calls under this name (that of a platform). Without a profile, nothing is kept. */
  profile?: string
  /**
   * Starts with the cookies and storage of a login, and saves to it what the site changes. Cannot be combined with a
   * profile.
   */
  session?: Session
  headers?: Record<string, string>
  /**
   * What to wait for before the page counts as loaded: a CSS selector, an answer, or a number of milliseconds after it has
   * loaded.
   */
  waitFor?: string | number | AwaitedAnswer
  /** Selects, by address, which answers to the page's own requests are kept. */
  keep?: (url: URL) => boolean
  /** Also keeps answers to requests of its scripts that contain data: JSON or other text. */
  keepData?: boolean
  /** Stops waiting as soon as this many answers are kept. */
  enough?: number
  /** Scrolls down while waiting. */
  scroll?: boolean
  /**
   * Loads more content after the page has loaded: scrolls to its end up to `scrolls` times, then clicks the element that
   * the selector `click` names, up to `clicks` times.
   */
  more?: { scrolls: number; click: string | null; clicks: number }
  /** Requests to send from within the page after it has loaded. */
  ask?: readonly PageQuestion[]
  /** Exempts an address from the guard, for this request only. */
  allow?(url: URL): boolean
  /** Replaces the proxy of the settings. */
  proxy?: string | null
  /** Covers everything, from waiting in the queue to the last answer. */
  timeoutMs?: number
  signal?: AbortSignal
}

/** The page after its scripts have run. `bytes` is its HTML in UTF-8. */
export interface BrowsedPage extends FetchedPage {
  /** The kept answers to the page's own requests, in the order in which they arrived. */
  kept: FetchedPage[]
  /** One answer for each request of `ask`. */
  asked: FetchedPage[]
}

/** The path and the name of a browser that was found. */
export interface FoundBrowser {
  path: string
  /** `Chrome`, `Edge` or `Chromium`; `set` if the setting names the path. */
  name: string
}

/** A window in which a person logs in. */
export interface LoginWindow {
  /** Resolves when the window is closed and the session holds what the sites have set. */
  closed: Promise<void>
  close(): Promise<void>
}

/** Fetches pages through a browser. All use of a browser goes through this interface. */
export interface Browser {
  /** Opens a page and waits until it has loaded. Throws `no_browser`, and everything that `Fetcher.fetch` throws. */
  open(request: BrowserRequest): Promise<BrowsedPage>
  /** The browser that would be started; null if none was found. */
  found(): FoundBrowser | null
  /**
   * Opens a profile in a visible window, for example to pass a challenge by hand. Resolves when the window is open.
   * While it is open, calls with this profile use it, and `allow` exempts addresses from the guard.
   * Throws `no_browser`, `no_display`.
   */
  show(profile: string, url: string, allow?: (url: URL) => boolean): Promise<void>
  /**
   * Opens an address in a separate window with the contents of the session, and saves what the sites change until the
   * window is closed. Resolves when the window is open. Throws `no_browser`, `no_display`.
   */
  logIn(session: Session, url: string): Promise<LoginWindow>
  /** Whether there is a browser and a screen for `show` and `logIn`. */
  canShow(): boolean
  /** Whether the profile has saved cookies or storage. */
  knows(profile: string): boolean
  /** Deletes the profile's cookies and storage. */
  forget(profile: string): Promise<void>
  close(): Promise<void>
}
