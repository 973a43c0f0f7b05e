/** What the desktop window offers beside HTTP: the part of its bridge that pages use. */
interface Shell {
  about: () => Promise<Record<string, string>>
  'folder:open': () => Promise<void>
  'login:start': (on?: boolean) => Promise<boolean>
}

/** The bridge of the desktop window; undefined in a browser. */
export const shell = (globalThis as { winnow?: Shell }).winnow
